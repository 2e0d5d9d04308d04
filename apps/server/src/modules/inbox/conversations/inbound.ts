import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import { recordReopenings } from "./activity.ts";

/** Conversations that a message began or reopened say so in their history. */
export const reopenings: InboundHandler = {
  async received(tx, now, { messages }) {
    await recordReopenings(
      tx,
      now,
      messages.map(({ eventId, event }) => ({ id: eventId, by: event.direction === "inbound" ? "contact" : "platform" })),
    );
    return [];
  },
};
