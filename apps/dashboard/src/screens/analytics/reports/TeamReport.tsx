import { Users } from "lucide-react";
import type { MetricKey } from "@parley/sdk";
import { metricsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Files } from "../../../ui/charts/ChartCard.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { PartError } from "../../../ui/feedback/PartError.tsx";
import { Segmented } from "../../../ui/lists/Segmented.tsx";
import { Table, type TableSort } from "../../../ui/lists/Table.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useGroupNames } from "../useGroupNames.tsx";
import { grouping, useGroups } from "../useMetrics.ts";
import { nothing, shownOf, writeValue } from "../values.ts";

const columns = [
  { metric: "conversations_resolved", label: "analytics.resolved" },
  { metric: "messages_sent", label: "analytics.sent" },
  { metric: "first_response_time", label: "analytics.firstResponse" },
  { metric: "response_time", label: "analytics.response" },
  { metric: "resolution_time", label: "analytics.resolution" },
  { metric: "sla_compliance", label: "analytics.slaMet" },
  { metric: "csat_average_rating", label: "analytics.satisfaction" },
] as const satisfies readonly { metric: MetricKey; label: string }[];

function sortOf(text: string = "-conversations_resolved"): TableSort {
  const column = text.replace(/^-/, "");
  const known = column === "name" || columns.some(({ metric }) => metric === column);
  return known ? { column, direction: text.startsWith("-") ? "descending" : "ascending" } : sortOf();
}

interface Row {
  id: string;
  key: string | null;
  name: string | null;
  values: (number | null)[];
}

/** How much each person or division did, and how fast. */
export function TeamReport({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const by = request.search.by === "division" ? "division" : "assignee";
  const { data, error, isOld, retry } = useGroups(
    request,
    columns.map(({ metric }) => metric),
    by,
  );
  const nameOf = useGroupNames(by);
  const sort = sortOf(request.search.sort);
  const title = t("analytics.report.team");
  const rows = data && sorted(rowsOf(data), sort);
  return (
    <section className="card team-card" aria-label={title} aria-busy={isOld}>
      <header className="card-head">
        <h2>{title}</h2>
        <Segmented
          label={t("analytics.groupBy")}
          size="small"
          value={by}
          segments={(["assignee", "division"] as const).map((id) => ({ id, name: t(`analytics.group.${id}`) }))}
          onChange={(next) => request.change({ by: next === "assignee" ? undefined : next })}
        />
        <span className="ms-auto">
          <Files
            title={title}
            files={columns.map(({ metric, label }) => ({
              ...{ id: metric, name: t(label) },
              href: metricsFile("breakdown", { ...request.question, ...grouping(by), metric }),
            }))}
          />
        </span>
      </header>
      {error !== null && data === undefined ? (
        <PartError error={error} onRetry={retry} />
      ) : (
        <Table<Row>
          label={title}
          rows={rows}
          rowId={({ id }) => id}
          sort={sort}
          onSort={({ column, direction }) => request.change({ sort: direction === "descending" ? `-${column}` : column })}
          columns={[
            {
              ...{ id: "name", name: t(`analytics.group.${by}`), isSortable: true },
              cell({ key, name }) {
                const shown = nameOf(key, name);
                return (
                  <span className="flex items-center gap-2">
                    {shown.start}
                    <bdi className="cut font-medium">{shown.name}</bdi>
                  </span>
                );
              },
            },
            ...columns.map(({ metric, label }, at) => ({
              ...{ id: metric, name: t(label), align: "end" as const, isSortable: true },
              cell: ({ values }: Row) =>
                values[at] == null ? nothing : writeValue(values[at], data?.[at]?.unit ?? "messages", { format }),
            })),
          ]}
          empty={<EmptyState icon={Users} title={t("analytics.nothing")} />}
        />
      )}
      <footer className="chart-foot">
        <span>
          {data?.[0] !== undefined && t("analytics.countedTo", { time: request.dates.instant(data[0].asOf, request.zone, request.nowMs) })}
        </span>
        <span>{t("analytics.medians")}</span>
      </footer>
    </section>
  );
}

function rowsOf(data: NonNullable<ReturnType<typeof useGroups>["data"]>): Row[] {
  const keys = [...new Set(data.flatMap(({ groups }) => groups.map(({ key }) => key)))];
  return keys.map((key) => {
    const found = data.map(({ groups }) => groups.find((group) => group.key === key));
    return {
      id: key ?? "none",
      key,
      name: found.find((group) => group?.name != null)?.name ?? null,
      values: found.map((group, at) => (group === undefined ? null : shownOf(group, data[at]?.unit ?? "messages"))),
    };
  });
}

/** Rows without a value come last, in both directions. */
function sorted(rows: Row[], { column, direction }: TableSort): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  if (column === "name") return rows.toSorted((a, b) => sign * (a.name ?? "").localeCompare(b.name ?? ""));
  const at = columns.findIndex(({ metric }) => metric === column);
  return rows.toSorted((a, b) => {
    const [one, other] = [a.values[at] ?? null, b.values[at] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}
