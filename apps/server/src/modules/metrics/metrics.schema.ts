import { type Static, Type } from "typebox";
import { Nullable, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";
import { intervalWords } from "./calendar.ts";
import { dimensionWords, kindWords, metricKeys, unitWords } from "./definitions.ts";

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ["number", "null"], description });

const range = {
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        "Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until",
    }),
  ),
  until: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since",
    }),
  ),
  timezone: Type.String({
    maxLength: 60,
    default: "UTC",
    description: "IANA name: whose days, weeks, months and hours, as Europe/Berlin",
  }),
  channelId: Type.Optional(Type.String({ maxLength: 100, description: "Only this channel" })),
  channelKind: Type.Optional(Type.String({ maxLength: 40, description: "Only channels of this kind, as chat_app" })),
  assigneeId: Type.Optional(
    Type.String({ maxLength: 100, description: "Only conversations that were assigned to this agent at the time; none: to nobody" }),
  ),
  divisionId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Only conversations that were in this division at the time; none: in no division",
    }),
  ),
  subdivisions: Type.Boolean({
    default: false,
    description:
      "Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two",
  }),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: 150, description: "Only conversations that had the label of this name at the time" }),
  ),
};
const metric = Words(metricKeys, { default: "messages_received", description: "See GET /metrics/definitions" });

export const SummaryQuery = Type.Object(range);
export const TimeseriesQuery = Type.Object({
  metric,
  interval: Words(intervalWords, { default: "day", description: "Weeks begin on Monday; hours for at most 62 days" }),
  ...range,
});
export const BreakdownQuery = Type.Object({
  metric,
  by: Words(dimensionWords, { default: "channel", description: "One of the metric's dimensions" }),
  ...range,
});
export type RangeQuery = Static<typeof SummaryQuery>;

const answered = {
  since: Timestamp,
  until: Timestamp,
  timezone: Type.String(),
  asOf: Type.String({ format: "date-time", description: "Everything until then is counted" }),
};

const Percentiles = Type.Object(
  { p50: Type.Number(), p90: Type.Number(), p95: Type.Number(), p99: Type.Number() },
  { title: "Percentiles", description: "Seconds, off by at most 5 %" },
);

const value = {
  value: nullableNumber("The count; of a rate 0 to 1; of an average or a duration the average. null: nothing to divide by"),
  observations: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "Of a duration how many, of a rate or an average what it is divided by; null for counts",
  }),
  sum: nullableNumber("Of a duration the sum in seconds, of a rate or an average what is divided; null for counts"),
  percentiles: Nullable(Percentiles),
};
const what = { metric: Words(metricKeys, { title: "MetricKey" }), unit: Words(unitWords) };

export const MetricsSummary = Type.Object(
  {
    ...answered,
    metrics: Type.Array(Type.Object({ ...what, ...value }, { title: "MetricValue" }), {
      description: "All that have the dimensions filtered by, in the order of the definitions",
    }),
    backlog: Type.Object(
      {
        open: Type.Integer(),
        pending: Type.Integer(),
        unassigned: Type.Integer({ description: "Open and assigned to nobody" }),
        waiting: Type.Integer({ description: "Unresolved whose customer waits for an answer" }),
        longestWaitingSince: NullableTimestamp(),
      },
      { title: "Backlog", description: "Now, whatever the range" },
    ),
  },
  { title: "MetricsSummary" },
);
export type MetricsSummary = Static<typeof MetricsSummary>;

export const MetricsTimeseries = Type.Object(
  {
    ...answered,
    ...what,
    interval: Words(intervalWords),
    points: Type.Array(
      Type.Object(
        {
          start: Timestamp,
          end: Timestamp,
          local: Type.String({ description: "The start as a clock of the time zone shows it, with its offset" }),
          ...value,
        },
        { title: "MetricPoint" },
      ),
      { description: "Every interval of the range; the first and last may be cut by it" },
    ),
  },
  { title: "MetricsTimeseries" },
);
export type MetricsTimeseries = Static<typeof MetricsTimeseries>;

export const MetricsBreakdown = Type.Object(
  {
    ...answered,
    ...what,
    by: Words(dimensionWords),
    groups: Type.Array(
      Type.Object(
        {
          key: NullableText({
            description:
              "chn_…, a kind of channel, agt_… (null: assigned to nobody), div_… (null: in no division), lbl_…, a kind of author, or day of the week (1 Monday to 7) and hour as 1-09",
          }),
          name: NullableText({ description: "Of a channel, an agent, a division or a label; null of others, and of what is gone" }),
          ...value,
        },
        { title: "MetricGroup" },
      ),
      {
        description:
          "Largest value first; hours of the week all 168 in order. A conversation with several labels is in the group of each, one without labels in none; with subdivisions one is in the group of its division and of each above it",
      },
    ),
  },
  { title: "MetricsBreakdown" },
);
export type MetricsBreakdown = Static<typeof MetricsBreakdown>;

export const MetricDefinitions = Type.Object(
  {
    metrics: Type.Array(
      Type.Object(
        {
          metric: Words(metricKeys, { title: "MetricKey" }),
          unit: Words(unitWords),
          kind: Words(kindWords, { description: "Only counts and durations add up over ranges and groups" }),
          description: Type.String(),
          dimensions: Type.Array(Words(dimensionWords), {
            description:
              "What it can be broken down by; channel and channel_kind are filtered by channelId and channelKind, assignee by assigneeId, division by divisionId, label by label",
          }),
        },
        { title: "MetricDefinition" },
      ),
    ),
  },
  { title: "MetricDefinitions" },
);
