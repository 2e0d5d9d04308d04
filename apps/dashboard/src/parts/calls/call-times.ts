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

/** Who spoke when, in order. Where the end of a turn is not known, it lasts until somebody else speaks. */
export function spansOf(turns: readonly CallTurn[], totalMs: number): Span[] {
  const spoken = turns.filter(({ speaker }) => speaker !== "tool");
  return spoken.map((turn, at) => {
    const next = spoken[at + 1]?.beganMs ?? totalMs;
    return { turn, beganMs: turn.beganMs, endedMs: Math.max(turn.beganMs, turn.endedMs ?? next) };
  });
}

/** How long the call was, or is by now; never shorter than what was said. */
export function lengthOf({ answeredAt, endedAt, turns }: CallWithTurns, nowMs: number): number {
  const said = Math.max(0, ...turns.map(({ beganMs, endedMs }) => endedMs ?? beganMs));
  if (answeredAt === null) return said;
  return Math.max(said, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(answeredAt));
}

/** The last turn that had begun by then; -1: none. */
export function turnAt(turns: readonly CallTurn[], ms: number): number {
  return turns.findLastIndex(({ beganMs, speaker }) => speaker !== "tool" && beganMs <= ms);
}
