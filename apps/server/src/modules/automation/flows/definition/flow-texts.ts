/** The texts of steps and the placeholders in them: canned reply variables, variables of the run, secrets. Pure. */

const pattern = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
const variablePattern = /^variables\.([a-z][A-Za-z0-9_]{0,49})$/;
const secretPattern = /^secrets\.([A-Z][A-Z0-9_]{0,49})$/;

/** The syntax of a run's variable. */
export const variableName = /^[a-z][A-Za-z0-9_]{0,49}$/;

export interface Placeholder {
  /** The text between the braces; the key of its value. */
  key: string;
  name: string;
  fallback: string | null;
  /** reply: a canned reply variable, or an unknown one. */
  kind: "variable" | "secret" | "reply";
  /** The name of a variable or a secret. */
  own: string | null;
}

function placeholderOf(inner: string): Placeholder {
  const bar = inner.indexOf("|");
  const name = (bar < 0 ? inner : inner.slice(0, bar)).trim();
  const fallback = bar < 0 ? null : inner.slice(bar + 1).trim();
  const variable = variablePattern.exec(name)?.[1];
  const secret = secretPattern.exec(name)?.[1];
  const own = variable ?? secret ?? null;
  return { key: inner, name, fallback, kind: variable !== undefined ? "variable" : secret !== undefined ? "secret" : "reply", own };
}

/** Each once. */
export function placeholdersOf(texts: readonly string[]): Placeholder[] {
  const inner = new Set(texts.flatMap((text) => Array.from(text.matchAll(pattern), (match) => match[0].slice(2, -2))));
  return [...inner].map(placeholderOf);
}

/** The text with each placeholder replaced by `fill`, in one pass: braces in a value are not placeholders. */
export function renderText(text: string, fill: (placeholder: Placeholder, at: number) => string): string {
  return text.replace(pattern, (written: string, ...rest: unknown[]) => fill(placeholderOf(written.slice(2, -2)), rest[2] as number));
}

/** Every text in a JSON value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A JSON value with its texts changed; names of members stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}
