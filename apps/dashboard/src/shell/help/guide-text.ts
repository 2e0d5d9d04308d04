/** The little of Markdown that guides use: headings, paragraphs, lists, bold words and code. Pure. */
export interface Span {
  text: string;
  as: "text" | "strong" | "code";
}
export type Block = { as: "title" | "heading" | "text"; spans: Span[] } | { as: "bullets" | "steps"; items: Span[][] };

const bullet = "- ";
const stepped = /^\d{1,2}\. /;

export function readGuide(source: string): Block[] {
  return source
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(readBlock);
}

function readBlock(part: string): Block {
  if (part.startsWith("## ")) return { as: "heading", spans: readSpans(part.slice(3)) };
  if (part.startsWith("# ")) return { as: "title", spans: readSpans(part.slice(2)) };
  const isSteps = stepped.test(part);
  if (!isSteps && !part.startsWith(bullet)) return { as: "text", spans: readSpans(oneLine(part)) };
  const items: string[] = [];
  for (const line of part.split("\n")) {
    const own = isSteps ? stepped.exec(line)?.[0] : line.startsWith(bullet) ? bullet : undefined;
    if (own !== undefined) items.push(line.slice(own.length));
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { as: isSteps ? "steps" : "bullets", items: items.map(readSpans) };
}

const oneLine = (text: string) => text.replaceAll("\n", " ");

function readSpans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((piece) => piece !== "")
    .map((piece) =>
      piece.startsWith("**")
        ? { as: "strong", text: piece.slice(2, -2) }
        : piece.startsWith("`")
          ? { as: "code", text: piece.slice(1, -1) }
          : { as: "text", text: piece },
    );
}
