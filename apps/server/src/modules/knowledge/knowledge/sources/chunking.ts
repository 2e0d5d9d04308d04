/** A parser's result: headings with their level (1 to 6), and texts: a paragraph, a list item, a table row. */
export type Block = { kind: "heading"; level: number; text: string } | { kind: "text"; text: string };

/** A passage: the unit that is found and shown. */
export interface Chunk {
  /** The headings above it, outermost first, separated by " > "; null: none. */
  heading: string | null;
  body: string;
}

export const chunkLength = 1_800;
const headingLength = 300;
/** A passage shorter than this is appended to the previous one under the same heading. */
const chunkLengthMin = 200;

/**
 * Splits a text into passages of at most 1,800 characters, never across headings. A block that is too long is split at
 * the end of a sentence, otherwise at a space. Every character except white space is kept, in order.
 */
export function chunkBlocks(blocks: Iterable<Block>, language: string): Chunk[] {
  const chunks: Chunk[] = [];
  const path: string[] = [];
  let parts: string[] = [];
  let length = 0;
  const heading = () => {
    const shown = path.filter((part) => part !== undefined && part !== "").join(" > ");
    return shown === "" ? null : shown.slice(0, headingLength).toWellFormed();
  };
  const close = () => {
    if (parts.length === 0) return;
    const body = parts.join("\n");
    const above = heading();
    const last = chunks.at(-1);
    if (body.length < chunkLengthMin && last !== undefined && last.heading === above && last.body.length + body.length < chunkLength)
      last.body += `\n${body}`;
    else chunks.push({ heading: above, body });
    parts = [];
    length = 0;
  };
  for (const block of blocks) {
    const text = tidy(block.text);
    if (text === "") continue;
    if (block.kind === "heading") {
      close();
      path.length = Math.min(path.length, block.level - 1);
      while (path.length < block.level - 1) path.push("");
      path.push(text.replace(/\n/g, " ").slice(0, headingLength));
      continue;
    }
    for (const piece of cut(text, language)) {
      if (length > 0 && length + 1 + piece.length > chunkLength) close();
      parts.push(piece);
      length += piece.length + 1;
    }
  }
  close();
  return chunks;
}

function tidy(text: string): string {
  return text
    .replace(/[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

function cut(text: string, language: string): string[] {
  if (text.length <= chunkLength) return [text];
  const pieces: string[] = [];
  let current = "";
  const add = (part: string) => {
    if (current !== "" && current.length + part.length > chunkLength) {
      pieces.push(current.trimEnd());
      current = "";
    }
    current += part;
  };
  for (const { segment } of new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)) {
    let rest = segment;
    while (rest.length > chunkLength) {
      const space = rest.lastIndexOf(" ", chunkLength - 1);
      let end = space > chunkLength / 2 ? space + 1 : chunkLength;
      // Not between the halves of a surrogate pair.
      if (/[\uD800-\uDBFF]/.test(rest[end - 1] as string)) end -= 1;
      add(rest.slice(0, end));
      rest = rest.slice(end);
    }
    add(rest);
  }
  if (current.trim() !== "") pieces.push(current.trimEnd());
  return pieces;
}
