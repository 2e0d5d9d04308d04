import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { NullableText, NullableEnum, StringEnum } from "#platform/http/schemas.ts";
import { broadcastStatuses, pauseReasons } from "./broadcasts.schema.ts";

export const broadcastEvents: EventType[] = [
  {
    type: "broadcast.updated",
    summary: "A broadcast was created, or its status changed; message.status reports on each message",
    data: Type.Object({
      broadcastId: Type.String(),
      channelId: Type.String(),
      title: Type.String(),
      status: StringEnum(broadcastStatuses),
      previousStatus: NullableEnum(broadcastStatuses, { description: "null: just created" }),
      pauseReason: NullableEnum(pauseReasons),
      error: NullableText(),
    }),
  },
  {
    type: "broadcast.replied",
    summary: "A broadcast recipient wrote on its channel for the first time since receiving it, within seven days",
    data: Type.Object({
      broadcastId: Type.String(),
      channelId: Type.String(),
      conversationId: NullableText(),
      contactId: Type.String(),
      message: Type.Object({ id: Type.String(), type: Type.String(), text: NullableText() }),
    }),
  },
];
