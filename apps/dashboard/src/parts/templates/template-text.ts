/** A template's text, with and without its variables. Pure. */
import type { Conversation, Template } from "@parley/sdk";

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
  buttons: { type: string; text: string }[];
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
    buttons: (of("BUTTONS")?.buttons ?? []).map(({ type, text }) => ({ type: type ?? "", text: text ?? "" })),
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

/** Values for the variables, taken from the contact's own fields: a suggestion that the sender may change. */
export function prefill({ variables }: Pick<Template, "variables">, contact: Conversation["contact"]): Record<string, string> {
  const name = contact.name ?? "";
  const first = name.split(" ")[0] ?? "";
  const known: Record<string, string> = { name, first_name: first, firstname: first, customer_name: name, phone: contact.phone ?? "" };
  return Object.fromEntries(
    variables.map((variable, at) => [variable, known[variable.toLowerCase()] ?? (at === 0 && /^1$/.test(variable) ? first : "")]),
  );
}

/** In the format of `POST /messages`. */
export function templateContent(template: Template, values: Record<string, string>) {
  return {
    name: template.name,
    language: template.language,
    variables:
      template.parameterFormat === "named"
        ? template.variables.map((name) => ({ name, value: values[name] ?? "" }))
        : template.variables.map((name) => values[name] ?? ""),
  };
}
