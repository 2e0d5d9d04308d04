import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";

export const directions = ["inbound", "outbound"] as const;
export const recordStates = ["pending", "processing", "done", "failed"] as const;
export const outcomes = ["processed", "ignored", "delivered", "skipped", "failed"] as const;

const fields = {
  id: Type.String(),
  direction: StringEnum(directions, {
    description: "inbound: an item of a platform's callback; outbound: a delivery to a webhook endpoint",
  }),
  type: Type.String({ description: "For outbound: the event's type; for inbound: `callback`" }),
  organizationId: Type.String(),
  channelId: NullableText({ description: "For inbound: the channel it arrived on" }),
  channelKind: NullableText({ description: "For inbound; null when the channel has been deleted" }),
  endpointId: NullableText({ description: "For outbound: the webhook endpoint (whk_…)" }),
  eventId: NullableText({ description: "For outbound: the event (evt_…)" }),
  state: StringEnum(recordStates),
  outcome: NullableEnum(outcomes, { description: "The result; null while it is pending or processing" }),
  attempts: Type.Integer({ minimum: 0 }),
  lastError: NullableText(),
  createdAt: Timestamp,
  processedAt: NullableTimestamp(),
};

export const WebhookEvent = Type.Object(fields, { title: "WebhookEvent" });
export type WebhookEvent = Static<typeof WebhookEvent>;
export const WebhookEventList = ListOf(WebhookEvent);

export const WebhookEventWithPayload = extending(
  WebhookEvent,
  {
    payload: Type.Unknown({
      description: "The platform's payload, kept until it is processed; or the event as delivered. null when it is no longer kept",
    }),
  },
  { title: "WebhookEventWithPayload" },
);
export type WebhookEventWithPayload = Static<typeof WebhookEventWithPayload>;

export const WebhookEventsQuery = listQuery({
  direction: Type.Optional(StringEnum(directions)),
  state: Type.Optional(StringEnum(recordStates)),
  since: Type.Optional(Type.String({ format: "date-time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Exclusive" })),
});
export type WebhookEventsQuery = Static<typeof WebhookEventsQuery>;
