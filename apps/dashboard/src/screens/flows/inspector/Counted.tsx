import { useI18n } from "../../../i18n/i18n.tsx";
import type { StepCount } from "../canvas/useStepCounts.ts";

/** How many runs of the active version reached this step. */
export function Counted({ count: { reached, waiting, failed, medianMs } }: { count: StepCount }) {
  const { t, format } = useI18n();
  return (
    <section className="flow-counted" aria-label={t("flows.counted")}>
      <h3 className="lab">{t("flows.counted")}</h3>
      <dl>
        {(
          [
            ["flows.counted.reached", reached],
            ["flows.counted.waiting", waiting],
            ["flows.counted.failed", failed],
          ] as const
        ).map(([label, value]) => (
          <div key={label} className="card flat">
            <dd>{format.compact(value)}</dd>
            <dt>{t(label)}</dt>
          </div>
        ))}
      </dl>
      {medianMs !== null && <p className="hint">{t("flows.counted.median", { time: format.duration(medianMs) })}</p>}
    </section>
  );
}
