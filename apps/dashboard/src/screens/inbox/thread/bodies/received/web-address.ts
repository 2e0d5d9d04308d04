/** The value as a link that may be opened: only http and https, so that a customer's `javascript:` is never one. Null: none. Pure. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== "string" || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return protocol === "https:" || protocol === "http:" ? href : null;
}
