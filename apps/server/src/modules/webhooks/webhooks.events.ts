import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";

export const testEventType = "webhook.test";

export const webhookEvents: EventType[] = [
  {
    type: testEventType,
    summary: "Somebody pressed “test” on a webhook; goes to that webhook alone",
    data: Type.Object({ webhookId: Type.String(), message: Type.String() }),
  },
];
