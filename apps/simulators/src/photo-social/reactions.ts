/** The platform's names of reactions and their emoji. */
const EMOJI = new Map([
  ["love", "\u2764\ufe0f"],
  ["like", "\u{1f44d}"],
  ["laugh", "\u{1f606}"],
  ["wow", "\u{1f62e}"],
  ["sad", "\u{1f622}"],
  ["angry", "\u{1f620}"],
]);
const NAMES = new Map([...EMOJI].map(([name, emoji]) => [emoji, name]));

export const REACTIONS: readonly string[] = [...EMOJI.values()];
export const emojiOf = (name: string): string | null => EMOJI.get(name) ?? null;
/** Customers may react with any emoji; those without a name are `other`. */
export const nameOf = (emoji: string): string => NAMES.get(emoji) ?? "other";
