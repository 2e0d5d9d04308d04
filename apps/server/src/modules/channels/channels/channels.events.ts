import type { EventType } from "#platform/events/types.ts";
import { channelUpdatedData } from "./channels.schema.ts";

export const channelEvents: EventType[] = [
  { type: "channel.updated", summary: "A channel's status, quality, limit or settings changed", data: channelUpdatedData },
];
