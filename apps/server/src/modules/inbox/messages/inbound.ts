import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { cancelUnsent } from "./cancel-unsent.ts";
import { showReactions } from "./dispatch/dispatch.queries.ts";
import { recordOptOuts, isOptOutRefusal } from "./dispatch/opt-outs.ts";
import { recordRefusal, refusesNumber } from "./dispatch/refusals.queries.ts";

/** What inbound events mean for outbound messages: a person replied from another app, a number was refused, a customer opted out. */
export function createMessageHandler(deps: { ids: IdSource }): InboundHandler {
  return {
    async received(tx, now, { messages }) {
      const typed = messages.flatMap(({ conversationId, event }) =>
        conversationId !== null && event.direction === "echo" && event.automatic !== true ? [conversationId] : [],
      );
      await cancelUnsent(tx, now, deps.ids, [...new Set(typed)]);
      return [];
    },

    async statusesApplied(tx, now, applied) {
      const refused = applied.flatMap(({ event, channelId }) =>
        event.error !== undefined && refusesNumber(event.error) ? [channelId] : [],
      );
      for (const channelId of new Set(refused)) await tx.query(recordRefusal(tx.tenantId, channelId, now));
      const unwanted = applied.flatMap(({ event, messageId }) =>
        event.error !== undefined && isOptOutRefusal(event.error) ? [{ messageId, at: event.occurredAt }] : [],
      );
      if (unwanted.length > 0) await recordOptOuts(tx, deps.ids, now, unwanted);
      // Shows a reaction whose answer has not arrived yet, or never came, because the platform reports it. Ignores other messages.
      const left = applied.flatMap(({ event, messageId }) => (event.status === "failed" ? [] : [messageId]));
      if (left.length > 0) await showReactions(tx, left);
    },
  };
}
