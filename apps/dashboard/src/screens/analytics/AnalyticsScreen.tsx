import "../../styles/screens/analytics.css";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { CalendarDays, Download, ListFilter, Table2 } from "lucide-react";
import { type ComponentType, lazy, type LazyExoticComponent, Suspense, useState } from "react";
import type { Me, Scope } from "@parley/sdk";
import { metricsFile, metricsSummaryQuery } from "../../api/metrics.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { useActions } from "../../keys/actions.ts";
import { ActiveFilters } from "../../parts/filters/ActiveFilters.tsx";
import { activeFilters } from "../../parts/filters/filter.ts";
import { FilterFields } from "../../parts/filters/FilterFields.tsx";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { FilterButton } from "../../ui/lists/FilterBar.tsx";
import { StatusDot } from "../../ui/feedback/StatusDot.tsx";
import { type ReportId, readAnalyticsSearch, reports } from "./analytics-search.ts";
import { type ReportRequest, isReport, useReportRequest } from "./report-request.ts";
import { EmptyReport } from "./EmptyReport.tsx";
import { PeriodPicker } from "./PeriodPicker.tsx";
import { intervalsOf } from "./span.ts";
import { noFilters, useAnalyticsFilters } from "./useAnalyticsFilters.ts";

const pages: Record<ReportId, LazyExoticComponent<ComponentType<{ request: ReportRequest }>>> = {
  overview: lazy(async () => ({ default: (await import("./reports/OverviewReport.tsx")).OverviewReport })),
  team: lazy(async () => ({ default: (await import("./reports/TeamReport.tsx")).TeamReport })),
  "service-levels": lazy(async () => ({ default: (await import("./reports/LevelsReport.tsx")).LevelsReport })),
  chatbot: lazy(async () => ({ default: (await import("./reports/ChatbotReport.tsx")).ChatbotReport })),
  broadcasts: lazy(async () => ({ default: (await import("./reports/BroadcastsReport.tsx")).BroadcastsReport })),
  flows: lazy(async () => ({ default: (await import("./reports/FlowsReport.tsx")).FlowsReport })),
  satisfaction: lazy(async () => ({ default: (await import("./reports/SatisfactionReport.tsx")).SatisfactionReport })),
};

/** Scopes that a report needs besides that for metrics. */
const scopes: Partial<Record<ReportId, Scope>> = { chatbot: "chatbot:read", broadcasts: "broadcasts:read", flows: "flows:read" };

/** Metrics of a period: one report for each question a team has. */
export function AnalyticsScreen() {
  const { report } = useParams({ from: "/app/analytics/$report" });
  const { data: me } = useSuspenseQuery(meQuery);
  const allowed = reportsOf(me);
  return isReport(report) && allowed.includes(report) ? <Analytics report={report} reports={allowed} /> : <NotFoundPage />;
}

function reportsOf(me: Me): ReportId[] {
  return reports.filter((id) => {
    const scope = scopes[id];
    return can(me, "metrics:read") && (scope === undefined || can(me, scope));
  });
}

function Analytics({ report, reports: shown }: { report: ReportId; reports: readonly ReportId[] }) {
  const { t } = useI18n();
  const search = readAnalyticsSearch({ ...useSearch({ from: "/app/analytics/$report" }) });
  const request = useReportRequest(report);
  return (
    <>
      <header className="head">
        <h1>{t("shell.analytics")}</h1>
        {request !== null && <Counted request={request} />}
      </header>
      <nav className="tabs" aria-label={t("shell.analytics")}>
        {shown.map((id) => (
          <Link
            key={id}
            to="/analytics/$report"
            params={{ report: id }}
            // Period and filters apply to all reports.
            search={{ ...search, by: undefined, sort: undefined }}
            aria-current={id === report ? "page" : undefined}
          >
            {t(`analytics.report.${id}`)}
          </Link>
        ))}
      </nav>
      {request === null ? <SkeletonRows rows={6} picture={false} /> : <Report request={request} />}
    </>
  );
}

/** Up to when the data is complete, and all metrics as a file. */
function Counted({ request: { question, zone, dates, nowMs } }: { request: ReportRequest }) {
  const { t } = useI18n();
  const { data, dataUpdatedAt } = useQuery(metricsSummaryQuery(question));
  const behind = data !== undefined && dataUpdatedAt - Date.parse(data.asOf) > lateMs;
  return (
    <span className="ms-auto flex items-center gap-2">
      {data !== undefined && (
        <time className="only-desktop flex items-center gap-1.5 text-12 text-text-3 tabular-nums" dateTime={data.asOf}>
          <StatusDot tone={behind ? "warn" : "ok"} />
          {t("analytics.countedTo", { time: dates.instant(data.asOf, zone, nowMs) })}
        </time>
      )}
      <a
        className={buttonClass("plain", "small")}
        href={metricsFile("summary", question)}
        download
        aria-label={t("ui.chart.csv", { name: t("analytics.allFigures") })}
      >
        <Download className="icon icon-14" aria-hidden />
        {t("ui.chart.file")}
      </a>
    </span>
  );
}

/** Reports over time, compared with the previous period. */
const withCourse: readonly ReportId[] = ["overview", "service-levels", "satisfaction"];

/** Events are counted within seconds. */
const lateMs = 60_000;

function Report({ request }: { request: ReportRequest }) {
  const { t } = useI18n();
  const { report, search, span, zone, change } = request;
  const filters = useAnalyticsFilters(request);
  const [filtering, setFiltering] = useState(false);
  const [picking, setPicking] = useState(false);
  useActions([
    { id: "analytics.filter", label: "ui.filter", group: "shell.analytics", icon: ListFilter, keys: "f", run: () => setFiltering(true) },
    {
      id: "analytics.period",
      label: "analytics.period",
      group: "shell.analytics",
      icon: CalendarDays,
      keys: "p",
      run: () => setPicking(true),
    },
    {
      ...({ id: "analytics.tables", label: "analytics.tables", group: "shell.analytics", icon: Table2, keys: "t" } as const),
      run: () => change({ tables: search.tables === undefined ? "all" : undefined }),
    },
  ]);
  const hasCourse = withCourse.includes(report);
  const Page = pages[report];
  return (
    <>
      <div className="toolbar analytics-bar">
        <PeriodPicker request={request} isOpen={picking} onOpenChange={setPicking} />
        {hasCourse && (
          <span className="text-12 text-text-3">
            {t("analytics.against", { period: request.dates.range(span.before.since, span.beforeLast) })}
          </span>
        )}
        <FilterButton count={activeFilters(filters).length} isOpen={filtering} onOpenChange={setFiltering}>
          <FilterFields filters={filters} />
        </FilterButton>
        <span className="ms-auto flex items-center gap-2 text-12 text-text-3">
          <bdi className="only-desktop">{zone}</bdi>
          {hasCourse && (
            <Select
              label={t("analytics.interval")}
              hideLabel
              size="small"
              value={span.interval}
              options={intervalsOf(span).map((id) => ({ id, name: t(`analytics.by.${id}`) }))}
              onChange={(interval) => change({ interval })}
            />
          )}
        </span>
      </div>
      <ActiveFilters filters={filters} onClear={() => change(noFilters)} />
      <div className="scroll grow">
        <EmptyReport request={request}>
          <Suspense fallback={<SkeletonRows rows={6} picture={false} />}>
            <div className="analytics" data-report={report}>
              <Page request={request} />
            </div>
          </Suspense>
        </EmptyReport>
      </div>
    </>
  );
}
