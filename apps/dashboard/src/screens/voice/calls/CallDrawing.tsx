import { useId } from "react";
import type { CallWithTurns } from "@parley/sdk";
import { type Span, notRecorded } from "../../../parts/calls/call-times.ts";
import { wavePath } from "../../../parts/calls/wave.ts";

interface Props {
  call: CallWithTurns;
  spans: readonly Span[];
  totalMs: number;
  markedMs: number | null;
  label: string;
}

const width = 1_000;
const middle = 24;

/**
 * The person on the telephone above the line, the voice agent below it: their loudness where it was recorded, otherwise when they spoke.
 */
export function CallDrawing({ call: { turns, recording }, spans, totalMs, markedMs, label }: Props) {
  const clip = useId();
  const x = (ms: number) => (totalMs === 0 ? 0 : (Math.min(ms, totalMs) / totalMs) * width);
  const { beganMs: recordedMs, durationSeconds, peaks } = recording ?? { beganMs: null, durationSeconds: null, peaks: null };
  const wave =
    peaks == null || recordedMs === null || durationSeconds === null
      ? null
      : { from: x(recordedMs), to: x(recordedMs + durationSeconds * 1_000), peaks };
  const drawn = wave === null ? spans : notRecorded(spans, recordedMs ?? 0, (recordedMs ?? 0) + (durationSeconds ?? 0) * 1_000);
  const waves = wave !== null && (
    <>
      <path className="caller" d={wavePath(wave.peaks.caller, wave.from, wave.to, middle - 2, -20)} />
      <path className="agent" d={wavePath(wave.peaks.agent, wave.from, wave.to, middle + 2, 20)} />
    </>
  );
  return (
    <svg viewBox={`0 0 ${width} 48`} preserveAspectRatio="none" role="img" aria-label={label}>
      <line className="axis" x1="0" x2={width} y1={middle} y2={middle} />
      <g className={wave === null ? "" : "unrecorded"}>
        {drawn.map(({ turn, beganMs, endedMs }) => (
          <rect
            key={`${turn.speaker} ${beganMs}`}
            className={turn.interrupted ? `${turn.speaker} cut` : turn.speaker}
            x={x(beganMs)}
            y={turn.speaker === "caller" ? 6 : 26}
            width={Math.max(2, x(endedMs) - x(beganMs))}
            height={16}
          />
        ))}
      </g>
      {waves !== false && (
        <>
          <clipPath id={clip}>
            <rect x="0" y="0" width={markedMs === null ? width : x(markedMs)} height="48" />
          </clipPath>
          <g className="wave rest">{waves}</g>
          <g className="wave" clipPath={`url(#${clip})`}>
            {waves}
          </g>
        </>
      )}
      {turns
        .filter(({ speaker }) => speaker === "tool")
        .map(({ beganMs, tool }) => (
          <line key={`${tool} ${beganMs}`} className="tool" x1={x(beganMs)} x2={x(beganMs)} y1="20" y2="28" />
        ))}
      {markedMs !== null && <line className="mark" x1={x(markedMs)} x2={x(markedMs)} y1="0" y2="48" />}
    </svg>
  );
}
