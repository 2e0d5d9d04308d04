/** As a message keeps it. Without an emoji: taken back, which is not shown; an older reaction that comes later does not count. */
export interface StoredReaction {
  from: string | null;
  emoji?: string;
  at: string;
}

/**
 * The reactions after a person's newest word; `shows`: whether that can be seen. null: a newer word of theirs is there, or this
 * one. Pure.
 */
export function withReaction(
  reactions: StoredReaction[],
  word: { from: string | null; emoji: string | null; at: string },
): { reactions: StoredReaction[]; shows: boolean } | null {
  const theirs = (one: StoredReaction) => (one.from ?? null) === word.from;
  const at = Date.parse(word.at);
  const known = reactions.filter(theirs);
  const settled = known.some((one) => Date.parse(one.at) > at || (Date.parse(one.at) === at && (one.emoji ?? null) === word.emoji));
  if (settled) return null;
  const entry: StoredReaction = { from: word.from, ...(word.emoji === null ? {} : { emoji: word.emoji }), at: word.at };
  return {
    reactions: [...reactions.filter((one) => !theirs(one)), entry],
    shows: word.emoji !== null || known.some((one) => one.emoji !== undefined),
  };
}

/** Those that are there. Pure. */
export const shownReactions = (reactions: StoredReaction[]) => reactions.filter(({ emoji }) => typeof emoji === "string");
