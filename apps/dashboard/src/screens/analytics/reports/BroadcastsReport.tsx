import { useQuery } from "@tanstack/react-query";
import type { Broadcast } from "@parley/sdk";
import { startedBroadcastsQuery } from "../../../api/metrics.ts";
import { useI18n } from "../../../i18n/i18n.tsx";
import type { MeterTone } from "../../../ui/feedback/Progress.tsx";
import type { ReportRequest } from "../report-request.ts";
import { useInstants } from "../useMetrics.ts";
import { CountsCard } from "../cards/CountsCard.tsx";

type Counts = Broadcast["counts"];

/** Each recipient is counted once, under their latest status: whoever has read it has also received it. */
const steps = [
  { id: "sent", label: "broadcasts.recipient.sent", of: (n: Counts) => n.sent + n.delivered + n.read + n.replied },
  { id: "delivered", label: "broadcasts.recipient.delivered", of: (n: Counts) => n.delivered + n.read + n.replied },
  { id: "read", label: "broadcasts.recipient.read", of: (n: Counts) => n.read + n.replied },
  { id: "replied", label: "broadcasts.recipient.replied", of: (n: Counts) => n.replied },
  { id: "failed", label: "broadcasts.recipient.failed", of: (n: Counts) => n.failed },
  { id: "optedOut", label: "broadcasts.recipient.optedOut", of: (n: Counts) => n.optedOut },
] as const;
const tones: Partial<Record<(typeof steps)[number]["id"], MeterTone>> = { replied: "ok", failed: "bad", optedOut: "warn" };
const eachMax = 10;

/** How many people broadcasts reached, and their reactions. */
export function BroadcastsReport({ request }: { request: ReportRequest }) {
  const { t, format } = useI18n();
  const period = useInstants(request);
  const { assigneeId, divisionId, label, channelKind, channelId } = request.search;
  const counted = [assigneeId, divisionId, label, channelKind].every((filter) => filter === undefined);
  const answer = useQuery({
    ...startedBroadcastsQuery({ ...period, ...(channelId === undefined ? {} : { channelId }) }),
    enabled: period !== null && counted,
  });
  const broadcasts = counted ? answer.data?.data : [];
  const sums = steps.map(({ of }) => (broadcasts ?? []).reduce((sum, { counts }) => sum + of(counts), 0));
  const [sent = 0] = sums;
  const table = broadcasts && {
    columns: [t("analytics.broadcast"), t("analytics.started"), ...steps.map((step) => format.sentence(t(step.label)))],
    rows: broadcasts.map(({ id, title, startedAt, counts }) => ({
      ...{ id, name: title },
      cells: [startedAt === null ? "" : format.when(startedAt, request.nowMs), ...steps.map(({ of }) => format.number(of(counts)))],
    })),
  };
  const shared = {
    ...{ request, answer, table, files: [] },
    empty: t(counted ? "analytics.broadcasts.none" : "analytics.notCounted"),
    note: answer.data?.pageInfo.nextCursor != null && (
      <span className="text-12 text-text-3">{t("analytics.broadcasts.many", { n: answer.data.data.length })}</span>
    ),
  };
  return (
    <div className="analytics-pair">
      <CountsCard
        {...shared}
        chart="reach"
        title={t("analytics.broadcasts.reach")}
        bars={steps.map(({ id, label: words }, at) => ({
          ...{ id, name: t(words), value: sums[at] ?? 0, text: format.number(sums[at] ?? 0), tone: tones[id] ?? "accent" },
          more: sent === 0 ? "" : format.percent((sums[at] ?? 0) / sent),
        }))}
      />
      <CountsCard
        {...shared}
        chart="broadcasts"
        title={t("analytics.broadcasts.each")}
        bars={(broadcasts ?? []).slice(0, eachMax).map(({ id, title, counts }) => {
          const [out, , , replied] = steps.map(({ of }) => of(counts)) as [number, number, number, number];
          return {
            ...{ id, name: title, value: out, text: format.number(out) },
            more: `${format.number(replied)} ${t("broadcasts.recipient.replied")}`,
          };
        })}
      />
    </div>
  );
}
