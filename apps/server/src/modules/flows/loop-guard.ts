import type { NotificationsService } from "#modules/notifications/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { findFlow, keepersOf, turnPage, updateFlow } from "./flows.queries.ts";

/** A flow that feeds itself starts nothing more, and owners and administrators are told. Of one that is not active: nothing. Stored id. */
export async function pauseLooping(
  ctx: TxContext,
  flowId: string,
  deps: { ids: IdSource; notifications: Pick<NotificationsService, "notify"> },
): Promise<void> {
  const flow = await findFlow(ctx.tx, flowId, true);
  if (flow === null || flow.status !== "active") return;
  await updateFlow(ctx.tx, ctx.now, { ...flow, status: "paused", paused_reason: "loop_detected" });
  await turnPage(ctx.tx);
  await recordAudit(ctx, deps.ids, "flow.paused", wireId("flow", flowId), { reason: "loop_detected" });
  const memberIds = await keepersOf(ctx.tx);
  await deps.notifications.notify(ctx, { kind: "flow_paused", memberIds, conversationId: null, messageId: null, flowId });
}
