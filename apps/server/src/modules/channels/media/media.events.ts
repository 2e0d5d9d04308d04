import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { MessageMedia } from "./media.schema.ts";

export const mediaEvents: EventType[] = [
  {
    type: "message.media",
    summary: "Media of a received message was stored, or its download failed for good: see its status",
    data: Type.Object({
      channelId: Type.String(),
      conversationId: Type.String(),
      contactId: Type.String(),
      message: Type.Object({ id: Type.String() }),
      media: MessageMedia,
    }),
  },
];
