import type { BroadcastStats } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { Meter, type MeterTone } from "../../../ui/feedback/Progress.tsx";

/** Of the sent messages: how many were delivered, read, answered, or led to an opt-out. */
export function Funnel({ stats: { funnel, counts, rates } }: { stats: BroadcastStats }) {
  const { t, format } = useI18n();
  const steps: { id: "sent" | "delivered" | "read" | "replied" | "optedOut"; n: number; rate: number | null; tone: MeterTone }[] = [
    { id: "sent", n: funnel.sent, rate: funnel.sent === 0 ? null : 1, tone: "mute" },
    { id: "delivered", n: funnel.delivered, rate: rates.delivered, tone: "bot" },
    { id: "read", n: funnel.read, rate: rates.read, tone: "accent" },
    { id: "replied", n: funnel.replied, rate: rates.replied, tone: "ok" },
    { id: "optedOut", n: counts.optedOut, rate: rates.optedOut, tone: "bad" },
  ];
  return (
    <section className="card" aria-label={t("broadcasts.funnel")}>
      <div className="card-head">
        <h2>{t("broadcasts.funnel")}</h2>
        <span className="ms-auto text-12 text-text-3">{t("broadcasts.funnel.of")}</span>
      </div>
      <ul className="card-body">
        {steps.map(({ id, n, rate, tone }) => (
          <li key={id} className="funnel-step">
            <span className="text-text-2">{t(`broadcasts.recipient.${id}`)}</span>
            <Meter
              label={t(`broadcasts.recipient.${id}`)}
              value={rate ?? 0}
              valueText={rate === null ? format.number(n) : `${format.number(n)}, ${format.percent(rate)}`}
              tone={tone}
            />
            <b>{format.number(n)}</b>
            <span className="text-text-3">{rate === null ? "" : format.percent(rate)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
