import { type Static, Type } from "typebox";
import { Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { intervalNames } from "./calendar.ts";
import { dimensionNames, metricKinds, metricKeys, metricUnits } from "./definitions.ts";

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ["number", "null"], description });

const range = {
  since: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        "Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until",
    }),
  ),
  until: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since",
    }),
  ),
  timezone: Type.String({
    maxLength: 60,
    default: "UTC",
    description: "IANA name; defines days, weeks, months and hours, for example Europe/Berlin",
  }),
  channelId: Type.Optional(Type.String({ maxLength: 100, description: "Only this channel" })),
  channelKind: Type.Optional(Type.String({ maxLength: 40, description: "Only channels of this kind, for example chat_app" })),
  assigneeId: Type.Optional(
    Type.String({ maxLength: 100, description: "Only conversations assigned to this agent at the time; none: unassigned" }),
  ),
  divisionId: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Only conversations in this division at the time; none: in no division",
    }),
  ),
  subdivisions: Type.Boolean({
    default: false,
    description:
      "Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two",
  }),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: 150, description: "Only conversations that had the label with this name at the time" }),
  ),
};
const metric = StringEnum(metricKeys, { default: "messages_received", description: "See GET /metrics/definitions" });

export const SummaryQuery = Type.Object(range);
export const TimeseriesQuery = Type.Object({
  metric,
  interval: StringEnum(intervalNames, { default: "day", description: "Weeks start on Monday; hours for at most 62 days" }),
  ...range,
});
export const BreakdownQuery = Type.Object({
  metric,
  by: StringEnum(dimensionNames, { default: "channel", description: "One of the metric's dimensions" }),
  ...range,
});
export type RangeQuery = Static<typeof SummaryQuery>;

const answered = {
  since: Timestamp,
  until: Timestamp,
  timezone: Type.String(),
  asOf: Type.String({ format: "date-time", description: "Everything before this time has been counted" }),
};

const Percentiles = Type.Object(
  { p50: Type.Number(), p90: Type.Number(), p95: Type.Number(), p99: Type.Number() },
  { title: "Percentiles", description: "Seconds, accurate to 5 %" },
);

const value = {
  value: nullableNumber("A count; for a rate 0 to 1; for an average or a duration the average. null: the denominator is zero"),
  observations: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description: "For a duration the number of cases, for a rate or an average the denominator; null for counts",
  }),
  sum: nullableNumber("For a duration the sum in seconds, for a rate or an average the numerator; null for counts"),
  percentiles: Nullable(Percentiles),
};
const what = { metric: StringEnum(metricKeys, { title: "MetricKey" }), unit: StringEnum(metricUnits) };

export const MetricsSummary = Type.Object(
  {
    ...answered,
    metrics: Type.Array(Type.Object({ ...what, ...value }, { title: "MetricValue" }), {
      description: "All metrics that have the filtered dimensions, in the order of the definitions",
    }),
    backlog: Type.Object(
      {
        open: Type.Integer(),
        pending: Type.Integer(),
        unassigned: Type.Integer({ description: "Open and unassigned" }),
        waiting: Type.Integer({ description: "Unresolved conversations whose customer is waiting for an answer" }),
        longestWaitingSince: NullableTimestamp(),
      },
      { title: "Backlog", description: "Current state, regardless of the period" },
    ),
  },
  { title: "MetricsSummary" },
);
export type MetricsSummary = Static<typeof MetricsSummary>;

export const MetricsTimeseries = Type.Object(
  {
    ...answered,
    ...what,
    interval: StringEnum(intervalNames),
    points: Type.Array(
      Type.Object(
        {
          start: Timestamp,
          end: Timestamp,
          local: Type.String({ description: "Start in the local time of the time zone, with its offset" }),
          ...value,
        },
        { title: "MetricPoint" },
      ),
      { description: "Every interval of the period; the first and last may be partial" },
    ),
  },
  { title: "MetricsTimeseries" },
);
export type MetricsTimeseries = Static<typeof MetricsTimeseries>;

export const MetricsBreakdown = Type.Object(
  {
    ...answered,
    ...what,
    by: StringEnum(dimensionNames),
    groups: Type.Array(
      Type.Object(
        {
          key: NullableText({
            description:
              "chn_…, a kind of channel, agt_… (null: unassigned), div_… (null: in no division), lbl_…, a kind of author, or day of the week (1 is Monday, 7 Sunday) and hour, as 1-09",
          }),
          name: NullableText({ description: "For a channel, an agent, a division or a label; null for others and for deleted ones" }),
          ...value,
        },
        { title: "MetricGroup" },
      ),
      {
        description:
          "Largest value first; for hours of the week all 168, in order. A conversation with several labels counts in each label's group, one without labels in none; with subdivisions, a conversation counts in the group of its division and of each parent",
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
          metric: StringEnum(metricKeys, { title: "MetricKey" }),
          unit: StringEnum(metricUnits),
          kind: StringEnum(metricKinds, { description: "Only counts and durations can be summed over periods and groups" }),
          description: Type.String(),
          dimensions: Type.Array(StringEnum(dimensionNames), {
            description:
              "Available breakdowns; channel and channel_kind are filtered by channelId and channelKind, assignee by assigneeId, division by divisionId, label by label",
          }),
        },
        { title: "MetricDefinition" },
      ),
    ),
  },
  { title: "MetricDefinitions" },
);
