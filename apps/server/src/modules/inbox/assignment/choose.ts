/** An agent as a candidate for a conversation. `open` and `lastAssigned` change with each conversation the agent gets. */
export interface Candidate {
  userId: string;
  open: number;
  max: number;
  /** Empty: all channels. */
  channelIds: ReadonlySet<string>;
  /** The agent's divisions and those below them. */
  divisionIds: ReadonlySet<string>;
  /** -Infinity: never. */
  lastAssigned: number;
}

export interface WaitingConversation {
  channelId: string;
  divisionId: string | null;
  /** The agent to whom the customer was last assigned. */
  previousId: string | null;
}

/**
 * Chooses the agent for a conversation: one with capacity who serves its channel and whose division is the conversation's or above it; null
 * if there is none. A sticky assignment comes first, then the strategy; ties go to the agent assigned longest ago, then by id. Changes only
 * `open` and `lastAssigned` of the chosen agent.
 */
export function choose(
  candidates: Candidate[],
  conversation: WaitingConversation,
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

/** A comparison, because the difference of two infinities is NaN. */
const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
