import type { Broadcast } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Notice } from "../../../ui/feedback/Notice.tsx";

/** Why nothing is being sent: it paused automatically, failed, or is waiting. */
export function SendingObstacle({ broadcast: { status, pauseReason, error, autoPause, scheduledAt, warnings } }: { broadcast: Broadcast }) {
  const { t, format } = useI18n();
  if (status === "paused" && pauseReason !== null) {
    const byItself = pauseReason !== "requested";
    return (
      <Notice tone={byItself ? "warn" : "info"} title={t(byItself ? "broadcasts.pausedItself" : "broadcasts.paused")}>
        {t(`broadcasts.pause.${pauseReason}`)}
        {autoPause !== null && pauseReason === "failure_rate" && (
          <> {t("broadcasts.pause.limit", { percent: format.percent(autoPause.failurePercent / 100) })}</>
        )}
        {autoPause !== null && pauseReason === "opt_out_rate" && (
          <> {t("broadcasts.pause.limit", { percent: format.percent(autoPause.optOutPercent / 100) })}</>
        )}
        {error !== null && <bdi className="block text-12">{error}</bdi>}
      </Notice>
    );
  }
  if (error !== null)
    return (
      <Notice tone="bad" title={t(`broadcasts.status.${status}`)}>
        <bdi>{error}</bdi>
      </Notice>
    );
  return (
    <>
      {status === "scheduled" && scheduledAt !== null && (
        <Notice tone="info">{t("broadcasts.startsWhen", { when: format.when(scheduledAt), time: format.instant(scheduledAt) })}</Notice>
      )}
      {warnings.map(({ field, message }) => (
        <Notice key={field} tone="warn">
          <bdi>{message}</bdi>
        </Notice>
      ))}
    </>
  );
}
