import type { Broadcast, BroadcastStats } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { MeterParts, type MeterTone } from "../../../ui/feedback/Progress.tsx";

const shown = [
  { id: "replied", tone: "ok" },
  { id: "read", tone: "accent" },
  { id: "delivered", tone: "bot" },
  { id: "sent", tone: "mute" },
  { id: "failed", tone: "bad" },
  { id: "unknown", tone: "warn" },
] as const satisfies { id: string; tone: MeterTone }[];

/** The progress: each recipient under their latest status. */
export function Outcome({ broadcast, stats }: { broadcast: Broadcast; stats: BroadcastStats | undefined }) {
  const { t, format } = useI18n();
  const counts = stats?.counts ?? broadcast.counts;
  const all = counts.recipients - counts.skipped;
  const waiting = counts.pending + counts.sending;
  const share = (n: number) => (all === 0 ? 0 : n / all);
  const { sendRatePerMinute: rate, autoPause, startedAt, completedAt } = broadcast;
  const endsAt = stats?.estimatedCompletionAt ?? broadcast.estimatedCompletionAt;
  const ends = completedAt !== null || endsAt === null ? null : endsAt;
  return (
    <section className="card outcome" aria-label={t("broadcasts.progress")}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="outcome-figure">{format.number(all - waiting)}</b>
        <span className="text-text-2">{t("broadcasts.outOf", { n: all })}</span>
        <span className="ms-auto flex flex-wrap gap-4 text-12 text-text-3">
          {rate !== null && <span>{t("broadcasts.ratePerMinute", { n: rate })}</span>}
          {startedAt !== null && <time dateTime={startedAt}>{t("broadcasts.started", { when: format.when(startedAt) })}</time>}
          {completedAt !== null && <time dateTime={completedAt}>{t("broadcasts.ended", { when: format.when(completedAt) })}</time>}
          {ends !== null && (
            <time dateTime={ends} title={format.instant(ends)}>
              {t("broadcasts.ends", { when: format.when(ends) })}
            </time>
          )}
        </span>
      </p>
      <MeterParts label={t("broadcasts.progress")} parts={shown.map(({ id, tone }) => ({ id, tone, share: share(counts[id]) }))} />
      <dl className="outcome-states">
        {shown.map(({ id, tone }) => (
          <div key={id}>
            <i className={`share-swatch ${tone}`} aria-hidden />
            <dt>{t(`broadcasts.recipient.${id}`)}</dt>
            <dd>{format.number(counts[id])}</dd>
          </div>
        ))}
        <div>
          <i className="share-swatch" aria-hidden />
          <dt>{t("broadcasts.recipient.pending")}</dt>
          <dd>{format.number(waiting)}</dd>
        </div>
      </dl>
      {autoPause !== null && (
        <p className="text-12 text-text-3">
          {t("broadcasts.limits.now", {
            failed: format.percent(autoPause.failurePercent / 100),
            failedNow: format.percent(stats?.rates.failed ?? 0),
            optedOut: format.percent(autoPause.optOutPercent / 100),
            optedOutNow: format.percent(stats?.rates.optedOut ?? 0),
          })}
        </p>
      )}
    </section>
  );
}
