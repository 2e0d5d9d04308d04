/** Own properties only, never an exception: components come from platforms and API clients. */
export function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text of a property, "" when it is absent or not a text. */
export function textAt(value: unknown, key: string): string {
  const object = asRecord(value);
  const found = object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof found === "string" ? found : "";
}
