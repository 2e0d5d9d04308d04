import type { IgnoredEvent, InboundMessageEvent, NormalizedEvent, PersonRef } from "@parley/connector-kit";
import { idAt, instantOf, integerOf, objectAt, own } from "@parley/connector-kit/read";
import type { ItemPayload } from "../payload.ts";
import { idOfParty } from "../people.ts";

export interface ReadItem {
  item: ItemPayload;
  receivedAt: Date;
}

export type Reader = (read: ReadItem) => NormalizedEvent[];
export type Direction = InboundMessageEvent["direction"];

export function ignored(reason: string): IgnoredEvent[] {
  return [{ kind: "ignored", reason }];
}

/** The platform sends milliseconds, in some places seconds. */
export function occurredAt({ item, receivedAt }: ReadItem): string {
  const time = integerOf(own(item.element, "timestamp"));
  return instantOf(time === undefined || time >= 1e12 ? time : time * 1_000, receivedAt);
}

/** An echo is flagged. Even without the flag, what our account sent is never the customer's; the entry says which account is ours. */
export function directionOf({ item }: ReadItem): Direction {
  const flagged = own(objectAt(item.element, "message"), "is_echo") === true;
  const sender = idOfParty(item.element, "sender");
  return flagged || (sender !== undefined && sender === item.accountId) ? "echo" : "inbound";
}

/**
 * Throws when the customer cannot be identified: the item then stays for a person to examine, instead of becoming a
 * message from nobody.
 */
export function customerOf(read: ReadItem): PersonRef {
  const direction = directionOf(read);
  const address = idOfParty(read.item.element, direction === "echo" ? "recipient" : "sender");
  if (address === undefined || address === read.item.accountId) throw new Error(`an event (${direction}) that names no person`);
  return { address };
}

/** The platform's id, or the item's own if that is missing or unusable: the message is kept either way. */
export function externalIdOf(about: unknown, { item }: ReadItem): string {
  return idAt(about, "mid") ?? item.key;
}
