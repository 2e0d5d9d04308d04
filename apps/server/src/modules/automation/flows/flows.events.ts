import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { flowEmitted, noReply, silentSides, windowClosing } from "./definition/definition.ts";

export const flowEvents: EventType[] = [
  {
    type: windowClosing,
    summary: "The customer service window of an unresolved conversation closes soon; sent where an active flow asks for it",
    data: Type.Object({
      channelId: Type.String(),
      conversationId: Type.String(),
      contactId: Type.String(),
      windowExpiresAt: Timestamp,
      minutesBefore: Type.Integer({ description: "As set in the flow's trigger" }),
    }),
  },
  {
    type: flowEmitted,
    summary: "An emit_webhook step of a flow ran",
    data: Type.Object({
      name: Type.String({ description: "As set in the step; lets receivers distinguish a flow's events" }),
      flowId: Type.String(),
      runId: Type.String(),
      contactId: Type.String(),
      conversationId: NullableText(),
      channelId: NullableText({ description: "Channel of the conversation" }),
      payload: Type.Unsafe<Record<string, unknown>>({
        type: "object",
        additionalProperties: true,
        description: "As set in the step, with variables filled in",
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
      of: StringEnum(silentSides, { description: "Who has not answered: the customer, or the team" }),
      minutes: Type.Integer({ description: "As set in the flow's trigger" }),
      silentSince: { ...Timestamp, description: "Time of the last message" },
      sinceMessageId: NullableText({ description: "The last message not sent by a flow; null: none" }),
    }),
  },
];
