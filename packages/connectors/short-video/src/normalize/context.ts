import type { IgnoredEvent, InboundMessageEvent, NormalizedEvent, PersonRef } from "@parley/connector-kit";
import type { ItemPayload } from "../payload.ts";
import { personOf } from "../people.ts";
import { idAt, instantOf, integerOf, own } from "@parley/connector-kit/read";

export interface ReadItem {
  item: ItemPayload;
  receivedAt: Date;
}

export type Reader = (read: ReadItem) => NormalizedEvent[];

export function ignored(reason: string): IgnoredEvent[] {
  return [{ kind: "ignored", reason }];
}

/** Anything lower is in seconds: in milliseconds it would be the year 1973. */
const SECONDS_MAX = 100_000_000_000;

function msOf(value: unknown): number | undefined {
  const number = integerOf(value);
  if (number === undefined || number <= 0) return undefined;
  return number < SECONDS_MAX ? number * 1_000 : number;
}

/** A time of the platform, in milliseconds or seconds, as text or number. */
export function readInstant(value: unknown, receivedAt: Date): string {
  return instantOf(msOf(value), receivedAt);
}

/** The time of the event: the content's own, otherwise that of its envelope. */
export function occurredAt({ item, receivedAt }: ReadItem): string {
  return instantOf(msOf(own(item.content, "timestamp")) ?? msOf(item.createTime), receivedAt);
}

/** The platform's id, or the item's own if that is missing or unusable: the message is kept either way. */
export function externalIdOf({ item }: ReadItem): string {
  return idAt(item.content, "message_id") ?? item.key.replace(/^echo\|/, "");
}

/**
 * Throws when the customer cannot be identified: the item then stays for a person to examine, instead of becoming a
 * message from nobody.
 */
export function customerOf({ item }: ReadItem, direction: InboundMessageEvent["direction"]): PersonRef {
  const person = personOf(item.content, direction);
  if (person === undefined) throw new Error(`an event (${item.event.slice(0, 60)}, ${direction}) that names no person`);
  return person;
}
