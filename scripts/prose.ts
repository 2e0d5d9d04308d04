/**
 * Wraps the prose of Markdown. Only paragraphs and list items are changed, and only those with a line that is too long: tables, code,
 * headings, HTML and link definitions are left unchanged. Pure; scripts/wrap-docs.ts feeds it the tree, and generated pages pass through
 * it.
 *
 * Formatters from the registry could do this too, but each also pads tables to their widest cell and restyles lists; only this one rule is
 * wanted.
 */
export const proseWidth = 100;

export function wrapProse(text: string, width: number = proseWidth): string {
  const out: string[] = [];
  let paragraph: Paragraph | null = null;
  let fence: string | null = null;
  const flush = () => {
    if (paragraph !== null) out.push(...wrapParagraph(paragraph, width));
    paragraph = null;
  };
  for (const line of text.split("\n")) {
    const bare = line.trimStart();
    const marker = /^(?:```+|~~~+)/.exec(bare)?.[0];
    if (fence !== null || marker !== undefined) {
      flush();
      out.push(line);
      if (fence === null) fence = marker ?? null;
      else if (marker?.startsWith(fence) === true) fence = null;
      continue;
    }
    const item = /^(\s*(?:> ?)*)((?:[-*+]|\d{1,9}[.)])\s+)(?=\S)/.exec(line);
    // Four spaces after a blank line mean code, unless a list item continues there.
    const isCode = paragraph === null && /^ {4}/.test(line) && item === null && !insideItem(out, line);
    if (bare === "" || isCode || isFixed(bare)) {
      flush();
      out.push(line);
    } else if (item !== null) {
      flush();
      const [start, indent = "", bullet = ""] = item;
      paragraph = { first: start, rest: indent + " ".repeat(bullet.length), lines: [line.slice(start.length)], source: [line] };
    } else {
      const prefix = /^\s*(?:> ?)*/.exec(line)?.[0] ?? "";
      paragraph ??= { first: prefix, rest: prefix, lines: [], source: [] };
      paragraph.lines.push(line.slice(prefix.length));
      paragraph.source.push(line);
    }
  }
  flush();
  return out.join("\n");
}

/** The lines that `wrapProse` would break, and headings, which cannot be broken; counted from 1. */
export function longLines(text: string, width: number = proseWidth): number[] {
  const wrapped = new Set(wrapProse(text, width).split("\n"));
  return withoutCode(text).flatMap((line, index) =>
    line.length > width && (!wrapped.has(line) || /^#{1,6} /.test(line)) ? [index + 1] : [],
  );
}

interface Paragraph {
  /** The prefix of its first line, and of all others. */
  first: string;
  rest: string;
  lines: string[];
  source: string[];
}

/** Table rows, headings, rules, HTML, link definitions. */
function isFixed(bare: string): boolean {
  return /^(?:\||#{1,6} |<|\[[^\]]+\]: |(?:[-*_] *){3,}$|=+$)/.test(bare);
}

/** Whether an indented line after a blank one belongs to the list item above it. */
function insideItem(out: readonly string[], line: string): boolean {
  const indent = line.length - line.trimStart().length;
  for (const above of out.toReversed()) {
    if (above.trim() === "") continue;
    const item = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)/.exec(above)?.[1];
    if (item !== undefined) return indent < item.length + 4;
    if (!above.startsWith(" ")) return false;
  }
  return false;
}

function wrapParagraph({ first, rest, lines, source }: Paragraph, width: number): string[] {
  if (source.every((line) => line.length <= width)) return source;
  const out: string[] = [];
  let current = first;
  let isEmpty = true;
  for (const line of lines) {
    for (const word of words(line)) {
      if (!isEmpty && current.length + 1 + word.length > width) {
        out.push(current);
        current = rest;
        isEmpty = true;
      }
      current += isEmpty ? word : ` ${word}`;
      isEmpty = false;
    }
    // Two spaces or a backslash at the end are hard line breaks.
    if (/(?: {2}|\\)$/.test(line)) {
      out.push(line.endsWith("\\") ? current : `${current}  `);
      current = rest;
      isEmpty = true;
    }
  }
  if (!isEmpty) out.push(current);
  return out;
}

/** Unbreakable units: code and links as a whole, and anything that would start a list, heading or quote, joined to the word before it. */
function words(line: string): string[] {
  const found: string[] = [];
  for (const word of line.trim().match(/(?:`[^`]*`|\[[^\]]{0,60}\]\([^)]*\)|[^\s`[]|[`[])+/g) ?? []) {
    if (found.length > 0 && /^(?:[-*+>=|]|#{1,6}|\d{1,9}[.)]|(?:```|~~~|<).*)$/.test(word)) found.push(`${found.pop()} ${word}`);
    else found.push(word);
  }
  return found;
}

/** The lines, with those of code blocks blanked. */
function withoutCode(text: string): string[] {
  let fence: string | null = null;
  return text.split("\n").map((line) => {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1];
    const inside = fence !== null || marker !== undefined;
    if (fence === null) fence = marker ?? null;
    else if (marker?.startsWith(fence) === true) fence = null;
    return inside ? "" : line;
  });
}
