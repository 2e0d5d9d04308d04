/** Times within a call. Pure. */
import type { CallTurn, CallWithTurns } from "@parley/sdk";

/** 0:44, 12:05. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export interface Span {
  turn: CallTurn;
  beganMs: number;
  endedMs: number;
}

/** Who spoke when, in order. A turn without a known end lasts until somebody else speaks. */
export function spansOf(turns: readonly CallTurn[], totalMs: number): Span[] {
  const spoken = turns.filter(({ speaker }) => speaker !== "tool");
  return spoken.map((turn, at) => {
    const next = spoken[at + 1]?.beganMs ?? totalMs;
    return { turn, beganMs: turn.beganMs, endedMs: Math.max(turn.beganMs, turn.endedMs ?? next) };
  });
}

/** What was said before a recording's start, up to that start, and after its end. */
export function notRecorded(spans: readonly Span[], fromMs: number, toMs: number): Span[] {
  return spans
    .filter(({ beganMs }) => beganMs < fromMs || beganMs >= toMs)
    .map((span) => (span.beganMs < fromMs ? { ...span, endedMs: Math.min(span.endedMs, fromMs) } : span));
}

/** The length of the call, up to now if it is live; never shorter than what was said. */
export function lengthOf({ answeredAt, endedAt, turns }: CallWithTurns, nowMs: number): number {
  const said = Math.max(0, ...turns.map(({ beganMs, endedMs }) => endedMs ?? beganMs));
  if (answeredAt === null) return said;
  return Math.max(said, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(answeredAt));
}

export interface Delay {
  /** From the caller's last sound to the detection of the end of their turn; 0: not measured. */
  hearingMs: number;
  /** Until the answer's first sound arrived, without the time for tools. */
  thinkingMs: number;
  toolsMs: number;
  /** Until it was played; 0: not measured. */
  speakingMs: number;
  totalMs: number;
}

/** The parts of the time before an answer; null: the turn answers nothing. */
export function delayOf({ latencyMs, hearingMs, toolsMs, speakingMs }: CallTurn): Delay | null {
  if (latencyMs === null) return null;
  const tools = Math.min(toolsMs ?? 0, latencyMs);
  const [hearing, speaking] = [hearingMs ?? 0, speakingMs ?? 0];
  return {
    ...{ hearingMs: hearing, thinkingMs: latencyMs - tools, toolsMs: tools, speakingMs: speaking },
    totalMs: hearing + latencyMs + speaking,
  };
}

/** The last turn that had started by then; -1: none. */
export function turnAt(turns: readonly CallTurn[], ms: number): number {
  return turns.findLastIndex(({ beganMs, speaker }) => speaker !== "tool" && beganMs <= ms);
}
