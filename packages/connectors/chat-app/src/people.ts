import type { PersonRef } from "@parley/connector-kit";
import { type Json, asObject, compact, idOf, own, textAt, textOf } from "@parley/connector-kit/read";

/**
 * Business-scoped user id: country, a dot, up to 128 letters and digits; `ENT` marks a parent id (channel-protocols.md
 * 2.10).
 */
const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** A recipient as the API spells it: a number in international format, or the platform's own user id. */
export function parseRecipient(to: string): PersonRef | null {
  if (typeof to !== "string") return null;
  const trimmed = to.trim();
  if (BSUID.test(trimmed)) return { providerUserId: trimmed };
  // Plus, spaces (also the non-breaking kinds in pasted numbers), dashes, dots and brackets.
  if (!/^\+?[\d\s().\-\u2010-\u2015]+$/.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, "");
  return /^[1-9]\d{6,14}$/.test(digits) ? { address: digits } : null;
}

/** A wa_id in a callback: digits, no plus; undefined for anything else (a group id, damaged text). */
export function addressOf(value: unknown): string | undefined {
  const digits = textOf(value)?.replace(/[+\s().-]/g, "");
  return digits !== undefined && /^\d{5,20}$/.test(digits) ? digits : undefined;
}

export function userIdOf(value: unknown): string | undefined {
  return typeof value === "string" ? idOf(value, 200) : undefined;
}

/** The person of an element: the keys differ between parts. */
export function idsIn(element: unknown, addressKey: string, userIdKey: string): PersonRef {
  return compact({ address: addressOf(own(element, addressKey)), providerUserId: userIdOf(own(element, userIdKey)) });
}

/**
 * The ids of an element, completed from its contact (profile, and the missing id). Undefined when neither id is known: there is nobody to
 * answer, and guessing is not allowed.
 */
export function personOf(ids: PersonRef, contact: Json | undefined): PersonRef | undefined {
  const profile = asObject(own(contact, "profile"));
  const person: PersonRef = compact({
    address: ids.address ?? addressOf(own(contact, "wa_id")),
    providerUserId: ids.providerUserId ?? userIdOf(own(contact, "user_id")),
    name: textAt(profile, "name")?.trim() || undefined,
    username: textAt(profile, "username")?.replace(/^@/, "") || undefined,
  });
  return person.address === undefined && person.providerUserId === undefined ? undefined : person;
}

/** Finds an element's contact by ids, never by position: the array may be shorter or in another order. */
export function contactFinder(contacts: unknown[]): (ids: PersonRef) => Json | undefined {
  const byAddress = new Map<string, Json>();
  const byUserId = new Map<string, Json>();
  for (const part of contacts) {
    const contact = asObject(part);
    const address = addressOf(own(contact, "wa_id"));
    const userId = userIdOf(own(contact, "user_id"));
    if (contact !== undefined && address !== undefined && !byAddress.has(address)) byAddress.set(address, contact);
    if (contact !== undefined && userId !== undefined && !byUserId.has(userId)) byUserId.set(userId, contact);
  }
  return (ids) => {
    const byUser = ids.providerUserId === undefined ? undefined : byUserId.get(ids.providerUserId);
    if (byUser !== undefined) return byUser;
    const found = ids.address === undefined ? undefined : byAddress.get(ids.address);
    // The same number under another user id is another person's profile.
    const otherUser = userIdOf(own(found, "user_id"));
    return ids.providerUserId !== undefined && otherUser !== undefined ? undefined : found;
  };
}
