import type { Duration } from "./rollup.fold.ts";

/**
 * The closed list of metrics: the response of GET /metrics/definitions, and how each metric is read from the rollups.
 */

export const dimensionNames = ["channel", "channel_kind", "assignee", "division", "label", "author_kind", "hour_of_week"] as const;
export type Dimension = (typeof dimensionNames)[number];

export const authorKinds = ["member", "api", "chatbot", "flow", "broadcast", "platform"] as const;
export type AuthorKind = (typeof authorKinds)[number];

export const metricKeys = [
  "messages_received",
  "messages_sent",
  "messages_delivered",
  "messages_read",
  "messages_failed",
  "delivery_rate",
  "read_rate",
  "failure_rate",
  "conversations_created",
  "conversations_reopened",
  "conversations_resolved",
  "conversations_labelled",
  "first_response_time",
  "response_time",
  "resolution_time",
  "active_contacts",
  "new_contacts",
  "sla_met",
  "sla_missed",
  "sla_compliance",
  "sla_first_response_compliance",
  "sla_next_response_compliance",
  "sla_resolution_compliance",
  "ticket_sla_met",
  "ticket_sla_missed",
  "ticket_sla_compliance",
  "csat_asked",
  "csat_answered",
  "csat_response_rate",
  "csat_average_rating",
  "csat_score",
] as const;
export type MetricKey = (typeof metricKeys)[number];

export const metricKinds = ["count", "rate", "average", "duration", "distinct"] as const;
export const metricUnits = ["messages", "conversations", "contacts", "targets", "surveys", "points", "ratio", "seconds"] as const;

/** How a metric is read. `columns` refers to metric_rollups, and they are summed. */
export type Source =
  | { kind: "count"; columns: readonly string[] }
  | { kind: "rate" | "average"; of: readonly string[]; by: readonly string[] }
  | { kind: "duration"; duration: Duration; observations: string; ms: string }
  | { kind: "distinct" };

export interface Definition {
  key: MetricKey;
  unit: (typeof metricUnits)[number];
  description: string;
  /** The filters and groupings that it supports. */
  dimensions: readonly Dimension[];
  source: Source;
}

export const sentColumn = (kind: AuthorKind) => `sent_${kind}`;
const sent = authorKinds.map(sentColumn);
const ofConversation = ["channel", "channel_kind", "assignee", "division", "label", "hour_of_week"] as const;
const ofChannel = ["channel", "channel_kind", "hour_of_week"] as const;

const count = (
  key: MetricKey,
  unit: Definition["unit"],
  description: string,
  dimensions: readonly Dimension[],
  columns: readonly string[] = [key],
): Definition => ({ key, unit, description, dimensions, source: { kind: "count", columns } });

const rate = (
  key: MetricKey,
  of: string | readonly string[],
  by: readonly string[],
  description: string,
  dimensions: readonly Dimension[] = ofConversation,
): Definition => ({ key, unit: "ratio", description, dimensions, source: { kind: "rate", of: [of].flat(), by } });

const duration = (key: MetricKey, name: Duration, observations: string, description: string): Definition => ({
  key,
  unit: "seconds",
  description,
  dimensions: ofConversation,
  source: { kind: "duration", duration: name, observations, ms: `${name}_ms` },
});

const slaTargets = ["first_response", "next_response", "resolution"] as const;
const slaMet = slaTargets.map((target) => `sla_${target}_met`);
const slaMissed = slaTargets.map((target) => `sla_${target}_missed`);
const compliance = (target: (typeof slaTargets)[number], words: string): Definition =>
  rate(
    `sla_${target}_compliance`,
    `sla_${target}_met`,
    [`sla_${target}_met`, `sla_${target}_missed`],
    `Like sla_compliance, only for ${words}; null when none was due`,
  );

export const definitions: readonly Definition[] = [
  count("messages_received", "messages", "Messages that customers wrote, excluding the platform's notices", ofConversation),
  count(
    "messages_sent",
    "messages",
    "Outbound messages accepted for sending, or typed in the platform's own app; excluding notes",
    [...ofConversation, "author_kind"],
    sent,
  ),
  count("messages_delivered", "messages", "Messages sent in the range that have been delivered or read so far", ofChannel),
  count("messages_read", "messages", "Messages sent in the range that have been read so far", ofChannel),
  count("messages_failed", "messages", "Messages sent in the range that have failed so far", ofChannel),
  rate(
    "delivery_rate",
    "messages_delivered",
    sent,
    "messages_delivered divided by messages_sent, 0 to 1; null when nothing was sent",
    ofChannel,
  ),
  rate("read_rate", "messages_read", sent, "messages_read divided by messages_sent, 0 to 1; null when nothing was sent", ofChannel),
  rate("failure_rate", "messages_failed", sent, "messages_failed divided by messages_sent, 0 to 1; null when nothing was sent", ofChannel),
  count("conversations_created", "conversations", "Conversations started, by a message from or to the contact", ofChannel),
  count("conversations_reopened", "conversations", "Times a resolved conversation was reopened", ofConversation),
  count("conversations_resolved", "conversations", "Times a conversation was resolved", ofConversation),
  count(
    "conversations_labelled",
    "conversations",
    "Labels added to conversations; by label: how many conversations got it, whenever they started",
    ofConversation,
  ),
  duration(
    "first_response_time",
    "first_response",
    "first_responses",
    "Once per conversation: from the customer's first message to the team's first reply to it; time with the chatbot is not counted",
  ),
  duration(
    "response_time",
    "response",
    "responses",
    "From the customer's first unanswered message to the team's reply; the first response is one of them",
  ),
  duration("resolution_time", "resolution", "resolutions", "From the start of a conversation, or its last reopening, to its resolution"),
  {
    key: "active_contacts",
    unit: "contacts",
    description: "Distinct contacts that wrote; exact",
    dimensions: ["channel", "channel_kind"],
    source: { kind: "distinct" },
  },
  count("new_contacts", "contacts", "Contacts created, manually or by a message from or to somebody new", ["hour_of_week"]),
  count("sla_met", "targets", "SLA targets of conversations that were met, counted when they were met", ofConversation, slaMet),
  count("sla_missed", "targets", "SLA targets of conversations that were missed, counted when they were due", ofConversation, slaMissed),
  rate("sla_compliance", slaMet, [...slaMet, ...slaMissed], "sla_met divided by sla_met and sla_missed, 0 to 1; null when nothing was due"),
  compliance("first_response", "first responses"),
  compliance("next_response", "responses after the first one"),
  compliance("resolution", "resolutions"),
  count("ticket_sla_met", "targets", "SLA targets of tickets that were met, counted when they were met", ofConversation),
  count("ticket_sla_missed", "targets", "SLA targets of tickets that were missed, counted when they were due", ofConversation),
  rate(
    "ticket_sla_compliance",
    "ticket_sla_met",
    ["ticket_sla_met", "ticket_sla_missed"],
    "ticket_sla_met divided by ticket_sla_met and ticket_sla_missed, 0 to 1; null when nothing was due",
  ),
  count("csat_asked", "surveys", "Satisfaction surveys sent", ofConversation),
  count("csat_answered", "surveys", "Surveys sent in the range that have been answered so far", ofConversation),
  rate("csat_response_rate", "csat_answered", ["csat_asked"], "csat_answered divided by csat_asked, 0 to 1; null when nobody was asked"),
  {
    key: "csat_average_rating",
    unit: "points",
    description: "Average rating, 1 to 5; null when nobody answered",
    dimensions: ofConversation,
    source: { kind: "average", of: ["csat_points"], by: ["csat_answered"] },
  },
  rate("csat_score", "csat_satisfied", ["csat_answered"], "Share of ratings of 4 or 5, 0 to 1; null when nobody answered"),
];

const byKey = new Map(definitions.map((definition) => [definition.key, definition]));

export function definitionOf(key: MetricKey): Definition {
  return byKey.get(key) as Definition;
}
