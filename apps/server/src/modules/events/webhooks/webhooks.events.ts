import { Type } from "typebox";
import { NullableTimestamp, Timestamp } from "#platform/http/schemas.ts";
import type { EventType } from "#platform/events/types.ts";

export const testEventType = "webhook.test";

/** About a webhook's own health; not delivered to that webhook. */
export const alertEventTypes: ReadonlySet<string> = new Set(["webhook.failing", "webhook.disabled"]);

export const webhookEvents: EventType[] = [
  {
    type: testEventType,
    summary: "“Test” was pressed on a webhook; sent to that webhook only",
    data: Type.Object({ webhookId: Type.String(), message: Type.String() }),
  },
  {
    type: "webhook.failing",
    summary: "A webhook has been failing for a while without a success; sent once until it succeeds again",
    data: Type.Object({ webhookId: Type.String(), url: Type.String(), failingSince: Timestamp, failureCount: Type.Integer() }),
  },
  {
    type: "webhook.disabled",
    summary: "A webhook was disabled because it failed for too long or its endpoint responded with 410",
    data: Type.Object({ webhookId: Type.String(), url: Type.String(), reason: Type.String(), failingSince: NullableTimestamp() }),
  },
];
