import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import { recordReopenings } from "./activity/activity.ts";

/** Records the activity of conversations that a message reopened. */
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
