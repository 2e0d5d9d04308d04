import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { Timestamp } from "#platform/http/schemas.ts";
import { windowClosing } from "./definition.ts";

export const flowEvents: EventType[] = [
  {
    type: windowClosing,
    summary: "The customer service window of an unresolved conversation closes soon; told where an active flow asks for it",
    data: Type.Object({
      channelId: Type.String(),
      conversationId: Type.String(),
      contactId: Type.String(),
      windowExpiresAt: Timestamp,
      minutesBefore: Type.Integer({ description: "As the flow's trigger says" }),
    }),
  },
];
