import type { Call, CallTurn } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { clockOf } from "../../../parts/calls/call-times.ts";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { CallSection } from "./CallSection.tsx";

interface Props {
  turns: readonly CallTurn[];
  latency: Call["latency"];
  onMark(second: number): void;
}

/** Above it a pause is felt as one. */
const slowMs = 800;
const height = 64;

/** From the person's last sound to the first one of each answer; the transcript has the same numbers. */
export function LatencyBars({ turns, latency: { p50Ms, p95Ms }, onMark }: Props) {
  const { t, format } = useI18n();
  const answers = turns.flatMap(({ latencyMs, beganMs }) => (latencyMs === null ? [] : [{ latencyMs, beganMs }]));
  const slowest = answers.reduce<(typeof answers)[number] | null>(
    (most, each) => (most === null || each.latencyMs > most.latencyMs ? each : most),
    null,
  );
  if (slowest === null)
    return (
      <CallSection title={t("calls.latency.title")}>
        <p className="text-text-3">{t("calls.latency.none")}</p>
      </CallSection>
    );
  const top = Math.max(slowMs * 1.2, slowest.latencyMs);
  const y = (ms: number) => height - (ms / top) * height;
  const room = 200 / answers.length;
  const slowWords = t("calls.latency.slow", { n: format.number(slowest.latencyMs), time: clockOf(slowest.beganMs) });
  return (
    <CallSection
      title={t("calls.latency.title")}
      end={p50Ms !== null && <span className="tabular-nums">{t("calls.latency.median", { n: format.number(p50Ms) })}</span>}
    >
      <svg className="voice-latency" viewBox={`0 0 200 ${height}`} preserveAspectRatio="none" role="img" aria-label={slowWords}>
        {answers.map(({ latencyMs, beganMs }, at) => (
          <rect
            key={beganMs}
            className={latencyMs > slowMs ? "slow" : ""}
            x={at * room + room * 0.15}
            y={y(latencyMs)}
            width={Math.min(room * 0.7, 22)}
            height={height - y(latencyMs)}
          >
            <title>{t("calls.latency.axis", { n: at + 1, ms: format.number(latencyMs) })}</title>
          </rect>
        ))}
        <line className="limit" x1="0" x2="200" y1={y(slowMs)} y2={y(slowMs)} />
      </svg>
      <p className="flex text-12 text-text-3 tabular-nums">
        <span>{t("calls.latency", { n: format.number(slowMs) })}</span>
        {p95Ms !== null && <span className="ms-auto">{t("calls.latency.p95", { n: format.number(p95Ms) })}</span>}
      </p>
      {slowest.latencyMs > slowMs && (
        <Notice tone="warn">
          <button type="button" className="link" onClick={() => onMark(Math.floor(slowest.beganMs / 1_000))}>
            {slowWords}
          </button>
        </Notice>
      )}
    </CallSection>
  );
}
