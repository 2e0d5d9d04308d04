import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import type { MetricsSummary } from "@parley/sdk";
import { metricsSummaryQuery } from "../../api/metrics.ts";
import { can, meQuery } from "../../api/session.ts";
import { useI18n } from "../../i18n/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import type { ReportRequest } from "./report-request.ts";
import { spanOf } from "./span.ts";

const hasNothing = (summary: MetricsSummary | undefined) => summary?.metrics.every(({ value }) => value === null || value === 0) === true;

/** Shown instead of a report without data: what to do, in a new organization; otherwise a longer period, or no filters. */
export function EmptyReport({ request, children }: { request: ReportRequest; children: ReactNode }) {
  const { t } = useI18n();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data } = useQuery(metricsSummaryQuery(request.question));
  const isNothing = hasNothing(data);
  const { since, until } = spanOf({ period: "365d" }, request.zone, request.nowMs);
  const year = useQuery({ ...metricsSummaryQuery({ since, until, timezone: request.zone }), enabled: isNothing });
  if (!isNothing) return children;
  if (year.data === undefined && year.error === null) return null;
  if (!hasNothing(year.data))
    return (
      <EmptyState
        icon={ChartNoAxesColumn}
        title={t(request.isFiltered ? "filter.noMatch" : "analytics.nothing")}
        actions={
          <Button onPress={() => request.change({ period: "365d", since: undefined, until: undefined, interval: undefined })}>
            {t("analytics.lookFurther")}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title={t("analytics.new")}
      call="GET /api/v1/metrics/summary"
      actions={can(me, "channels:write") && <LinkButton to="/channels">{t("analytics.new.action")}</LinkButton>}
    >
      {t("analytics.new.text")}
    </EmptyState>
  );
}
