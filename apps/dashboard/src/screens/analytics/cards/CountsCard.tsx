import type { ReactNode } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { BarList, type BarRow } from "../../../ui/charts/BarList.tsx";
import { ChartCard, type ChartFile } from "../../../ui/charts/ChartCard.tsx";
import type { ChartRows } from "../../../ui/charts/ChartTable.tsx";
import type { ReportRequest } from "../report-request.ts";

interface CountsCardProps {
  request: ReportRequest;
  chart: string;
  title: string;
  note?: ReactNode;
  bars: readonly BarRow[];
  table: ChartRows | undefined;
  files: readonly ChartFile[];
  /** Queries live data, which is not counted in advance. */
  answer: { error: Error | null; isPlaceholderData: boolean; dataUpdatedAt: number; refetch(): Promise<unknown> };
  empty: string;
}

/** Counts of the period that are not metrics: flows, chatbots, broadcasts. */
export function CountsCard({ request, chart, title, note, bars, table, files, answer, empty }: CountsCardProps) {
  const { t } = useI18n();
  const countedTo = new Date(answer.dataUpdatedAt).toISOString();
  return (
    <ChartCard
      title={title}
      note={note}
      table={table}
      isTable={request.isTable(chart)}
      onTable={(isTable) => request.setTable(chart, isTable)}
      files={files}
      countedTo={table && t("analytics.countedTo", { time: request.dates.instant(countedTo, request.zone, request.nowMs) })}
      error={answer.error}
      onRetry={() => void answer.refetch()}
      isOld={answer.isPlaceholderData}
      empty={table !== undefined && table.rows.length === 0 && empty}
    >
      <BarList rows={bars} />
    </ChartCard>
  );
}
