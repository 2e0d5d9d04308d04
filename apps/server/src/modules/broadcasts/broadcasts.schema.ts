import { type Static, Type } from "typebox";
import { Contact } from "#modules/contacts/index.ts";
import { audienceItem } from "#modules/segments/index.ts";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, Nullable, NullableText, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";

export const broadcastStatuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled", "failed"] as const;
export type BroadcastStatus = (typeof broadcastStatuses)[number];

export const recipientStatuses = ["pending", "sending", "sent", "delivered", "read", "replied", "failed", "unknown", "skipped"] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

export const pauseReasons = [
  "requested",
  "failure_rate",
  "opt_out_rate",
  "channel_not_connected",
  "channel_refused",
  "template_not_approved",
  "app_inactive",
  "entitlement_exceeded",
  "internal_error",
  "grant_ended",
] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const skipReasons = [
  "opted_out",
  "blocked",
  "no_identity",
  "duplicate",
  "missing_variable",
  "too_long",
  "window_closed",
  "cancelled",
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const contactIdsMax = 1_000;
export const ratePerMinuteMax = 60_000;

const title = Type.String({ minLength: 1, maxLength: 200 });
const channelId = Type.String({ minLength: 1, maxLength: 100 });
const wallTime = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description: "HH:MM" });

const personal = "name, firstName, phone, email, source, country, language, timezone, or customFields.KEY";
const variable = Type.Union([
  Type.String({ minLength: 1, maxLength: 1_024, description: "The same for everybody" }),
  Type.Number(),
  Type.Object(
    { name: Type.Optional(Type.String({ maxLength: 100 })), value: Type.Union([Type.String({ maxLength: 1_024 }), Type.Number()]) },
    { title: "BroadcastValue", description: "The same for everybody; with the name of the variable, where they have names" },
  ),
  Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: 100 })),
      field: Type.String({ description: `Of each contact: ${personal}` }),
      fallback: Type.Optional(Type.String({ maxLength: 1_024, description: "For whoever has no value; without it they are skipped" })),
    },
    { title: "BroadcastField" },
  ),
]);
const BroadcastTemplate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 512 }),
    language: Type.String({ minLength: 1, maxLength: 20 }),
    variables: Type.Optional(Type.Array(variable, { maxItems: 50 })),
    components: Type.Optional(Type.Array(Type.Unknown(), { description: "As in the content of a message" })),
  },
  { title: "BroadcastTemplate", description: "An approved template, on a channel that has templates" },
);
const BroadcastText = Type.Object(
  { text: Type.String({ minLength: 1 }) },
  { title: "BroadcastText", description: "On other channels: reaches those whose customer service window is open" },
);

const givenContent = Type.Unsafe<Record<string, unknown> | string>({
  type: ["object", "string"],
  additionalProperties: true,
  description:
    "On a channel with templates an approved template: { name, language, variables }, as an object or as JSON text. A variable is a literal, or { field, fallback } of each contact: name, firstName, phone, email, source, country, language, timezone, customFields.KEY; whoever has no value and no fallback is skipped. Named variables carry their name: { name, value } or { name, field, fallback }. On other channels a text, which reaches those whose customer service window is open; it may speak of the same fields as {{contact.firstName|there}}, where `there` stands in for a missing one",
});

const messageContent = documentedAs(
  givenContent,
  Type.Union([BroadcastTemplate, BroadcastText, Type.String({ description: "The text, or one of the objects as JSON text" })], {
    description: (givenContent as { description?: string }).description as string,
  }),
);

const ruleList = Type.Array(documentedAs(Type.Unsafe<unknown>({ type: "object", additionalProperties: true }), audienceItem), {
  maxItems: 50,
  description: "As of a segment: rules { field, op, value } or groups { match, rules }",
});
const match = Type.Optional(Words(["all", "any"], { description: "all unless given" }));

export const TargetAudience = Type.Object(
  {
    segmentId: Type.Optional(Type.String({ maxLength: 100, description: "Its rules as they are when the broadcast starts" })),
    match,
    rules: Type.Optional(ruleList),
    exclude: Type.Optional(Type.Object({ match, rules: ruleList }, { description: "With rules: whoever matches these is left out" })),
    contactIds: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: contactIdsMax })),
    all: Type.Optional(Type.Literal(true, { description: "Every contact" })),
  },
  {
    title: "TargetAudience",
    description:
      "One of segmentId, rules, contactIds and all. Without any of them, or with an empty one, nobody is meant: 422 audience_empty",
  },
);
export type TargetAudience = Static<typeof TargetAudience>;

export const QuietHours = Type.Object(
  {
    from: wallTime,
    to: wallTime,
    timezone: Type.String({ minLength: 1, maxLength: 64, description: "IANA name; for contacts without a timezone of their own" }),
  },
  {
    title: "QuietHours",
    description: "When nobody gets the broadcast, by the clock of each recipient. May go over midnight: 21:00 to 08:00",
  },
);
export type QuietHours = Static<typeof QuietHours>;

export const AutoPause = Type.Object(
  {
    failurePercent: Type.Number({ minimum: 0, maximum: 100, description: "Of the messages so far; more than it pauses" }),
    optOutPercent: Type.Number({ minimum: 0, maximum: 100, description: "Of the messages so far; more than it pauses" }),
    afterMessages: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "So many messages first" }),
  },
  { title: "AutoPause" },
);
export type AutoPause = Static<typeof AutoPause>;
export const autoPauseDefault: AutoPause = { failurePercent: 30, optOutPercent: 5, afterMessages: 100 };

const sendRatePerMinute = Nullable(
  Type.Integer({ minimum: 1, maximum: ratePerMinuteMax, description: "null: as fast as the channel allows" }),
);
const scheduledAt = NullableTimestamp({
  description: "When it starts by itself; null: when it is scheduled or sent by hand. Set of a draft it schedules it",
});

const settings = {
  scheduledAt: Type.Optional(scheduledAt),
  sendRatePerMinute: Type.Optional(sendRatePerMinute),
  quietHours: Type.Optional(Nullable(QuietHours)),
  autoPause: Type.Optional(
    Type.Union([AutoPause, Type.Null()], {
      description: "Limits that pause it by themselves; null: none. Left out: 30 %, 5 %, after 100 messages",
    }),
  ),
};

export const CreateBroadcast = Type.Object(
  { title, channelId, messageContent, targetAudience: TargetAudience, ...settings },
  { title: "CreateBroadcast" },
);
export type CreateBroadcast = Static<typeof CreateBroadcast>;

export const UpdateBroadcast = Type.Object(
  {
    title: Type.Optional(title),
    channelId: Type.Optional(channelId),
    messageContent: Type.Optional(messageContent),
    targetAudience: Type.Optional(TargetAudience),
    ...settings,
  },
  { title: "UpdateBroadcast", description: "Fields left out stay as they are" },
);
export type UpdateBroadcast = Static<typeof UpdateBroadcast>;

export const ScheduleBroadcast = Type.Object(
  { scheduledAt: Type.Optional(Type.String({ format: "date-time", description: "Left out: the instant that the broadcast has already" })) },
  { title: "ScheduleBroadcast" },
);

export const BroadcastCounts = Type.Object(
  {
    recipients: Type.Integer({ description: "All of them, skipped ones included; 0 until they are frozen" }),
    pending: Type.Integer(),
    sending: Type.Integer(),
    sent: Type.Integer({ description: "Sent and nothing heard since" }),
    delivered: Type.Integer(),
    read: Type.Integer(),
    replied: Type.Integer(),
    failed: Type.Integer(),
    unknown: Type.Integer({ description: "The call was cut; never sent again by itself" }),
    skipped: Type.Integer(),
    optedOut: Type.Integer({ description: "Of those who got it, within 7 days" }),
  },
  { title: "BroadcastCounts", description: "Each recipient counts once, under its latest status; optedOut beside it" },
);
export type BroadcastCounts = Static<typeof BroadcastCounts>;

const completion =
  "While it is sending and it is fixed who gets it: at its pace and the channel's, resting in quietHours by the clock of their timezone";

export const Broadcast = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    channelId: Type.String(),
    messageContent: documentedAs(
      Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }),
      Type.Union([BroadcastTemplate, BroadcastText]),
    ),
    targetAudience: TargetAudience,
    status: Words(broadcastStatuses),
    pauseReason: NullableWords(pauseReasons, {
      description:
        "channel_refused: the platform takes none of the number's messages for now (its limit of people is reached, spam, a payment, a block); grant_ended: the grant under which an agency sent it has ended",
    }),
    error: NullableText({ description: "Of status failed" }),
    warnings: Type.Array(Type.Object({ field: Type.String(), issue: Type.String(), message: Type.String() }), {
      description:
        "Of a draft or a scheduled one: what would have it refused if it were sent now, for its template (unknown on the channel, not approved, or taking other variables)",
    }),
    scheduledAt,
    sendRatePerMinute,
    quietHours: Nullable(QuietHours),
    autoPause: Nullable(AutoPause),
    counts: BroadcastCounts,
    recipientsFrozenAt: NullableTimestamp({ description: "From when on it is fixed who gets it" }),
    estimatedCompletionAt: NullableTimestamp({ description: completion }),
    createdBy: Type.String({ description: "key_… or agt_…" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    startedAt: NullableTimestamp(),
    completedAt: NullableTimestamp(),
  },
  { title: "Broadcast" },
);
export type Broadcast = Static<typeof Broadcast>;

export const BroadcastList = ListOf(Broadcast);
export const ListBroadcastsQuery = listQuery({
  status: Type.Optional(Words(broadcastStatuses)),
  channelId: Type.Optional(Type.String()),
});

export const Recipient = Type.Object(
  {
    contactId: Type.String(),
    name: NullableText(),
    phone: NullableText(),
    status: Words(recipientStatuses),
    reason: NullableText({ description: `Of skipped: ${skipReasons.join(", ")}; of failed: an error code` }),
    messageId: NullableText({ description: "Its latest message" }),
    conversationId: NullableText(),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    sentAt: NullableTimestamp(),
    deliveredAt: NullableTimestamp(),
    readAt: NullableTimestamp(),
    repliedAt: NullableTimestamp(),
    optedOutAt: NullableTimestamp(),
  },
  { title: "BroadcastRecipient" },
);
export type Recipient = Static<typeof Recipient>;
export const RecipientList = ListOf(Recipient);
export const ListRecipientsQuery = listQuery({ status: Type.Optional(Words(recipientStatuses)) });

const Reasons = Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), { description: "Most frequent first" });
const share = (description: string) => Type.Unsafe<number | null>({ type: ["number", "null"], description });

export const BroadcastStats = Type.Object(
  {
    id: Type.String(),
    status: Words(broadcastStatuses),
    counts: BroadcastCounts,
    skippedBy: Reasons,
    failedBy: Reasons,
    funnel: Type.Object(
      { attempted: Type.Integer(), sent: Type.Integer(), delivered: Type.Integer(), read: Type.Integer(), replied: Type.Integer() },
      { description: "How many came at least so far" },
    ),
    rates: Type.Object(
      {
        delivered: share("Of those sent"),
        read: share("Of those sent"),
        replied: share("Of those sent"),
        failed: share("Of those attempted"),
        optedOut: share("Of those sent"),
      },
      { description: "Shares between 0 and 1; null: of nobody" },
    ),
    estimatedCompletionAt: NullableTimestamp({ description: completion }),
  },
  { title: "BroadcastStats" },
);
export type BroadcastStats = Static<typeof BroadcastStats>;

export const PreviewBroadcast = Type.Object(
  {
    channelId,
    targetAudience: TargetAudience,
    sendRatePerMinute: Type.Optional(sendRatePerMinute),
    scheduledAt: Type.Optional(NullableTimestamp({ description: "When it would start; left out, null or past: now" })),
    quietHours: Type.Optional(Nullable(QuietHours)),
  },
  { title: "PreviewBroadcast" },
);
export type PreviewBroadcast = Static<typeof PreviewBroadcast>;

export const BroadcastPreview = Type.Object(
  {
    count: Type.Integer({ description: "Contacts in the audience now" }),
    exact: Type.Boolean({
      description:
        "false: of a large tenant whose contacts could not be counted quickly; then count and skips are estimated from every fiftieth contact",
    }),
    countRange: Type.Object(
      { from: Type.Integer(), to: Type.Integer() },
      { description: "Where the exact count lies, 19 times of 20; both are count when it is exact" },
    ),
    sample: Type.Array(Contact, { description: "Ten of them, the newest when the count is exact" }),
    samples: Type.Array(Contact, { description: "The same as sample" }),
    skips: Type.Object(
      { opted_out: Type.Integer(), blocked: Type.Integer(), no_identity: Type.Integer(), window_closed: Type.Integer() },
      { description: "Who of them would be left out now, each for the first reason that holds" },
    ),
    sendable: Type.Integer({ description: "count without the skips" }),
    estimatedSeconds: Type.Integer({ description: "How long sending takes at the given rate and the channel's, without quiet hours" }),
    estimatedCompletionAt: Type.String({
      format: "date-time",
      description: "When sending would end that begins at scheduledAt, else now, and rests in quietHours, by the clock of their timezone",
    }),
    cost: Type.Object(
      { amount: Type.Number({ description: "0: messages have no price here" }), currency: Type.String({ description: "ISO 4217" }) },
      { description: "What the installation charges for it, without what the platform behind the channel asks" },
    ),
  },
  { title: "BroadcastPreview" },
);
export type BroadcastPreview = Static<typeof BroadcastPreview>;
