/** The platform's names of reactions and their emoji, the usual one first. */
const reactions: [name: string, emoji: string[]][] = [
  ["love", ["\u2764\ufe0f", "\u{1f60d}"]],
  ["like", ["\u{1f44d}"]],
  ["laugh", ["\u{1f606}", "\u{1f602}"]],
  ["wow", ["\u{1f62e}"]],
  ["sad", ["\u{1f622}"]],
  ["angry", ["\u{1f620}", "\u{1f621}"]],
];

const nameByEmoji = new Map(reactions.flatMap(([name, emoji]) => emoji.map((one): [string, string] => [plain(one), name])));
const emojiByName = new Map(reactions.map(([name, emoji]) => [name, emoji[0]]));

export function emojiOf(name: string | undefined): string | undefined {
  return name === undefined ? undefined : emojiByName.get(name);
}

/** Undefined for an emoji without a reaction on the platform. */
export function reactionOf(emoji: string): string | undefined {
  return nameByEmoji.get(plain(emoji));
}

/** Keyboards enter a heart with or without its variation selector. */
function plain(emoji: string): string {
  return emoji.replaceAll("\ufe0f", "");
}

export const sendableEmoji: readonly string[] = reactions.flatMap(([, emoji]) => emoji);
