import { useQuery } from "@tanstack/react-query";
import { flowRunSummaryQuery, runsFile } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { MeterTone } from "../../../ui/feedback/Progress.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useInstants } from "../useMetrics.ts";
import { CountsCard } from "../cards/CountsCard.tsx";

const statuses = ["completed", "handed_off", "waiting", "running", "timed_out", "cancelled", "failed"] as const;
const tones: Partial<Record<(typeof statuses)[number], MeterTone>> = { completed: "ok", handed_off: "accent", failed: "bad" };
const flowsMax = 10;

/** How often flows ran, and with which outcome. */
export function FlowsReport({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const period = useInstants(request);
  const answer = useQuery({ ...flowRunSummaryQuery(period ?? {}), enabled: period !== null });
  const flows = request.isFiltered ? [] : answer.data?.flows;
  const all = (flows ?? []).reduce((sum, { runs }) => sum + runs, 0);
  const table = flows && {
    columns: [t("analytics.flow"), t("analytics.runs"), ...statuses.map((each) => t(`analytics.run.${each}`))],
    rows: flows.map(({ flowId, name, runs, byStatus }) => ({
      ...{ id: flowId, name },
      cells: [runs, ...statuses.map((each) => byStatus[each])].map(format.number),
    })),
  };
  const shared = {
    ...{ request, answer, table },
    files: period === null || request.isFiltered ? [] : [{ id: "runs", name: t("analytics.runs"), href: runsFile(period) }],
    empty: t(request.isFiltered ? "analytics.notCounted" : "analytics.noRuns"),
  };
  return (
    <div className="analytics-pair">
      <CountsCard
        {...shared}
        chart="outcomes"
        title={t("analytics.outcomes")}
        bars={statuses.map((status) => {
          const runs = (flows ?? []).reduce((sum, { byStatus }) => sum + byStatus[status], 0);
          return {
            ...{ id: status, name: t(`analytics.run.${status}`), value: runs, text: format.number(runs), tone: tones[status] ?? "mute" },
            more: all === 0 ? "" : format.percent(runs / all),
          };
        })}
      />
      <CountsCard
        {...shared}
        chart="flows"
        title={t("analytics.runsByFlow")}
        bars={(flows ?? []).slice(0, flowsMax).map(({ flowId, name, runs, byStatus }) => ({
          ...{ id: flowId, name, value: runs, text: format.number(runs) },
          more: t("analytics.completedShare", { share: format.percent(byStatus.completed / runs) }),
        }))}
      />
    </div>
  );
}
