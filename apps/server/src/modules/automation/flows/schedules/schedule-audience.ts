import {
  type AudienceNode,
  type AudienceRules,
  evaluateAudience,
  normalizeRules,
  type SegmentsService,
} from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { ConditionContext } from "../definition/conditions.ts";
import type { ScheduleAudience, Trigger } from "../definition/definition.ts";
import type { ScheduleAt } from "./schedule-times.ts";

/** A `schedule` trigger of an activated version: missing fields were reported before. */
export interface ScheduleTrigger extends Trigger {
  type: "schedule";
  at: ScheduleAt;
  timezone: string;
  audience: ScheduleAudience;
  channelId?: string;
}

type Segments = Pick<SegmentsService, "check" | "compile" | "get">;
export const audienceAt = "trigger.audience";
const everybody: AudienceNode = { all: [] };

export const isSchedule = (trigger: Trigger): trigger is ScheduleTrigger => trigger.type === "schedule";

/** As stored. Throws validation_error for invalid rules; a segment is looked up when the flow is activated. */
export async function normalizeAudience(tx: Tx, now: Date, segments: Segments, audience: ScheduleAudience): Promise<ScheduleAudience> {
  if (!("rules" in audience)) return audience;
  await segments.check(tx, now, audience, audienceAt);
  return normalizeRules(audience);
}

/** The current rules of a segment; null: everybody. Throws not_found for a deleted segment. */
export async function rulesOf(tx: Tx, segments: Segments, audience: ScheduleAudience): Promise<AudienceRules | null> {
  if ("segmentId" in audience) return (await segments.get(tx, audience.segmentId)).rules;
  return "all" in audience ? null : audience;
}

/** within_last counts back from `now`. Throws validation_error for rules that no longer fit the contact fields. */
export async function compileRules(tx: Tx, now: Date, segments: Segments, rules: AudienceRules | null): Promise<AudienceNode> {
  return rules === null ? everybody : segments.compile(tx, now, rules, audienceAt);
}

/** Whether a schedule would start its flow for a contact. */
export async function isInAudience(
  tx: Tx,
  now: Date,
  segments: Segments,
  { audience }: ScheduleTrigger,
  { contact }: ConditionContext,
): Promise<boolean> {
  return evaluateAudience(await compileRules(tx, now, segments, await rulesOf(tx, segments, audience)), contact);
}

/** Stored id; null: its runs have no conversation, and write nothing. */
export const channelOf = ({ channelId }: ScheduleTrigger): string | null =>
  channelId === undefined ? null : parseWireId("chn", channelId);
