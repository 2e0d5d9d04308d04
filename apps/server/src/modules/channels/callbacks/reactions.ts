/**
 * A reaction as a message stores it. Without an emoji it was removed: it is not shown, but makes an older reaction that arrives later void.
 * `removed`: only this emoji was removed.
 */
export interface StoredReaction {
  from: string | null;
  emoji?: string;
  removed?: string;
  at: string;
}

/** What a platform reports about a person's reaction; see `ReactionEvent` of the connector kit. */
export interface ReactionReport {
  from: string | null;
  emoji: string | null;
  removed?: string;
  keepsOthers?: true;
  at: string;
}

/**
 * The reactions after a person's report; `shows`: whether the visible ones change. null: this report or a newer one of the person is
 * already applied. A report about one emoji of several is compared with those about that emoji and about all of them. Pure.
 */
export function withReaction(reactions: StoredReaction[], report: ReactionReport): { reactions: StoredReaction[]; shows: boolean } | null {
  const subject = report.removed ?? (report.keepsOthers === true ? report.emoji : null);
  const theirs = reactions.filter((one) => (one.from ?? null) === report.from);
  const about = (one: StoredReaction) => one.emoji ?? one.removed ?? null;
  const concerned = subject === null ? theirs : theirs.filter((one) => about(one) === subject || about(one) === null);
  const at = Date.parse(report.at);
  const settled = concerned.some((one) => Date.parse(one.at) > at || (Date.parse(one.at) === at && (one.emoji ?? null) === report.emoji));
  if (settled) return null;
  const replaced = new Set(subject === null ? theirs : theirs.filter((one) => about(one) === subject));
  const entry: StoredReaction = {
    from: report.from,
    ...(report.emoji === null ? {} : { emoji: report.emoji }),
    ...(report.removed === undefined ? {} : { removed: report.removed }),
    at: report.at,
  };
  return {
    reactions: [...reactions.filter((one) => !replaced.has(one)), entry],
    shows: report.emoji !== null || [...replaced].some((one) => one.emoji !== undefined),
  };
}

export const shownReactions = (reactions: StoredReaction[]) => reactions.filter(({ emoji }) => typeof emoji === "string");
