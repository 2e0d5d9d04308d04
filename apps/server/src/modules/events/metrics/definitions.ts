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
    `As sla_compliance, of ${words} alone; null when none was due`,
  );

export const definitions: readonly Definition[] = [
  count("messages_received", "messages", "Messages that customers wrote, without the platform's notices", ofConversation),
  count(
    "messages_sent",
    "messages",
    "Outbound messages accepted for sending, or typed in the platform's own app; notes are none",
    [...ofConversation, "author_kind"],
    sent,
  ),
  count("messages_delivered", "messages", "Of the messages sent in the range, those delivered or read until now", ofChannel),
  count("messages_read", "messages", "Of the messages sent in the range, those read until now", ofChannel),
  count("messages_failed", "messages", "Of the messages sent in the range, those that failed until now", ofChannel),
  rate("delivery_rate", "messages_delivered", sent, "messages_delivered by messages_sent, 0 to 1; null when nothing was sent", ofChannel),
  rate("read_rate", "messages_read", sent, "messages_read by messages_sent, 0 to 1; null when nothing was sent", ofChannel),
  rate("failure_rate", "messages_failed", sent, "messages_failed by messages_sent, 0 to 1; null when nothing was sent", ofChannel),
  count("conversations_created", "conversations", "Conversations that began, with a message from or to the contact", ofChannel),
  count("conversations_reopened", "conversations", "Times that a resolved conversation was opened again", ofConversation),
  count("conversations_resolved", "conversations", "Times that a conversation was resolved", ofConversation),
  count(
    "conversations_labelled",
    "conversations",
    "Labels put on conversations; by label: how many conversations got it, whenever they began",
    ofConversation,
  ),
  duration(
    "first_response_time",
    "first_response",
    "first_responses",
    "Once per conversation: from the customer's first message to the team's first answer to it; the chatbot's time is not counted",
  ),
  duration(
    "response_time",
    "response",
    "responses",
    "From the customer's first message without an answer of the team to that answer; the first response is one of them",
  ),
  duration(
    "resolution_time",
    "resolution",
    "resolutions",
    "From the beginning of a conversation, or its last reopening, to its being resolved",
  ),
  {
    key: "active_contacts",
    unit: "contacts",
    description: "Different contacts that wrote; exact",
    dimensions: ["channel", "channel_kind"],
    source: { kind: "distinct" },
  },
  count("new_contacts", "contacts", "Contacts created, by hand or by a message from or to somebody new", ["hour_of_week"]),
  count("sla_met", "targets", "Targets of conversations' SLA policies that were met, when they were", ofConversation, slaMet),
  count("sla_missed", "targets", "Targets of conversations' SLA policies that were missed, when they were due", ofConversation, slaMissed),
  rate(
    "sla_compliance",
    slaMet,
    [...slaMet, ...slaMissed],
    "sla_met by what was met or missed in the range, 0 to 1; null when nothing was due",
  ),
  compliance("first_response", "first responses"),
  compliance("next_response", "responses after the first one"),
  compliance("resolution", "resolutions"),
  count("ticket_sla_met", "targets", "Targets of tickets' SLA policies that were met, when they were", ofConversation),
  count("ticket_sla_missed", "targets", "Targets of tickets' SLA policies that were missed, when they were due", ofConversation),
  rate(
    "ticket_sla_compliance",
    "ticket_sla_met",
    ["ticket_sla_met", "ticket_sla_missed"],
    "ticket_sla_met by what was met or missed in the range, 0 to 1; null when nothing was due",
  ),
  count("csat_asked", "surveys", "Times that a customer was asked how it was", ofConversation),
  count("csat_answered", "surveys", "Of those asked in the range, those who answered until now", ofConversation),
  rate("csat_response_rate", "csat_answered", ["csat_asked"], "csat_answered by csat_asked, 0 to 1; null when nobody was asked"),
  {
    key: "csat_average_rating",
    unit: "points",
    description: "Average of the answers, 1 to 5; null when nobody answered",
    dimensions: ofConversation,
    source: { kind: "average", of: ["csat_points"], by: ["csat_answered"] },
  },
  rate("csat_score", "csat_satisfied", ["csat_answered"], "Share of answers of 4 or 5, 0 to 1; null when nobody answered"),
];

const byKey = new Map(definitions.map((definition) => [definition.key, definition]));

export function definitionOf(key: MetricKey): Definition {
  return byKey.get(key) as Definition;
}
