import { useQuery } from "@tanstack/react-query";
import type { CallsSummaryQuery } from "@parley/sdk";
import { callSummaryQuery } from "../../../api/automation/voice.ts";
import { useI18n } from "../../../i18n/i18n.tsx";

const counts = ["calls", "answered", "handedOver", "minutes"] as const;

/** Metrics of 30 days of calls, for the list's filters. Hidden without any call, or if they cannot be read. */
export function CallFigures({ filters }: { filters: CallsSummaryQuery }) {
  const { t, format } = useI18n();
  const { data } = useQuery(callSummaryQuery(filters));
  if (data === undefined || data.total.calls === 0) return null;
  const { total } = data;
  return (
    <section className="voice-figures" aria-label={t("calls.figures")}>
      <span className="text-12 text-text-3" aria-hidden>
        {t("calls.figures.period")}
      </span>
      <dl>
        {counts.map((id) => (
          <div key={id}>
            <dt>{t(`calls.figures.${id}`)}</dt>
            <dd>{format.number(total[id])}</dd>
          </div>
        ))}
        {total.answerP50Ms !== null && total.answerP95Ms !== null && (
          <div>
            <dt>{t("calls.figures.latency")}</dt>
            <dd>{t("calls.figures.latency.value", { p50: format.number(total.answerP50Ms), p95: format.number(total.answerP95Ms) })}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
