import type { IgnoredEvent, InboundMessageEvent, NormalizedEvent, PersonRef } from "@parley/connector-kit";
import type { ItemPayload } from "../payload.ts";
import { idsIn, personOf } from "../people.ts";
import { idAt, instantOf, integerOf } from "@parley/connector-kit/read";

export interface ReadItem {
  item: ItemPayload;
  receivedAt: Date;
}

export type Reader = (read: ReadItem) => NormalizedEvent[];

export function ignored(reason: string): IgnoredEvent[] {
  return [{ kind: "ignored", reason }];
}

/** Unix seconds, as text or number, to ISO. */
export function occurredAt(unixSeconds: unknown, receivedAt: Date): string {
  const seconds = integerOf(unixSeconds);
  return instantOf(seconds === undefined ? undefined : seconds * 1_000, receivedAt);
}

/** The platform's id, or the item's own if that is missing or unusable: the message is kept either way. */
export function externalIdOf({ item }: ReadItem): string {
  return idAt(item.element, "id") ?? item.key.replace(/^echo\|/, "");
}

/**
 * Throws when the customer cannot be identified: the item then stays for a person to examine, instead of becoming a
 * message from nobody.
 */
export function customerOf({ item }: ReadItem, direction: InboundMessageEvent["direction"]): PersonRef {
  const ids = direction === "echo" ? idsIn(item.element, "to", "to_user_id") : idsIn(item.element, "from", "from_user_id");
  const person = personOf(ids, item.contact);
  if (person === undefined) throw new Error(`a message (${direction}) that names no person`);
  return person;
}
