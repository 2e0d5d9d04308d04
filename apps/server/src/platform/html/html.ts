/**
 * Markup by tagged template: every inserted value is escaped unless it is markup itself. Attributes are always written
 * in double quotes, so one escaping serves text and attributes.
 */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | null | undefined | false | readonly Content[];

export function html(strings: TemplateStringsArray, ...values: Content[]): Markup {
  let text = strings[0] as string;
  for (const [i, value] of values.entries()) text += render(value) + strings[i + 1];
  return new Markup(text);
}

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return escapeHtml(String(value));
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Plain text as paragraphs: a blank line separates them, a line break stays a line break. */
export function paragraphs(text: string): Markup[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => html`<p>${part.split(/\r?\n/).map((line, i) => (i === 0 ? line : html`<br>${line}`))}</p>`);
}
