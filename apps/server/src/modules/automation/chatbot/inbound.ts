import type { InboundHandler } from "#modules/channels/inbound/index.ts";
import type { Control } from "./control.ts";

/** Passes customers' messages to the chatbots that answer them. */
export function createChatbotHandler(control: Pick<Control, "receive">): InboundHandler {
  return {
    async received(tx, now, { messages, settings, answers }) {
      const received = messages.flatMap(({ conversationId, id, event, context, eventId }) =>
        conversationId !== null &&
        id !== null &&
        event.direction === "inbound" &&
        event.automatic !== true &&
        event.type !== "system" &&
        !context
          ? [{ conversationId, messageId: id, eventId }]
          : [],
      );
      if (received.length > 0 && settings.hasChatbot && !answers) await control.receive(tx, now, received);
      return [];
    },
  };
}
