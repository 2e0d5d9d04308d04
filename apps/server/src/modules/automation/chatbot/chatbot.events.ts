import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText, StringEnum } from "#platform/http/schemas.ts";
import { handoverReasons } from "./turns/turn.types.ts";

export const chatbotEvents: EventType[] = [
  {
    type: "handover.requested",
    summary: "A chatbot handed a conversation over to people",
    data: Type.Object({
      channelId: Type.String(),
      conversationId: Type.String(),
      contactId: Type.String(),
      chatbotId: Type.String(),
      reason: StringEnum([...handoverReasons, "failed_to_send"]),
      summary: NullableText({ description: "For people to read; null when the chatbot writes none" }),
      ticketId: NullableText(),
    }),
  },
];
