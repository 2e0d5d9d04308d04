import { asList, asRecord, textAt } from "./template-json.ts";

/**
 * What a template's components say about its variables and media: one reader for checking a send, rendering a preview and building the
 * platform's message. Types and formats are compared case-insensitively. Pure, and total over malformed input.
 */
export interface TemplateParts {
  header: HeaderPart | null;
  body: TextPart | null;
  footer: string | null;
  buttons: ButtonPart[];
}

export interface TextPart {
  text: string;
  /** "1", "2" … up to the highest number, or names in the order of their first occurrence. */
  variables: string[];
}

export type HeaderPart = ({ format: "TEXT" } & TextPart) | { format: "IMAGE" | "VIDEO" | "DOCUMENT" | "LOCATION" };

export interface ButtonPart {
  /** Its position among the buttons, by which a send names it. */
  index: number;
  type: string;
  label: string;
  /** The part that contains its variable; null: it has none. */
  url: TextPart | null;
}

const variablePattern = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

export function templateParts(components: readonly unknown[]): TemplateParts {
  const find = (type: string) => components.find((component) => textAt(component, "type").toUpperCase() === type);
  const body = find("BODY");
  const header = find("HEADER");
  const footer = textAt(find("FOOTER"), "text");
  return {
    header: header === undefined ? null : headerOf(header),
    body: body === undefined ? null : textPart(textAt(body, "text")),
    footer: footer === "" ? null : footer,
    buttons: asList(asRecord(find("BUTTONS"))?.["buttons"]).map(buttonOf),
  };
}

/** The distinct variables of a text. Numbers are filled up to the highest: `{{3}}` alone means there are three. */
export function variablesOf(text: string): string[] {
  const found = [...new Set([...text.matchAll(variablePattern)].map((match) => match[1] ?? ""))];
  if (found.length === 0 || found.some((variable) => !/^\d{1,3}$/.test(variable))) return found;
  return Array.from({ length: Math.max(...found.map(Number)) }, (_, index) => String(index + 1));
}

/** The text with its variables replaced; one without a value stays as written. */
export function fillVariables(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(variablePattern, (written, name: string) => values.get(name) ?? written);
}

/**
 * A variable's value as it is sent. The platform refuses the whole message if a variable contains a line break, a tab or more than four
 * spaces in a row (channel-protocols.md 2.7), and pasted names or addresses contain these. A space is better than no message.
 */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, (gap) => (/[\r\n\t\u2028\u2029]/.test(gap) ? " " : gap)).replace(/ {5,}/g, "    ");
}

function textPart(text: string): TextPart {
  return { text, variables: variablesOf(text) };
}

function headerOf(component: unknown): HeaderPart {
  const format = textAt(component, "format").toUpperCase();
  if (format === "IMAGE" || format === "VIDEO" || format === "DOCUMENT" || format === "LOCATION") return { format };
  return { format: "TEXT", ...textPart(textAt(component, "text")) };
}

function buttonOf(button: unknown, index: number): ButtonPart {
  const url = textAt(button, "url");
  return { index, type: textAt(button, "type").toUpperCase(), label: textAt(button, "text"), url: url === "" ? null : textPart(url) };
}
