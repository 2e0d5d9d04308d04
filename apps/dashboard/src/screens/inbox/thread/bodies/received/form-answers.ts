export interface FormAnswer {
  /** What the form calls the field; null: the whole form is one value. */
  label: string | null;
  value: string | boolean;
}

/** The platform's own, in every form: it identifies the form and answers nothing. */
const technical = new Set(["flow_token", "flowToken"]);
/** Deeper values are shown as JSON. */
const depthMax = 4;
/** screen_2 before screen_10; the same in every language. */
const inOrder = new Intl.Collator("en", { numeric: true });

/**
 * The answers to a form, one row each; nested answers have the labels of what they are in. Sorted by label, because the order of the form
 * is not stored. Pure.
 */
export function formAnswers(form: unknown): FormAnswer[] {
  if (typeof form !== "object" || form === null || Array.isArray(form)) return rows(form, [], 0);
  return rows(Object.fromEntries(Object.entries(form).filter(([key]) => !technical.has(key))), [], 0);
}

function rows(value: unknown, path: readonly string[], depth: number): FormAnswer[] {
  const label = path.length === 0 ? null : path.join(" · ");
  if (value == null || value === "") return [];
  if (typeof value === "string" || typeof value === "boolean") return [{ label, value }];
  if (typeof value === "number") return [{ label, value: String(value) }];
  if (depth === depthMax) return [{ label, value: JSON.stringify(value) }];
  if (!Array.isArray(value))
    return Object.entries(value)
      .sort(([one], [other]) => inOrder.compare(one, other))
      .flatMap(([key, part]) => rows(part, [...path, labelOf(key)], depth + 1));
  if (value.every((part) => typeof part !== "object" || part === null)) {
    const parts = value.filter((part) => part !== null && part !== "");
    return parts.length === 0 ? [] : [{ label, value: parts.join(", ") }];
  }
  return value.flatMap((part, index) => rows(part, [...path, String(index + 1)], depth + 1));
}

/** delivery_date: delivery date */
const labelOf = (key: string) => key.replaceAll("_", " ").trim();
