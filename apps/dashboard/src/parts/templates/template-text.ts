/** A template's text, and the variables in it. Pure. */
import type { Template } from "@parley/sdk";

interface Component {
  type?: string;
  text?: string;
  format?: string;
  buttons?: { type?: string; text?: string; url?: string }[];
}

export interface TemplateParts {
  header: string | null;
  /** The type of media required to send it. */
  mediaHeader: "IMAGE" | "VIDEO" | "DOCUMENT" | null;
  hasLocation: boolean;
  body: string;
  footer: string | null;
  buttons: { type: string; text: string; url: string }[];
}

export function templateParts({ components }: Pick<Template, "components">): TemplateParts {
  const all = components as Component[];
  const of = (type: string) => all.find((each) => each.type?.toUpperCase() === type);
  const format = of("HEADER")?.format?.toUpperCase();
  return {
    header: of("HEADER")?.text ?? null,
    mediaHeader: format === "IMAGE" || format === "VIDEO" || format === "DOCUMENT" ? format : null,
    hasLocation: format === "LOCATION",
    body: of("BODY")?.text ?? "",
    footer: of("FOOTER")?.text ?? null,
    buttons: (of("BUTTONS")?.buttons ?? []).map(({ type, text, url }) => ({ type: type ?? "", text: text ?? "", url: url ?? "" })),
  };
}

/** Text and placeholders, in order: `{{1}}` and `{{name}}`. */
export type Piece = { text: string } | { variable: string };

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{\{\s{0,4}([\w.]{1,64})\s{0,4}\}\}/g)) {
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push({ variable: match[1] ?? "" });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

/** Each variable once. Numbers are filled up to the highest, as the server does: `{{2}}` alone means that there are two. */
export function variablesOf(text: string): string[] {
  const found = [...new Set(pieces(text).flatMap((piece) => ("variable" in piece ? [piece.variable] : [])))];
  if (found.length === 0 || found.some((name) => !/^\d{1,3}$/.test(name))) return found;
  return Array.from({ length: Math.max(...found.map(Number)) }, (_, at) => String(at + 1));
}

/** How long a text is without its variables. */
export function fixedLength(text: string): number {
  return pieces(text).reduce((sum, piece) => sum + ("text" in piece ? piece.text.length : 0), 0);
}
