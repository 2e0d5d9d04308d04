import type { Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import * as contacts from "./contacts.queries.ts";
import { contactMergedError } from "./merging/merged-error.ts";
import { lockMerges } from "./merging/merges.queries.ts";
import { lockIdentitiesOf, lockContactsOf, detachIdentities, dropProfileFetches, clearContacts } from "./erasing.queries.ts";

/** What identifies a person in rows that no key leads to. */
export interface PersonTraces {
  /** Wire ids: of the contact, of those merged into it, and of their identities. */
  ids: string[];
  /** Phones as digits, e-mail addresses in lower case, platform addresses and user ids. No names, because other people have them too. */
  values: string[];
}

/** Shorter values occur in too many unrelated texts. */
const valueLengthMin = 6;

/**
 * The first step of an erasure, in the transaction of its request. The contact and those merged into it lose their personal data and their
 * addresses, so that a later message from one of them creates a new contact. They are blocked and opted out, so that nothing more is sent,
 * and they accept neither changes nor merges. Throws not_found; conflict for a merged contact, and for one already being erased.
 */
export async function beginErasure(tx: Tx, now: Date, wire: string): Promise<{ id: string; traces: PersonTraces }> {
  // Merge chains cannot change now; a merge in progress finishes first.
  await lockMerges(tx);
  const id = parseWireId("cnt", wire);
  const row = id === null ? null : await contacts.findContact(tx, id);
  if (row === null) throw notFound(wire);
  if (row.merged_into_id !== null) throw contactMergedError(row.merged_into_id);
  // In the order in which a message takes its locks: identity, contact.
  await lockIdentitiesOf(tx, row.id);
  const people = await lockContactsOf(tx, row.id);
  // An erasure in progress removed it while this one waited for its lock.
  if (!people.some((person) => person.id === row.id)) throw notFound(wire);
  if (people.some((person) => person.erasing_at !== null)) throw beingErased();
  // A message may have given one of them an address before their rows were locked; from here on none can.
  const identities = await lockIdentitiesOf(tx, row.id);
  await detachIdentities(
    tx,
    identities.map((identity) => identity.id),
  );
  // A profile would bring the name back.
  await dropProfileFetches(
    tx,
    identities.map((identity) => identity.id),
  );
  await clearContacts(
    tx,
    people.map((person) => person.id),
    now,
  );
  const values = [
    ...people.flatMap((person) => [person.phone?.replace(/\D/g, ""), person.email?.toLowerCase()]),
    ...identities.flatMap((identity) => [identity.address, identity.address_key, identity.provider_user_id]),
  ].flatMap((value) => (value == null || value.length < valueLengthMin ? [] : value.toLowerCase()));
  return {
    id: row.id,
    traces: {
      ids: [...people.map((person) => wireId("cnt", person.id)), ...identities.map((identity) => wireId("cid", identity.id))],
      values: [...new Set(values)],
    },
  };
}

export function beingErased(): AppError {
  return new AppError("conflict", { message: "The contact is being erased." });
}
