import { type Static, Type } from "typebox";
import { Contact } from "#modules/contacts/contacts/index.ts";
import { TemplateParameters } from "#modules/channels/templates/index.ts";
import { audienceItem } from "#modules/contacts/segments/index.ts";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import {
  ListOf,
  listQuery,
  Nullable,
  NullableText,
  NullableTimestamp,
  NullableEnum,
  Timestamp,
  StringEnum,
} from "#platform/http/schemas.ts";

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
  "restored",
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
  Type.String({ minLength: 1, maxLength: 1_024, description: "The same for every recipient" }),
  Type.Number(),
  Type.Object(
    { name: Type.Optional(Type.String({ maxLength: 100 })), value: Type.Union([Type.String({ maxLength: 1_024 }), Type.Number()]) },
    { title: "BroadcastValue", description: "The same for every recipient; includes the variable's name if variables have names" },
  ),
  Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: 100 })),
      field: Type.String({ description: `Of each contact: ${personal}` }),
      fallback: Type.Optional(Type.String({ maxLength: 1_024, description: "For contacts without a value; if omitted, they are skipped" })),
    },
    { title: "BroadcastField" },
  ),
]);
const BroadcastTemplate = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 512 }),
    language: Type.String({ minLength: 1, maxLength: 20 }),
    variables: Type.Optional(Type.Array(variable, { maxItems: 50 })),
    components: Type.Optional(Type.Array(TemplateParameters, { description: "As in the content of a message" })),
  },
  { title: "BroadcastTemplate", description: "An approved template, on a channel that has templates" },
);
const BroadcastText = Type.Object(
  { text: Type.String({ minLength: 1 }) },
  { title: "BroadcastText", description: "On other channels: reaches contacts whose customer service window is open" },
);

const givenContent = Type.Unsafe<Record<string, unknown> | string>({
  type: ["object", "string"],
  additionalProperties: true,
  description:
    "On a channel with templates, an approved template: { name, language, variables }, as an object or as JSON text. A variable is a literal, or { field, fallback } from each contact: name, firstName, phone, email, source, country, language, timezone, customFields.KEY; contacts with neither value nor fallback are skipped. Named variables include their name: { name, value } or { name, field, fallback }. On other channels a text, sent to contacts whose customer service window is open; it can use the same fields as {{contact.firstName|there}}, where `there` is the fallback",
});

const messageContent = documentedAs(
  givenContent,
  Type.Union([BroadcastTemplate, BroadcastText, Type.String({ description: "The text, or one of the objects as JSON text" })], {
    title: "BroadcastContentInput",
    description: (givenContent as { description?: string }).description as string,
  }),
);

const ruleList = Type.Array(documentedAs(Type.Unsafe<unknown>({ type: "object", additionalProperties: true }), audienceItem), {
  maxItems: 50,
  description: "As in a segment: rules { field, op, value } or groups { match, rules }",
});
const match = Type.Optional(StringEnum(["all", "any"], { description: "Default: all" }));

export const TargetAudience = Type.Object(
  {
    segmentId: Type.Optional(Type.String({ maxLength: 100, description: "With its rules at the time when the broadcast starts" })),
    match,
    rules: Type.Optional(ruleList),
    exclude: Type.Optional(Type.Object({ match, rules: ruleList }, { description: "With rules: contacts that match these are excluded" })),
    contactIds: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: contactIdsMax })),
    all: Type.Optional(Type.Literal(true, { description: "All contacts" })),
  },
  {
    title: "TargetAudience",
    description:
      "Exactly one of segmentId, rules, contactIds and all. With none of them, or an empty one, the audience is empty: 422 audience_empty",
  },
);
export type TargetAudience = Static<typeof TargetAudience>;

export const QuietHours = Type.Object(
  {
    from: wallTime,
    to: wallTime,
    timezone: Type.String({ minLength: 1, maxLength: 64, description: "IANA name; for contacts without their own time zone" }),
  },
  {
    title: "QuietHours",
    description: "When the broadcast is not sent, in each recipient's local time. May span midnight: 21:00 to 08:00",
  },
);
export type QuietHours = Static<typeof QuietHours>;

export const AutoPause = Type.Object(
  {
    failurePercent: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "Percentage of the messages so far; above it the broadcast pauses",
    }),
    optOutPercent: Type.Number({
      minimum: 0,
      maximum: 100,
      description: "Percentage of the messages so far; above it the broadcast pauses",
    }),
    afterMessages: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Minimum number of messages before the limits apply" }),
  },
  { title: "AutoPause" },
);
export type AutoPause = Static<typeof AutoPause>;
export const autoPauseDefault: AutoPause = { failurePercent: 30, optOutPercent: 5, afterMessages: 100 };

const sendRatePerMinute = Nullable(
  Type.Integer({ minimum: 1, maximum: ratePerMinuteMax, description: "null: as fast as the channel allows" }),
);
const scheduledAt = NullableTimestamp({
  description: "Automatic start time; null: not scheduled. Setting it on a draft schedules it; null makes a scheduled one a draft again",
});

const settings = {
  scheduledAt: Type.Optional(scheduledAt),
  sendRatePerMinute: Type.Optional(sendRatePerMinute),
  quietHours: Type.Optional(Nullable(QuietHours)),
  autoPause: Type.Optional(
    Type.Union([AutoPause, Type.Null()], {
      description: "Limits that pause it automatically; null: none. Default: 30 %, 5 %, after 100 messages",
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
  { title: "UpdateBroadcast", description: "Omitted fields keep their values" },
);
export type UpdateBroadcast = Static<typeof UpdateBroadcast>;

export const ScheduleBroadcast = Type.Object(
  { scheduledAt: Type.Optional(Type.String({ format: "date-time", description: "Default: the broadcast's existing start time" })) },
  { title: "ScheduleBroadcast" },
);

export const BroadcastCounts = Type.Object(
  {
    recipients: Type.Integer({ description: "All recipients, including skipped ones; 0 until they are frozen" }),
    pending: Type.Integer(),
    sending: Type.Integer(),
    sent: Type.Integer({ description: "Sent, with no further status yet" }),
    delivered: Type.Integer(),
    read: Type.Integer(),
    replied: Type.Integer(),
    failed: Type.Integer(),
    unknown: Type.Integer({ description: "The platform call was interrupted; never resent automatically" }),
    skipped: Type.Integer(),
    optedOut: Type.Integer({ description: "Of the recipients who received it, within 7 days" }),
  },
  { title: "BroadcastCounts", description: "Each recipient counts once, under its latest status; optedOut counts separately" },
);
export type BroadcastCounts = Static<typeof BroadcastCounts>;

const completion =
  "While it is sending, after the recipients are frozen: estimated at its rate and the channel's, including quietHours in the recipients' time zones";

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
    status: StringEnum(broadcastStatuses),
    pauseReason: NullableEnum(pauseReasons, {
      description:
        "channel_refused: the platform currently accepts no messages of the number (its recipient limit is reached, spam, a payment, a block); grant_ended: the grant under which an agency sent it has ended; restored: the installation was restored from a backup, and recipients that are pending may have got it after the backup",
    }),
    error: NullableText({ description: "Why it failed, or why nothing more is sent until it is paused and resumed" }),
    warnings: Type.Array(Type.Object({ field: Type.String(), issue: Type.String(), message: Type.String() }), {
      description:
        "For a draft or a scheduled broadcast: why it would be refused if it were sent now, because of its template (unknown on the channel, not approved, or with other variables)",
    }),
    scheduledAt,
    sendRatePerMinute,
    quietHours: Nullable(QuietHours),
    autoPause: Nullable(AutoPause),
    counts: BroadcastCounts,
    recipientsFrozenAt: NullableTimestamp({ description: "When the recipients were frozen" }),
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
  status: Type.Optional(StringEnum(broadcastStatuses)),
  channelId: Type.Optional(Type.String()),
  since: Type.Optional(Type.String({ format: "date-time", description: "Started at or after this time" })),
  until: Type.Optional(Type.String({ format: "date-time", description: "Started before this time" })),
});

export const Recipient = Type.Object(
  {
    contactId: Type.String(),
    name: NullableText(),
    phone: NullableText(),
    status: StringEnum(recipientStatuses),
    reason: NullableText({ description: `When skipped: ${skipReasons.join(", ")}; when failed: an error code` }),
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
export const ListRecipientsQuery = listQuery({ status: Type.Optional(StringEnum(recipientStatuses)) });

const Reasons = Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), { description: "Most frequent first" });
const share = (description: string) => Type.Unsafe<number | null>({ type: ["number", "null"], description });

export const BroadcastStats = Type.Object(
  {
    id: Type.String(),
    status: StringEnum(broadcastStatuses),
    counts: BroadcastCounts,
    skippedBy: Reasons,
    failedBy: Reasons,
    funnel: Type.Object(
      { attempted: Type.Integer(), sent: Type.Integer(), delivered: Type.Integer(), read: Type.Integer(), replied: Type.Integer() },
      { description: "Recipients who reached at least this status so far" },
    ),
    rates: Type.Object(
      {
        delivered: share("Share of those sent"),
        read: share("Share of those sent"),
        replied: share("Share of those sent"),
        failed: share("Share of those attempted"),
        optedOut: share("Share of those sent"),
      },
      { description: "Shares between 0 and 1; null: the base is zero" },
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
    scheduledAt: Type.Optional(NullableTimestamp({ description: "Planned start; omitted, null or past: now" })),
    quietHours: Type.Optional(Nullable(QuietHours)),
  },
  { title: "PreviewBroadcast" },
);
export type PreviewBroadcast = Static<typeof PreviewBroadcast>;

export const BroadcastPreview = Type.Object(
  {
    count: Type.Integer({ description: "Contacts currently in the audience" }),
    exact: Type.Boolean({
      description:
        "false: a large tenant whose contacts could not be counted quickly; count and skips are then estimated from every fiftieth contact",
    }),
    countRange: Type.Object(
      { from: Type.Integer(), to: Type.Integer() },
      { description: "95 % confidence interval of the exact count; both equal count when it is exact" },
    ),
    sample: Type.Array(Contact, { description: "Ten of them; the newest if the count is exact" }),
    samples: Type.Array(Contact, { description: "Same as sample" }),
    skips: Type.Object(
      { opted_out: Type.Integer(), blocked: Type.Integer(), no_identity: Type.Integer(), window_closed: Type.Integer() },
      { description: "Who would currently be excluded, each for the first reason that applies" },
    ),
    sendable: Type.Integer({ description: "count minus skips" }),
    estimatedSeconds: Type.Integer({ description: "Sending time at the given rate and the channel's, without quiet hours" }),
    estimatedCompletionAt: Type.String({
      format: "date-time",
      description: "When sending would end if it starts at scheduledAt, otherwise now, including quietHours in the recipients' time zones",
    }),
    cost: Type.Object(
      { amount: Type.Number({ description: "0: messages have no price here" }), currency: Type.String({ description: "ISO 4217" }) },
      { description: "What the installation charges, without the fees of the channel's platform" },
    ),
  },
  { title: "BroadcastPreview" },
);
export type BroadcastPreview = Static<typeof BroadcastPreview>;
