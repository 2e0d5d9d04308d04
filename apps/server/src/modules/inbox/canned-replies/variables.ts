/** What a reply may speak of. Closed: a name outside is a typing mistake that a customer would get to read. */
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

/** `{{contact.name}}`, or with what stands in where there is none: `{{contact.firstName|there}}`. */
const placeholder = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

const namesIn = (content: string) => new Set(Array.from(content.matchAll(placeholder), (match) => (match[1] as string).trim()));

/** Names in a text that are no variable, each once. Pure. */
export function unknownVariables(content: string): string[] {
  return [...namesIn(content)].filter((name) => !(replyVariables as readonly string[]).includes(name));
}

/** The variables of a text, in their usual order. Pure. */
export function usedVariables(content: string): ReplyVariable[] {
  const names = namesIn(content);
  return replyVariables.filter((name) => names.has(name));
}

/**
 * The text with values in their places. A variable without a value or a stand-in stays as it is written and is named in
 * `missing`, so that nobody sends a greeting with a hole in it. Pure.
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

/** The first of several words. */
export function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/u)[0] || null;
}

/** A text for a contact alone, where there is no conversation: what is not of the contact has no value. Pure. */
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
