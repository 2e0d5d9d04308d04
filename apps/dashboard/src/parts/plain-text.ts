/** The four formatting marks of chat apps: a mark, a text that neither starts nor ends with a space, the mark. */
export const markPattern = /([*_~`])(?=\S)([^*_~`\n]{1,2000}?\S?)\1/g;

/** The positions of the marks in *bold*, _italic_, ~struck~ and `code`. */
export function marksIn(text: string): ReadonlySet<number> {
  const at = new Set<number>();
  for (const { index, 0: whole } of text.matchAll(markPattern)) {
    at.add(index);
    at.add(index + whole.length - 1);
  }
  return at;
}

/** A message on one line: its words without the marks. */
export function plainText(text: string): string {
  return withoutMarks(text, marksIn(text));
}

/** A part of a text whose marks are known; `from` is where the part begins. */
export function withoutMarks(part: string, marks: ReadonlySet<number>, from = 0): string {
  if (marks.size === 0) return part;
  let plain = "";
  for (let at = 0; at < part.length; at++) if (!marks.has(from + at)) plain += part[at];
  return plain;
}
