/** The appearance of a person without a picture. */
export type Hue = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** One of the eight hues, always the same for an id (FNV-1a). */
export function hueOf(id: string): Hue {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (((hash >>> 0) % 8) + 1) as Hue;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Two letters, from the first and the last word. One in scripts without case, where initials are unusual; `?` without a letter. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  const letterOf = (word: string) => {
    for (const { segment } of segmenter.segment(word)) if (/\p{L}/u.test(segment)) return segment;
    return "";
  };
  const letter = letterOf(first);
  if (!/[\p{Lu}\p{Ll}\p{Lt}]/u.test(letter)) return letter;
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return (letter + (last === undefined ? "" : letterOf(last))).toLocaleUpperCase();
}
