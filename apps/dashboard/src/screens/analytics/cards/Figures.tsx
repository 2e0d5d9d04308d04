import { ArrowDown, ArrowUp } from "lucide-react";
import type { MetricKey, MetricsSummary } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { SkeletonLine } from "../../../ui/feedback/Skeleton.tsx";
import { Sparkline } from "../../../ui/charts/Sparkline.tsx";
import { classes } from "../../../ui/lib/classes.ts";
import type { ReportRequest } from "../report-request.ts";
import { useSeries, useSummaries } from "../useMetrics.ts";
import { changeOf, metricOf, nothing, shownOf, writeValue } from "../values.ts";

export interface Figure {
  metric: MetricKey;
  label: string;
  /** Which direction is good; without it, a change is neither. */
  better?: "up" | "down";
  /** The whole that it is part of, shown instead of its trend. */
  of?(summary: MetricsSummary): string;
}

/** The metrics of the period, their change against the previous one, and their trend. */
export function Figures({ request, figures }: { request: ReportRequest; figures: readonly Figure[] }) {
  const { now, before } = useSummaries(request);
  return (
    <ul className="figures-row">
      {figures.map((figure) => (
        <FigureCard
          key={figure.metric}
          request={request}
          figure={figure}
          now={now.data}
          before={before.isPlaceholderData ? undefined : before.data}
        />
      ))}
    </ul>
  );
}

interface FigureCardProps {
  request: ReportRequest;
  figure: Figure;
  now: MetricsSummary | undefined;
  before: MetricsSummary | undefined;
}

function FigureCard({ request, figure: { metric, label, better, of }, now, before }: FigureCardProps) {
  const { t, format } = useI18n();
  const counted = request.counts(metric);
  const { data } = useSeries(request, counted && of === undefined ? [{ metric }] : []);
  const [series] = data ?? [];
  const [found, earlier] = [metricOf(now, metric), metricOf(before, metric)];
  const value = found === undefined ? null : shownOf(found, found.unit);
  const change =
    found === undefined || earlier === undefined ? null : changeOf(value, shownOf(earlier, found.unit), found.unit, { format, t });
  return (
    <li className="card stat figure">
      <span className="l">{label}</span>
      <span className="figure-line">
        {now === undefined ? (
          <span className="v figure-waits">
            <SkeletonLine width={0.6} />
          </span>
        ) : (
          <span className="v">{found === undefined ? nothing : writeValue(value, found.unit, { format })}</span>
        )}
        {change !== null && (
          <span
            className={classes(
              "figure-change",
              change.direction !== "same" && better !== undefined && (change.direction === better ? "good" : "poor"),
            )}
          >
            {change.direction === "up" && <ArrowUp className="icon icon-12" aria-hidden />}
            {change.direction === "down" && <ArrowDown className="icon icon-12" aria-hidden />}
            <span aria-hidden>{change.direction === "same" ? "=" : change.text}</span>
            <span className="sr-only">
              {change.direction === "same"
                ? t("analytics.same")
                : t(change.direction === "up" ? "analytics.up" : "analytics.down", { change: change.text })}
            </span>
          </span>
        )}
      </span>
      {of !== undefined ? (
        <span className="figure-of">{now !== undefined && of(now)}</span>
      ) : counted ? (
        <Sparkline values={series?.points.map((point) => shownOf(point, series.unit)) ?? []} />
      ) : (
        <span className="figure-of">{t("analytics.notCounted")}</span>
      )}
    </li>
  );
}
