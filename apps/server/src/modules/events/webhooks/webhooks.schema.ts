import { type Static, Type } from "typebox";
import { extending } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { EventEnvelope } from "#modules/events/events/index.ts";
import { headersMax, headerValueMax } from "./custom-headers.ts";
import { choicesMax, conditionsMax, type FilterCondition, filterOps, pathLengthMax } from "./data-filter.ts";

export const endpointStatuses = ["active", "paused", "disabled"] as const;
export const signatureSchemes = ["hmac-sha256", "ed25519"] as const;
export type SignatureScheme = (typeof signatureSchemes)[number];

const filterScalar = { type: ["string", "number", "boolean", "null"], maxLength: 200 };
const filter = Type.Unsafe<FilterCondition[]>({
  title: "WebhookFilter",
  type: "array",
  maxItems: conditionsMax,
  description:
    "Only events whose data match all conditions. eq, ne: the value equals, or does not equal, this; in: the value is in the list; exists: true when the field is present and not null; prefix: the text starts with this; contains: the list contains this",
  items: {
    title: "WebhookFilterCondition",
    type: "object",
    required: ["path", "op", "value"],
    additionalProperties: false,
    properties: {
      path: {
        type: "string",
        minLength: 1,
        maxLength: pathLengthMax,
        description: "Path in the event's data, with names separated by dots: message.type",
      },
      op: { type: "string", enum: [...filterOps] },
      value: { anyOf: [filterScalar, { type: "array", items: filterScalar, minItems: 1, maxItems: choicesMax }] },
    },
  },
});

/** The wire's values for the states in the table. */
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
    description: "Only events of these channels; null: all events, including those without a channel",
  }),
  status: StringEnum(endpointStatuses, {
    description: "paused by you, disabled by the server; events in the meantime are kept as skipped deliveries and can be replayed",
  }),
  disabledReason: NullableText(),
  failingSince: NullableTimestamp({ description: "When the current series of failures started; null after any success" }),
  failureCount: Type.Integer({ description: "Failed attempts in the current series; above ten, updated about twice a minute" }),
  headerNames: Type.Array(Type.String(), { description: "Headers added to every delivery; their values are never shown" }),
  filter,
  maxPerSecond: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "Maximum deliveries per second; null: no limit set",
  }),
  signatureScheme: StringEnum(signatureSchemes, {
    description:
      "Scheme of webhook-signature: v1, HMAC with the secret, or v1a, Ed25519 with the public key. X-Service-Signature is sent with both",
  }),
  publicKey: NullableText({ description: "whpk_…, for ed25519" }),
  previousPublicKey: NullableText({ description: "Also signs until previousSecretExpiresAt" }),
  previousSecretExpiresAt: NullableTimestamp({ description: "Until when the secret before the last rotation also signs" }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Webhook = Type.Object(endpointFields, { title: "Webhook" });
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = extending(
  Webhook,
  { secret: Type.String({ description: "Signing secret, whsec_…: shown only once" }) },
  { title: "WebhookWithSecret" },
);

export const WebhookList = ListOf(Webhook);
export const ListWebhooksQuery = listQuery({ status: Type.Optional(StringEnum(endpointStatuses)) });

const url = Type.String({ minLength: 1, maxLength: 2048, description: "https URL; redirects are not followed" });
const events = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Event types, or * for all types, including future ones",
});
const description = NullableText({ maxLength: 500 });
const channelIds = Type.Unsafe<string[] | null>({
  type: ["array", "null"],
  items: { type: "string", maxLength: 100 },
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
});

const headers = Type.Unsafe<Record<string, string> | null>({
  type: ["object", "null"],
  maxProperties: headersMax,
  additionalProperties: { type: "string", maxLength: headerValueMax },
  description: "Names and values, added to every delivery. Encrypted, and never shown again; replaces all existing headers",
});
const maxPerSecond = Type.Unsafe<number | null>({
  type: ["integer", "null"],
  minimum: 1,
  maximum: 1_000,
  description: "Maximum deliveries per second, including retries; more are delayed",
});
const controls = {
  headers: Type.Optional(headers),
  filter: Type.Optional(filter),
  maxPerSecond: Type.Optional(maxPerSecond),
  signatureScheme: Type.Optional(StringEnum(signatureSchemes)),
};

export const CreateWebhook = Type.Object(
  {
    url,
    events,
    description: Type.Optional(description),
    channelIds: Type.Optional(channelIds),
    ...controls,
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
    ...controls,
    status: Type.Optional(StringEnum(["active", "paused"], { description: "active also re-activates a disabled webhook" })),
  },
  { title: "UpdateWebhook" },
);
export type UpdateWebhook = Static<typeof UpdateWebhook>;

export const TestFilter = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 100, description: "An event's type" }),
    channelId: Type.Optional(NullableText({ maxLength: 100 })),
    data: Type.Record(Type.String(), Type.Unknown(), { description: "An event's data" }),
    filter: Type.Optional(filter),
  },
  { title: "TestWebhookFilter" },
);
export type TestFilter = Static<typeof TestFilter>;

export const FilterVerdict = Type.Object(
  {
    delivered: Type.Boolean({ description: "Whether this webhook would receive such an event while active" }),
    stoppedBy: Type.Unsafe<"events" | "channelIds" | "filter" | null>({
      type: ["string", "null"],
      enum: ["events", "channelIds", "filter", null],
      description: "The field that excludes it",
    }),
    condition: Type.Unsafe<number | null>({
      type: ["integer", "null"],
      description: "Index in the filter of the first condition that is not met, from 0",
    }),
  },
  { title: "WebhookFilterVerdict" },
);

export const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() });

const deliveryFields = {
  id: Type.String(),
  webhookId: Type.String(),
  eventId: Type.String({ description: "Sent as webhook-id; the same on every attempt and replay" }),
  eventType: Type.String(),
  state: StringEnum(deliveryStates, { description: "skipped: the webhook was paused or disabled" }),
  attemptCount: Type.Integer({ description: "Attempts so far, including the current one" }),
  nextAttemptAt: NullableTimestamp({ description: "While pending: the next attempt" }),
  lastStatus: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "HTTP status of the last response" }),
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
    attempt: Type.Integer({ description: "Sent as X-Service-Attempt" }),
    startedAt: Timestamp,
    durationMs: Type.Integer(),
    requestHeaders: Type.Unsafe<Record<string, string | null>>({
      type: "object",
      additionalProperties: { type: ["string", "null"] },
      description:
        "Headers of the request. null: signatures, and the webhook's own headers, whose values are never shown; their names are the current ones",
    }),
    status: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
    errorKind: Type.Unsafe<(typeof errorKinds)[number] | null>({ type: ["string", "null"], enum: [...errorKinds, null] }),
    error: NullableText(),
    address: NullableText({ description: "IP address of the endpoint" }),
    responseBody: NullableText({ description: "The first 4 kB of the response" }),
  },
  { title: "DeliveryAttempt" },
);

export const DeliveryDetail = extending(
  Delivery,
  {
    event: EventEnvelope,
    attempts: Type.Array(Attempt, { description: "Oldest first, at most 100" }),
  },
  { title: "DeliveryDetail" },
);

export const DeliveryList = ListOf(Delivery);
export const ListDeliveriesQuery = listQuery({ state: Type.Optional(StringEnum(deliveryStates)) });

export const CreateReplay = Type.Object(
  {
    since: Type.String({ format: "date-time", description: "Events at or after this time" }),
    until: Type.Optional(Nullable(Type.String({ format: "date-time", description: "Events before this time; default: now" }))),
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
    state: StringEnum(["running", "done", "cancelled"], {
      description: "cancelled: the webhook was paused, disabled or removed in the meantime",
    }),
    deliveries: Type.Integer({ description: "Deliveries created so far" }),
    createdAt: Timestamp,
  },
  { title: "WebhookReplay" },
);
export type Replay = Static<typeof Replay>;

export const ReplayParams = Type.Object({ id: Type.String(), replayId: Type.String() });
