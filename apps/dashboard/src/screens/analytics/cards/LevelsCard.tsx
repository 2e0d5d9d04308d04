import type { MetricKey } from "@parley/sdk";
import { metricsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import { BarList } from "../../../ui/charts/BarList.tsx";
import { ChartCard } from "../../../ui/charts/ChartCard.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useSummaries } from "../useMetrics.ts";
import { metricOf, nothing } from "../values.ts";

const targets = [
  ["sla_first_response_compliance", "analytics.firstResponse"],
  ["sla_next_response_compliance", "analytics.nextResponse"],
  ["sla_resolution_compliance", "analytics.resolution"],
] as const;
const withTickets = [...targets, ["ticket_sla_compliance", "shell.tickets"]] as const;

/** The share of kept promises, by target. */
export function LevelsCard({ request, hasTickets = false }: { request: ReportRequest; hasTickets?: boolean }) {
  const { t, format } = useI18n();
  const { now } = useSummaries(request);
  const metrics: readonly MetricKey[] = ["sla_compliance"];
  const counted = metrics.every(request.counts);
  const rows = (hasTickets ? withTickets : targets).map(([metric, label]) => ({
    id: metric,
    name: t(label),
    found: metricOf(now.data, metric),
  }));
  const of = (found: (typeof rows)[number]["found"]) =>
    t("analytics.metOf", { met: format.number(found?.sum ?? 0), all: format.number(found?.observations ?? 0) });
  const title = t("analytics.levels");
  return (
    <ChartCard
      title={title}
      note={<span className="text-12 text-text-3">{t("analytics.levels.note")}</span>}
      table={
        now.data && {
          columns: [t("analytics.target"), t("analytics.met"), t("analytics.due"), t("analytics.share")],
          rows: rows.map(({ id, name, found }) => ({
            id,
            name,
            cells: [
              format.number(found?.sum ?? 0),
              format.number(found?.observations ?? 0),
              found?.value == null ? nothing : format.percent(found.value),
            ],
          })),
        }
      }
      isTable={request.isTable("levels")}
      onTable={(isTable) => request.setTable("levels", isTable)}
      files={counted ? [{ id: "levels", name: title, href: metricsFile("summary", request.question) }] : []}
      countedTo={now.data && t("analytics.countedTo", { time: request.dates.instant(now.data.asOf, request.zone, request.nowMs) })}
      error={now.error}
      onRetry={() => void now.refetch()}
      isOld={now.isPlaceholderData}
      empty={
        !counted
          ? t("analytics.notCounted")
          : now.data !== undefined && rows.every(({ found }) => (found?.observations ?? 0) === 0) && t("analytics.noneDue")
      }
    >
      <BarList
        rows={rows.map(({ id, name, found }) => ({
          ...{ id, name, value: found?.value ?? 0, max: 1 },
          text: found?.value == null ? nothing : format.percent(found.value),
          more: of(found),
          tone: toneOf(found?.value ?? null),
        }))}
      />
    </ChartCard>
  );
}

/** The number next to it is the information; the tone only shows that it needs attention. */
function toneOf(share: number | null): "ok" | "warn" | "bad" | "mute" {
  if (share === null) return "mute";
  return share >= 0.9 ? "ok" : share >= 0.7 ? "warn" : "bad";
}
