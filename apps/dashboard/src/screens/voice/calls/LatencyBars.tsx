import type { Call, CallTurn } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { clockOf, type Delay, delayOf } from "../../../parts/calls/call-times.ts";
import { Notice } from "../../../ui/feedback/Notice.tsx";
import { CallSection } from "./CallSection.tsx";

interface Props {
  turns: readonly CallTurn[];
  latency: Call["latency"];
  onMark(second: number): void;
}

/** A longer pause is noticeable. */
export const slowMs = 800;
const height = 64;
const stages = ["hearing", "thinking", "tools", "speaking"] as const;

/** How long each answer took, and the parts of that time; the transcript has the same numbers. */
export function LatencyBars({ turns, latency: { p50Ms, p95Ms, voiceToVoiceP50Ms }, onMark }: Props) {
  const { t, format } = useI18n();
  const answers = turns.flatMap((turn) => {
    const delay = delayOf(turn);
    return delay === null ? [] : [{ delay, beganMs: turn.beganMs }];
  });
  const slowest = answers.reduce<(typeof answers)[number] | null>(
    (most, each) => (most === null || each.delay.totalMs > most.delay.totalMs ? each : most),
    null,
  );
  if (slowest === null)
    return (
      <CallSection title={t("calls.latency.title")}>
        <p className="text-text-3">{t("calls.latency.none")}</p>
      </CallSection>
    );
  // The limit's name is on its line.
  const top = Math.max(slowMs * 1.35, slowest.delay.totalMs);
  const y = (ms: number) => height - (ms / top) * height;
  const room = 200 / answers.length;
  const wide = Math.min(room * 0.7, 22);
  const ms = (n: number) => t("calls.latency", { n: format.number(n) });
  const slowWords = t("calls.latency.slow", { n: format.number(slowest.delay.totalMs), time: clockOf(slowest.beganMs) });
  const median = voiceToVoiceP50Ms ?? p50Ms;
  const measured = stages.filter((stage) => answers.some(({ delay }) => delay[`${stage}Ms`] > 0));
  return (
    <CallSection
      title={t("calls.latency.title")}
      end={median !== null && <span className="tabular-nums">{t("calls.latency.median", { n: format.number(median) })}</span>}
    >
      <div className="voice-latency">
        <svg viewBox={`0 0 200 ${height}`} preserveAspectRatio="none" role="img" aria-label={slowWords}>
          {answers.map(({ delay, beganMs }, at) => (
            <g key={beganMs}>
              <title>{t("calls.latency.axis", { n: at + 1, ms: format.number(delay.totalMs) })}</title>
              {partsOf(delay).map(({ stage, fromMs, toMs }) => (
                <rect
                  key={stage}
                  className={stage}
                  x={(at + 0.5) * room - wide / 2}
                  y={y(toMs)}
                  width={wide}
                  height={y(fromMs) - y(toMs)}
                />
              ))}
            </g>
          ))}
          <line className="limit" x1="0" x2="200" y1={y(slowMs)} y2={y(slowMs)} />
        </svg>
        <span className="voice-latency-limit" style={{ insetBlockStart: y(slowMs) }}>
          {ms(slowMs)}
        </span>
      </div>
      {p95Ms !== null && voiceToVoiceP50Ms === null && (
        <p className="text-12 text-text-3 tabular-nums">{t("calls.latency.p95", { n: format.number(p95Ms) })}</p>
      )}
      {measured.some((stage) => stage !== "thinking") && (
        <dl className="voice-stages">
          {measured.map((stage) => (
            <div key={stage} title={t(`calls.latency.${stage}.hint`)}>
              <dt>
                <i className={stage} aria-hidden />
                {t(`calls.latency.${stage}`)}
              </dt>
              <dd className="tabular-nums">{ms(medianOf(answers.map(({ delay }) => delay[`${stage}Ms`]).filter((n) => n > 0)))}</dd>
            </div>
          ))}
        </dl>
      )}
      {slowest.delay.totalMs > slowMs && (
        <Notice tone="warn">
          <button type="button" className="link" onClick={() => onMark(Math.floor(slowest.beganMs / 1_000))}>
            {slowWords}
          </button>
        </Notice>
      )}
    </CallSection>
  );
}

function partsOf(delay: Delay): { stage: (typeof stages)[number]; fromMs: number; toMs: number }[] {
  let at = 0;
  return stages.map((stage) => {
    const fromMs = at;
    at += delay[`${stage}Ms`];
    return { stage, fromMs, toMs: at };
  });
}

/** The lower of the two middle values, as in the API. */
const medianOf = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[Math.ceil(of.length / 2) - 1] ?? 0;
