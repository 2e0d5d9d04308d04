/** The request in the URL, in the API's terms, with the person's language: passed to every report. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import type { MetricDefinition, MetricKey } from "@parley/sdk";
import { metricDefinitionsQuery, type MetricsQuestion } from "../../api/metrics.ts";
import { can, meQuery } from "../../api/session.ts";
import { agentSettingsQuery } from "../../api/settings/agent-settings.ts";
import { useMinute } from "../../api/useMinute.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { type AnalyticsSearch, type ReportId, readAnalyticsSearch, reports } from "./analytics-search.ts";
import { createDates, type Dates } from "./dates.ts";
import { type Span, spanOf } from "./span.ts";

export interface ReportRequest {
  report: ReportId;
  search: AnalyticsSearch;
  change(patch: AnalyticsSearch): void;
  zone: string;
  span: Span;
  dates: Dates;
  nowMs: number;
  /** The period and the filters. */
  question: MetricsQuestion;
  /** The same for the previous period. */
  before: MetricsQuestion;
  isFiltered: boolean;
  /** Whether a metric supports the current filters. */
  counts(metric: MetricKey): boolean;
  /** Whether a metric can be grouped by a dimension. */
  groups(metric: MetricKey, by: Dimension): boolean;
  isTable(chart: string): boolean;
  setTable(chart: string, isTable: boolean): void;
}

type Dimension = MetricDefinition["dimensions"][number];

/** The charts of all reports that have a table: the meaning of `tables=all`. */
const chartIds = ["messages", "conversations", "response", "resolution", "kinds", "heat", "channels", "levels", "ratings", "team"] as const;
const moreChartIds = [
  "targets",
  "compliance",
  "groups",
  "rating",
  "distribution",
  "decisions",
  "writers",
  "outcomes",
  "flows",
  "reach",
  "broadcasts",
] as const;
const charts: readonly string[] = [...chartIds, ...moreChartIds];

/** Null until the organization's time zone is known. */
export function useReportRequest(report: ReportId): ReportRequest | null {
  const search = readAnalyticsSearch({ ...useSearch({ from: "/app/analytics/$report" }) });
  const navigate = useNavigate({ from: "/analytics/$report" });
  const { language } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: defined } = useQuery(metricDefinitionsQuery);
  const mayAsk = can(me, "agents:read");
  const settings = useQuery({ ...agentSettingsQuery(), enabled: mayAsk, throwOnError: false });
  const nowMs = useMinute();
  const dates = useMemo(() => createDates(language), [language]);
  if (defined === undefined || (mayAsk && settings.isPending && search.timezone === undefined)) return null;
  // An organization without business hours has no time zone of its own: use the reader's.
  const own = settings.data?.businessHours?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = search.timezone ?? own;
  const span = spanOf(search, zone, nowMs);
  const filters = filtersOf(search);
  const dimensions = new Map(defined.metrics.map((each) => [each.metric, each.dimensions]));
  const wanted = dimensionsOf(search);
  const tables = search.tables === undefined ? [] : search.tables === "all" ? charts : search.tables.split(",");
  const change = (patch: AnalyticsSearch) => void navigate({ search: (now) => ({ ...now, ...patch }), replace: "tables" in patch });
  return {
    ...{ report, search, change, zone, span, dates, nowMs },
    question: { ...filters, since: span.since, until: span.until, timezone: zone },
    before: { ...filters, ...span.before, timezone: zone },
    isFiltered: wanted.length > 0,
    counts: (metric) => wanted.every((each) => dimensions.get(metric)?.includes(each) === true),
    groups: (metric, by) => dimensions.get(metric)?.includes(by) === true,
    isTable: (chart) => tables.includes(chart),
    setTable(chart, isTable) {
      const next = isTable ? [...tables, chart] : tables.filter((each) => each !== chart);
      change({ tables: next.length === 0 ? undefined : next.length === charts.length ? "all" : next.join(",") });
    },
  };
}

function filtersOf({ channelId, channelKind, assigneeId, divisionId, label }: AnalyticsSearch): MetricsQuestion {
  const filters: MetricsQuestion = { channelId, channelKind, assigneeId, divisionId, label };
  for (const name of Object.keys(filters) as (keyof MetricsQuestion)[]) if (filters[name] === undefined) delete filters[name];
  // A division includes those below it.
  return divisionId === undefined || divisionId === "none" ? filters : { ...filters, subdivisions: true };
}

const filterDimensions = {
  channelId: "channel",
  channelKind: "channel_kind",
  assigneeId: "assignee",
  divisionId: "division",
  label: "label",
} as const satisfies Partial<Record<keyof AnalyticsSearch, Dimension>>;

const dimensionsOf = (search: AnalyticsSearch): Dimension[] =>
  (Object.keys(filterDimensions) as (keyof typeof filterDimensions)[])
    .filter((name) => search[name] !== undefined)
    .map((name) => filterDimensions[name]);

export const isReport = (id: string): id is ReportId => (reports as readonly string[]).includes(id);
