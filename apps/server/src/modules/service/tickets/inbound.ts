import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import { createReplies, type RepliesDeps } from "./ticket-changes.ts";

/** Reopens tickets that are waiting for a customer when that customer writes. */
export function createReplyHandler(deps: RepliesDeps): InboundHandler {
  const customerWrote = createReplies(deps);
  return {
    async received(tx, now, { messages, answers }) {
      const written = messages.flatMap(({ conversationId, event }) =>
        conversationId !== null && event.direction === "inbound" && event.automatic !== true && event.context !== true
          ? [conversationId]
          : [],
      );
      if (written.length > 0 && !answers) await customerWrote(tx, now, [...new Set(written)]);
      return [];
    },
  };
}
