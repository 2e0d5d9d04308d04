import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText, Timestamp, Words } from "#platform/http/schemas.ts";
import { flowEmitted, noReply, silentSides, windowClosing } from "./definition.ts";

export const flowEvents: EventType[] = [
  {
    type: windowClosing,
    summary: "The customer service window of an unresolved conversation closes soon; sent where an active flow asks for it",
    data: Type.Object({
      channelId: Type.String(),
      conversationId: Type.String(),
      contactId: Type.String(),
      windowExpiresAt: Timestamp,
      minutesBefore: Type.Integer({ description: "As the flow's trigger says" }),
    }),
  },
  {
    type: flowEmitted,
    summary: "An emit_webhook step of a flow ran",
    data: Type.Object({
      name: Type.String({ description: "As the step says: what receivers tell events of flows apart by" }),
      flowId: Type.String(),
      runId: Type.String(),
      contactId: Type.String(),
      conversationId: NullableText(),
      channelId: NullableText({ description: "Of the conversation" }),
      payload: Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "As the step says, its texts with their variables",
      }),
    }),
  },
  {
    type: noReply,
    summary: "Nobody has written in an unresolved conversation for some minutes; sent where an active flow asks for it",
    data: Type.Object({
      channelId: Type.String(),
      conversationId: Type.String(),
      contactId: Type.String(),
      of: Words(silentSides, { description: "Who has not answered: the customer, or we" }),
      minutes: Type.Integer({ description: "As the flow's trigger says" }),
      silentSince: { ...Timestamp, description: "When the last message came" },
      sinceMessageId: NullableText({ description: "The last message that no flow has written; null: there is none" }),
    }),
  },
];
