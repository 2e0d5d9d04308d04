import type { EventRecord } from "#platform/events/log.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Changes } from "./deals.render.ts";
import type { Deal, DealReason } from "./deals.schema.ts";

/** deal.updated, with the deal as it is after the change. */
export function dealEvent(ids: IdSource, deal: Deal, reason: DealReason, changes: Changes): EventRecord {
  return {
    id: ids.uuid(),
    type: "deal.updated",
    conversationId: deal.conversationId === null ? null : parseWireId("conv", deal.conversationId),
    data: {
      dealId: deal.id,
      contactId: deal.contactId,
      conversationId: deal.conversationId,
      pipelineId: deal.pipelineId,
      stageId: deal.stageId,
      status: deal.status,
      reason,
      changes,
    },
  };
}
