import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { findFlow, listNotifiedMembers, type PausedReason, bumpRevision, updateFlow } from "../definition/flows.queries.ts";
import { stopSchedule } from "../schedules/schedules.queries.ts";

/**
 * Pauses a flow that triggers itself, or whose rules can no longer be read, and notifies owners and administrators. Does nothing if it is
 * not active. Stored id.
 */
export async function pauseFlow(
  ctx: TxContext,
  flowId: string,
  reason: Exclude<PausedReason, "deactivated">,
  deps: { ids: IdSource; notifications: Pick<NotificationsService, "notify"> },
): Promise<void> {
  const flow = await findFlow(ctx.tx, flowId, true);
  if (flow === null || flow.status !== "active") return;
  await updateFlow(ctx.tx, ctx.now, { ...flow, status: "paused", paused_reason: reason });
  await stopSchedule(ctx.tx, flowId);
  await bumpRevision(ctx.tx);
  await recordAudit(ctx, deps.ids, "flow.paused", wireId("flow", flowId), { reason });
  const memberIds = await listNotifiedMembers(ctx.tx);
  await deps.notifications.notify(ctx, { kind: "flow_paused", memberIds, conversationId: null, messageId: null, flowId });
}
