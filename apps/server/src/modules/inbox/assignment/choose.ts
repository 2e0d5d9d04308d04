/** An agent as the choice sees them. `open` and `lastAssignedAtMs` move with each conversation they get. */
export interface Candidate {
  userId: string;
  open: number;
  max: number;
  /** Empty: all. */
  channelIds: ReadonlySet<string>;
  /** Theirs, and those below. */
  divisionIds: ReadonlySet<string>;
  /** -Infinity: never. */
  lastAssigned: number;
}

export interface Waiting {
  channelId: string;
  divisionId: string | null;
  /** To whom the customer had been given last. */
  previousId: string | null;
}

/**
 * Who gets a conversation: somebody with room, who serves its channel and is in its division or above it; null when there is nobody. Sticky
 * comes first; then the strategy, ties by whose turn is the longest ago and then by id. Changes the chosen one's `open` and `lastAssigned`. Pure besides.
 */
export function choose(
  candidates: Candidate[],
  conversation: Waiting,
  rule: { strategy: "round_robin" | "least_busy"; sticky: boolean },
  turn: number,
): Candidate | null {
  const fitting = candidates.filter(
    (c) =>
      c.open < c.max &&
      (c.channelIds.size === 0 || c.channelIds.has(conversation.channelId)) &&
      (conversation.divisionId === null || c.divisionIds.has(conversation.divisionId)),
  );
  const previous = rule.sticky ? fitting.find((c) => c.userId === conversation.previousId) : undefined;
  const before = (a: Candidate, b: Candidate) =>
    (rule.strategy === "least_busy" ? a.open - b.open : 0) || compare(a.lastAssigned, b.lastAssigned) || (a.userId < b.userId ? -1 : 1);
  const chosen = previous ?? fitting.reduce<Candidate | null>((best, c) => (best === null || before(c, best) < 0 ? c : best), null);
  if (chosen === null) return null;
  chosen.open += 1;
  chosen.lastAssigned = turn;
  return chosen;
}

/** Also of two infinities, whose difference is no number. */
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
