import { type Static, Type } from "typebox";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";
import { EventEnvelope } from "#modules/events/index.ts";

export const endpointStatuses = ["active", "paused", "disabled"] as const;

/** Words of the wire for the states of the table. */
export const deliveryStates = ["pending", "delivering", "delivered", "failed", "skipped"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const endpointFields = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String(), { description: "Event types, or * for all" }),
  description: NullableText(),
  channelIds: Type.Unsafe<string[] | null>({
    type: ["array", "null"],
    items: { type: "string" },
    description: "Only events of these channels; null: of all, and events that belong to none",
  }),
  status: Words(endpointStatuses, {
    description: "paused by you, disabled by us; events of the time are kept as skipped deliveries and can be replayed",
  }),
  disabledReason: NullableText(),
  failingSince: NullableTimestamp({ description: "Start of the present run of failures; null after any success" }),
  failureCount: Type.Integer({ description: "Failed attempts of that run; beyond ten it is brought up to date about twice a minute" }),
  previousSecretExpiresAt: NullableTimestamp({ description: "Until when the secret before the last rotation signs too" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Webhook = Type.Object(endpointFields, { title: "Webhook" });
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({ description: "Signing secret, whsec_…: shown this once" }),
  },
  { title: "WebhookWithSecret" },
);

export const WebhookList = ListOf(Webhook);
export const ListWebhooksQuery = listQuery({ status: Type.Optional(Words(endpointStatuses)) });

const url = Type.String({ minLength: 1, maxLength: 2048, description: "https address; redirects are not followed" });
const events = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Event types, or * for all, also those to come",
});
const description = NullableText({ maxLength: 500 });
const channelIds = Type.Unsafe<string[] | null>({
  type: ["array", "null"],
  items: { type: "string", maxLength: 100 },
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
});

export const CreateWebhook = Type.Object(
  {
    url,
    events,
    description: Type.Optional(description),
    channelIds: Type.Optional(channelIds),
  },
  { title: "CreateWebhook" },
);
export type CreateWebhook = Static<typeof CreateWebhook>;

export const UpdateWebhook = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description: Type.Optional(description),
    channelIds: Type.Optional(channelIds),
    status: Type.Optional(Words(["active", "paused"], { description: "active also re-activates a disabled webhook" })),
  },
  { title: "UpdateWebhook" },
);
export type UpdateWebhook = Static<typeof UpdateWebhook>;

export const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() });

const deliveryFields = {
  id: Type.String(),
  webhookId: Type.String(),
  eventId: Type.String({ description: "Header webhook-id; the same on every attempt and replay" }),
  eventType: Type.String(),
  state: Words(deliveryStates, { description: "skipped: the webhook was paused or disabled" }),
  attemptCount: Type.Integer({ description: "Attempts made; the one under way counts" }),
  nextAttemptAt: NullableTimestamp({ description: "While pending" }),
  lastStatus: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "HTTP status of the last answer" }),
  lastError: NullableText(),
  replayId: NullableText(),
  createdAt: Timestamp,
  completedAt: NullableTimestamp(),
};

export const Delivery = Type.Object(deliveryFields, { title: "Delivery" });
export type Delivery = Static<typeof Delivery>;

export const errorKinds = [
  "status",
  "redirect",
  "blocked",
  "dns",
  "connect",
  "timeout",
  "tls",
  "network",
  "too_large",
  "aborted",
  "internal",
] as const;

export const Attempt = Type.Object(
  {
    id: Type.String(),
    attempt: Type.Integer({ description: "Header X-Service-Attempt" }),
    startedAt: Timestamp,
    durationMs: Type.Integer(),
    status: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
    errorKind: Type.Unsafe<(typeof errorKinds)[number] | null>({ type: ["string", "null"], enum: [...errorKinds, null] }),
    error: NullableText(),
    address: NullableText({ description: "IP address that was called" }),
    responseBody: NullableText({ description: "The first 4 kB" }),
  },
  { title: "DeliveryAttempt" },
);

export const DeliveryDetail = Type.Object(
  {
    ...deliveryFields,
    event: EventEnvelope,
    attempts: Type.Array(Attempt, { description: "Oldest first, at most 100" }),
  },
  { title: "DeliveryDetail" },
);

export const DeliveryList = ListOf(Delivery);
export const ListDeliveriesQuery = listQuery({ state: Type.Optional(Words(deliveryStates)) });

export const CreateReplay = Type.Object(
  {
    since: Type.String({ format: "date-time", description: "Events from this instant on" }),
    until: Type.Optional(Nullable(Type.String({ format: "date-time", description: "and before this one; absent: until now" }))),
  },
  { title: "CreateReplay" },
);
export type CreateReplay = Static<typeof CreateReplay>;

export const Replay = Type.Object(
  {
    id: Type.String(),
    webhookId: Type.String(),
    since: Timestamp,
    until: Timestamp,
    state: Words(["running", "done", "cancelled"], { description: "cancelled: the webhook was paused, disabled or removed meanwhile" }),
    deliveries: Type.Integer({ description: "Made so far" }),
    createdAt: Timestamp,
  },
  { title: "WebhookReplay" },
);
export type Replay = Static<typeof Replay>;

export const ReplayParams = Type.Object({ id: Type.String(), replayId: Type.String() });
