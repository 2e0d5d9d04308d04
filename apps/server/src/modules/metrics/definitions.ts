import type { Duration } from "./rollup.fold.ts";

/** The closed list of metrics: what GET /metrics/definitions answers, and how each is read from the rollups. */

export const dimensionWords = ["channel", "channel_kind", "assignee", "author_kind", "hour_of_week"] as const;
export type Dimension = (typeof dimensionWords)[number];

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
  "first_response_time",
  "response_time",
  "resolution_time",
  "active_contacts",
  "new_contacts",
] as const;
export type MetricKey = (typeof metricKeys)[number];

export const kindWords = ["count", "rate", "duration", "distinct"] as const;
export const unitWords = ["messages", "conversations", "contacts", "ratio", "seconds"] as const;

/** How a metric is read. `columns` are of metric_rollups, and added up. */
export type Source =
  | { kind: "count"; columns: readonly string[] }
  | { kind: "rate"; of: string; by: readonly string[] }
  | { kind: "duration"; duration: Duration; observations: string; ms: string }
  | { kind: "distinct" };

export interface Definition {
  key: MetricKey;
  unit: (typeof unitWords)[number];
  description: string;
  /** Filters and groupings that it has. */
  dimensions: readonly Dimension[];
  source: Source;
}

export const sentColumn = (kind: AuthorKind) => `sent_${kind}`;
const sent = authorKinds.map(sentColumn);
const ofConversation = ["channel", "channel_kind", "assignee", "hour_of_week"] as const;
const ofChannel = ["channel", "channel_kind", "hour_of_week"] as const;

const count = (
  key: MetricKey,
  unit: Definition["unit"],
  description: string,
  dimensions: readonly Dimension[],
  columns: readonly string[] = [key],
): Definition => ({ key, unit, description, dimensions, source: { kind: "count", columns } });

const rate = (key: MetricKey, of: string, description: string): Definition => ({
  key,
  unit: "ratio",
  description,
  dimensions: ofChannel,
  source: { kind: "rate", of, by: sent },
});

const duration = (key: MetricKey, name: Duration, observations: string, description: string): Definition => ({
  key,
  unit: "seconds",
  description,
  dimensions: ofConversation,
  source: { kind: "duration", duration: name, observations, ms: `${name}_ms` },
});

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
  rate("delivery_rate", "messages_delivered", "messages_delivered by messages_sent, 0 to 1; null when nothing was sent"),
  rate("read_rate", "messages_read", "messages_read by messages_sent, 0 to 1; null when nothing was sent"),
  rate("failure_rate", "messages_failed", "messages_failed by messages_sent, 0 to 1; null when nothing was sent"),
  count("conversations_created", "conversations", "Conversations that began, with a message from or to the contact", ofChannel),
  count("conversations_reopened", "conversations", "Times that a resolved conversation was opened again", ofConversation),
  count("conversations_resolved", "conversations", "Times that a conversation was resolved", ofConversation),
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
];

const byKey = new Map(definitions.map((definition) => [definition.key, definition]));

export function definitionOf(key: MetricKey): Definition {
  return byKey.get(key) as Definition;
}
