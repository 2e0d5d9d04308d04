import { isDeepStrictEqual } from "node:util";
import { wireId } from "#platform/ids/ids.ts";
import type { DealRow, StayRow } from "./deals.queries.ts";
import type { Deal, StageStay } from "./deals.schema.ts";

export function renderDeal(row: DealRow): Deal {
  return {
    id: wireId("deal", row.id),
    title: row.title,
    amount: row.amount === null ? null : Number(row.amount),
    currency: row.currency,
    contactId: wireId("cnt", row.contact_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    ownerId: row.owner_id === null ? null : wireId("agt", row.owner_id),
    pipelineId: wireId("pip", row.pipeline_id),
    stageId: wireId("stg", row.stage_id),
    status: row.status,
    lostReason: row.lost_reason,
    position: row.position,
    expectedCloseAt: row.expected_close_at?.toISOString() ?? null,
    stageEnteredAt: row.stage_entered_at.toISOString(),
    wonAt: row.won_at?.toISOString() ?? null,
    lostAt: row.lost_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The fields that differ; for a new deal (`before` null), those that have a value. Pure. */
export function dealChanges(before: Deal | null, after: Deal): Changes {
  const { id: _id, createdAt: _created, updatedAt: _updated, stageEnteredAt: _entered, ...fields } = after;
  const changes: Changes = {};
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) {
    const from = before?.[field] ?? null;
    if (!isDeepStrictEqual(from, after[field])) changes[field] = { from, to: after[field] };
  }
  return changes;
}

export function renderStay(row: StayRow, now: Date): StageStay {
  const until = row.left_at ?? now;
  return {
    id: wireId("dsh", row.id),
    pipelineId: wireId("pip", row.pipeline_id),
    stageId: wireId("stg", row.stage_id),
    stageName: row.stage_name,
    stageKind: row.stage_kind,
    enteredAt: row.entered_at.toISOString(),
    leftAt: row.left_at?.toISOString() ?? null,
    durationSeconds: Math.max(0, Math.floor((until.getTime() - row.entered_at.getTime()) / 1_000)),
    movedBy: row.moved_by,
  };
}
