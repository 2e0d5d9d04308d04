/** The subset of Markdown that guides use: headings, paragraphs, lists, bold words and code. Pure. */
export interface Span {
  /** Its position in its line. */
  at: number;
  text: string;
  as: "text" | "strong" | "code";
}
/** `at`: its position in the guide. */
export type Block = { at: number } & (
  | { as: "title" | "heading" | "text"; spans: Span[] }
  | { as: "bullets" | "steps"; items: { at: number; spans: Span[] }[] }
);

const bullet = "- ";
const stepped = /^\d{1,2}\. /;

export function readGuide(source: string): Block[] {
  return source
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part, at) => ({ at, ...readBlock(part) }));
}

type WithoutPosition<Of> = Of extends Block ? Omit<Of, "at"> : never;

function readBlock(part: string): WithoutPosition<Block> {
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
  return { as: isSteps ? "steps" : "bullets", items: items.map((item, at) => ({ at, spans: readSpans(item) })) };
}

const oneLine = (text: string) => text.replaceAll("\n", " ");

function readSpans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((piece) => piece !== "")
    .map((piece, at) =>
      piece.startsWith("**")
        ? { at, as: "strong", text: piece.slice(2, -2) }
        : piece.startsWith("`")
          ? { at, as: "code", text: piece.slice(1, -1) }
          : { at, as: "text", text: piece },
    );
}
