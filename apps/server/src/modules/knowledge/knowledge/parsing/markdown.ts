import type { Block } from "../sources/chunking.ts";

/**
 * Headings with #, paragraphs, and code verbatim. All other markup stays in the text: people and models can read it.
 */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  const close = () => {
    if (lines.length > 0) blocks.push({ kind: "text", text: lines.join("\n") });
    lines = [];
  };
  for (const line of withoutComments(text).split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      lines.push(line);
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s(.*)$/s.exec(line);
    if (heading !== null) {
      close();
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, text: (heading[2] ?? "").trimStart().replace(/\s#+\s*$/, "") });
    } else if (line.trim() === "") close();
    else {
      if (mark !== null) fence = mark;
      lines.push(line);
    }
  }
  close();
  return blocks;
}

/** An unclosed comment stays. Its end is searched for once, not again from each further opening. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let from = text.indexOf("<!--"); from !== -1; from = text.indexOf("<!--", at)) {
    const to = text.indexOf("-->", from + 4);
    if (to === -1) break;
    kept.push(text.slice(at, from));
    at = to + 3;
  }
  return kept.join("") + text.slice(at);
}

/** Paragraphs separated by empty lines. */
export function readText(text: string): Block[] {
  return text
    .replace(/\r\n?|\f/g, "\n")
    .split(/\n[^\S\n]*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => ({ kind: "text", text: paragraph }));
}
