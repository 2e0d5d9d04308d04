import type { PersonRef } from "@parley/connector-kit";
import { objectAt, own, textOf } from "@parley/connector-kit/read";

/** Digits only. A person has a different id at each account, so only the platform can create one. */
const PERSON_ID = /^\d{5,30}$/;

/** A recipient as the API spells it: the platform's id of the person, as in inbound messages. */
export function parseRecipient(to: string): PersonRef | null {
  if (typeof to !== "string") return null;
  const trimmed = to.trim();
  return PERSON_ID.test(trimmed) ? { address: trimmed } : null;
}

/** The id of `sender` or `recipient`; undefined for anything else. A rounded number is not an id. */
export function idOfParty(element: unknown, party: "sender" | "recipient"): string | undefined {
  const value = own(objectAt(element, party), "id");
  if (typeof value === "number" && !Number.isSafeInteger(value)) return undefined;
  const id = textOf(value);
  return id !== undefined && PERSON_ID.test(id) ? id : undefined;
}
