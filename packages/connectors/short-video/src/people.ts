import type { InboundMessageEvent, PersonRef } from "@parley/connector-kit";
import { compact, idAt, idOf, objectAt, textAt } from "@parley/connector-kit/read";

/** Ids are some form of base64, with `+`, `/` and `=`. Nothing else is guaranteed, so any such text is accepted. */
const ID_MAX = 200;

/**
 * A recipient as the API spells it: the platform's conversation id, or its id of the person. Their formats do not
 * differ, so the text is tried as both. Only somebody who wrote before can be messaged, and either id finds that
 * person.
 */
export function parseRecipient(to: string): PersonRef | null {
  const id = typeof to === "string" ? idOf(to.trim(), ID_MAX) : undefined;
  return id === undefined || /\s/.test(id) ? null : { address: id, providerUserId: id };
}

export function conversationOf(content: unknown): string | undefined {
  return idAt(content, "conversation_id", ID_MAX);
}

/** Roles are lower case in callbacks and upper case in API responses. Undefined: the event does not say who wrote. */
export function directionOf(content: unknown): InboundMessageEvent["direction"] | undefined {
  const from = roleAt(content, "from_user");
  if (from === "personal_account") return "inbound";
  if (from === "business_account") return "echo";
  const to = roleAt(content, "to_user");
  if (to === "personal_account") return "echo";
  return to === "business_account" ? "inbound" : undefined;
}

function roleAt(content: unknown, side: "from_user" | "to_user"): string | undefined {
  return textAt(objectAt(content, side), "role")?.toLowerCase();
}

/**
 * The customer of an event: the conversation is the address, the person's id identifies them. `from` and `to` are handles, never ids.
 * Undefined when neither id is known: there is nobody to answer, and guessing is not allowed.
 */
export function personOf(content: unknown, direction: InboundMessageEvent["direction"]): PersonRef | undefined {
  const [side, handle] = direction === "inbound" ? (["from_user", "from"] as const) : (["to_user", "to"] as const);
  const person: PersonRef = compact({
    address: conversationOf(content),
    providerUserId: idAt(content, "unique_identifier", ID_MAX) ?? idAt(objectAt(content, side), "id", ID_MAX),
    username: textAt(content, handle)?.replace(/^@/, "") || undefined,
  });
  return person.address === undefined && person.providerUserId === undefined ? undefined : person;
}
