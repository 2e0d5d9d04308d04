import { getMember } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { flowEmitted } from "../../definition/definition.ts";
import { findFlow, findVersion } from "../../definition/flows.queries.ts";
import type { StepOf } from "../../definition/step-types.ts";
import { isSchedule } from "../../schedules/schedule-audience.ts";
import { subjectOutsideSchedule } from "../../schedules/schedule-subjects.ts";
import { insertRuns, type RunRow } from "../runs.queries.ts";
import { conversationOf } from "./run-messages.ts";
import type { ActionDeps, Performers } from "./step-kit.ts";
import type { StepTexts } from "./step-texts.ts";

/** How many flows a chain of causes may contain. */
export const chainMax = 5;

/** A run that loops: it ends, and its flow is paused. */
export class LoopDetected extends Error {}
const loopDetected = (message: string) => new LoopDetected(message);

/** Steps that notify others: members, event listeners and other flows. */
export function createNotificationSteps(
  deps: Pick<ActionDeps, "ids" | "conversations" | "notifications">,
  { filledPayload }: Pick<StepTexts, "filledPayload">,
): Performers<"notify" | "emit_webhook" | "start_flow"> {
  async function startFlow(ctx: TxContext, row: RunRow, wire: string): Promise<Record<string, unknown>> {
    const id = parseWireId("flow", wire);
    const flow = id === null ? null : await findFlow(ctx.tx, id);
    if (flow === null || flow.status !== "active" || flow.active_version === null)
      throw new AppError("conflict", { message: "The flow to start is not active." });
    if (row.depth >= chainMax) throw loopDetected(`More than ${chainMax} flows started each other in a chain.`);
    const version = await findVersion(ctx.tx, flow.id, flow.active_version);
    const here = { contactId: row.contact_id, conversationId: row.conversation_id, context: row.context };
    const trigger = version?.definition.trigger;
    const subject = trigger !== undefined && isSchedule(trigger) ? await subjectOutsideSchedule(ctx.tx, trigger, here) : here;
    const [runId] = await insertRuns(ctx.tx, ctx.now, [
      {
        id: deps.ids.uuid(),
        flowId: flow.id,
        version: flow.active_version,
        ...subject,
        startedBy: wireId("frun", row.id),
        eventId: null,
        depth: row.depth + 1,
        once: version?.definition.oncePerContact === true,
        error: null,
      },
    ]);
    return { runId: runId === undefined ? null : wireId("frun", runId) };
  }

  async function members(tx: Tx, wires: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const wire of wires) ids.push((await getMember(tx, wire)).userId);
    return ids;
  }

  async function emit(ctx: TxContext, row: RunRow, step: StepOf<"emit_webhook">): Promise<Record<string, unknown>> {
    const conversation = row.conversation_id === null ? null : await deps.conversations.find(ctx, conversationOf(row));
    const eventId = deps.ids.uuid();
    const data = {
      name: step.name,
      flowId: wireId("flow", row.flow_id),
      runId: wireId("frun", row.id),
      contactId: wireId("cnt", row.contact_id),
      conversationId: conversation === null ? null : wireId("conv", conversation.id),
      channelId: conversation === null ? null : wireId("chn", conversation.channel_id),
      payload: await filledPayload(ctx, row, step.payload),
    };
    const event = {
      id: eventId,
      type: flowEmitted,
      data,
      channelId: conversation?.channel_id ?? null,
      conversationId: conversation?.id ?? null,
    };
    await appendEvents(ctx.tx, ctx.now, [event]);
    return { eventId: wireId("evt", eventId) };
  }

  return {
    emit_webhook: ({ ctx, row }, step) => emit(ctx, row, step),
    start_flow: ({ ctx, row }, { flowId }) => startFlow(ctx, row, flowId),
    async notify({ ctx, row }, step) {
      await deps.notifications.notify(ctx, {
        kind: "flow",
        memberIds: await members(ctx.tx, step.memberIds),
        conversationId: row.conversation_id,
        messageId: null,
        flowId: row.flow_id,
        detail: step.text,
      });
      return {};
    },
  };
}
