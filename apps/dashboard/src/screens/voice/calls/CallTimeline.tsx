import type { CallWithTurns } from "@parley/sdk";
import { useI18n } from "../../../i18n/i18n.tsx";
import { clockOf, spansOf, turnAt } from "../../../parts/calls/call-times.ts";
import type { CallNames } from "./CallHead.tsx";

interface Props {
  call: CallWithTurns;
  names: CallNames;
  totalMs: number;
  /** null: nothing is marked. */
  markedMs: number | null;
  onMark(second: number): void;
}

const width = 1_000;

/** Who spoke when: the person on the telephone above the line, the voice agent below it. Arrow keys move the mark, and with it the transcript. */
export function CallTimeline({ call: { turns }, names, totalMs, markedMs, onMark }: Props) {
  const { t, format } = useI18n();
  const spans = spansOf(turns, totalMs);
  const x = (ms: number) => (totalMs === 0 ? 0 : (Math.min(ms, totalMs) / totalMs) * width);
  const spoke = (speaker: "caller" | "agent") =>
    format.duration(
      spans.filter(({ turn }) => turn.speaker === speaker).reduce((sum, { beganMs, endedMs }) => sum + (endedMs - beganMs), 0),
    );
  const finding = t("calls.timeline.text", { caller: spoke("caller"), agent: spoke("agent"), turns: spans.length });
  const marked = turns[turnAt(turns, markedMs ?? 0)];
  const who = marked === undefined ? "" : `, ${marked.speaker === "caller" ? names.caller : names.agent}`;
  return (
    <div className="voice-timeline">
      <div className="voice-timeline-line" dir="ltr">
        <div className="voice-timeline-drawing">
          <svg viewBox={`0 0 ${width} 48`} preserveAspectRatio="none" role="img" aria-label={`${t("calls.timeline")}: ${finding}`}>
            <line className="axis" x1="0" x2={width} y1="24" y2="24" />
            {spans.map(({ turn, beganMs, endedMs }) => (
              <rect
                key={`${turn.speaker} ${beganMs}`}
                className={turn.interrupted ? `${turn.speaker} cut` : turn.speaker}
                x={x(beganMs)}
                y={turn.speaker === "caller" ? 6 : 26}
                width={Math.max(2, x(endedMs) - x(beganMs))}
                height={16}
              />
            ))}
            {turns
              .filter(({ speaker }) => speaker === "tool")
              .map(({ beganMs, tool }) => (
                <line key={`${tool} ${beganMs}`} className="tool" x1={x(beganMs)} x2={x(beganMs)} y1="20" y2="28" />
              ))}
            {markedMs !== null && <line className="mark" x1={x(markedMs)} x2={x(markedMs)} y1="0" y2="48" />}
          </svg>
          <input
            type="range"
            aria-label={t("calls.timeline.at")}
            min={0}
            max={Math.max(1, Math.floor(totalMs / 1_000))}
            step={1}
            value={Math.round((markedMs ?? 0) / 1_000)}
            aria-valuetext={`${clockOf(markedMs ?? 0)}${who}`}
            onChange={(event) => onMark(Number(event.target.value))}
          />
        </div>
        <span className="voice-timeline-time tabular-nums">
          {markedMs !== null && <b>{clockOf(markedMs)}</b>}
          <span className="text-text-3">{clockOf(totalMs)}</span>
        </span>
      </div>
      <p className="voice-legend">
        <span>
          <i className="caller" aria-hidden />
          <bdi>{names.caller}</bdi>
        </span>
        <span>
          <i className="agent" aria-hidden />
          <bdi>{names.agent}</bdi>
        </span>
        <span className="only-desktop ms-auto text-text-3">{finding}</span>
      </p>
    </div>
  );
}
