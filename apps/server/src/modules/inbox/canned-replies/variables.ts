/** The variables a reply may use. The list is closed: any other name is a typo that a customer would get to read. */
export const replyVariables = [
  "contact.name",
  "contact.firstName",
  "contact.phone",
  "contact.email",
  "agent.name",
  "agent.firstName",
  "channel.name",
  "organization.name",
] as const;
export type ReplyVariable = (typeof replyVariables)[number];

/** `{{contact.name}}`, or with a fallback for a missing value: `{{contact.firstName|there}}`. */
const placeholder = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

const namesIn = (content: string) => new Set(Array.from(content.matchAll(placeholder), (match) => (match[1] as string).trim()));

/** The names in a text that are not variables, each once. Pure. */
export function unknownVariables(content: string): string[] {
  return [...namesIn(content)].filter((name) => !(replyVariables as readonly string[]).includes(name));
}

/** The variables of a text, in the order of the list. Pure. */
export function usedVariables(content: string): ReplyVariable[] {
  const names = namesIn(content);
  return replyVariables.filter((name) => names.has(name));
}

/**
 * Fills in the variables of a text. A variable without a value or a fallback stays as written and is listed in
 * `missing`, so that nobody sends a greeting with a gap. Pure.
 */
export function renderReply(content: string, values: Readonly<Record<ReplyVariable, string | null>>): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const text = content.replace(placeholder, (written, given: string, standIn: string | undefined) => {
    const name = given.trim();
    const value = Object.hasOwn(values, name) ? values[name as ReplyVariable] : null;
    if (value !== null && value !== "") return value;
    if (standIn !== undefined) return standIn.trim();
    missing.add(name);
    return written;
  });
  return { text, missing: [...missing] };
}

/** The first word of a name. */
export function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/u)[0] || null;
}

/**
 * Fills in a text for a contact when there is no conversation: variables that are not the contact's have no value. Pure.
 */
export function fillFor(
  content: string,
  contact: { name: string | null; phone: string | null; email: string | null },
): { text: string; missing: string[] } {
  return renderReply(content, {
    "contact.name": contact.name,
    "contact.firstName": firstName(contact.name),
    "contact.phone": contact.phone,
    "contact.email": contact.email,
    "agent.name": null,
    "agent.firstName": null,
    "channel.name": null,
    "organization.name": null,
  });
}
