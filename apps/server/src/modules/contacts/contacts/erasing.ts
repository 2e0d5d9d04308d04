import type { Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import * as contacts from "./contacts.queries.ts";
import { mergedAway } from "./merging/merged-away.ts";
import { lockMerges } from "./merging/merges.queries.ts";

/** What identifies a person in rows that no key leads to. */
export interface PersonTraces {
  /** Wire ids: of the contact, of those merged into it, and of their identities. */
  ids: string[];
  /**
   * Phones as digits, e-mail addresses in lower case, addresses and user ids of platforms. No names, because other
   * people have them too.
   */
  values: string[];
}

/** Shorter values occur in too much else. */
const valueLengthMin = 6;

/**
 * The first step of an erasure, in the transaction of its request. The contact and those merged into it lose their
 * personal data and their addresses, so that whoever writes from one of them afterwards is a new contact. They are
 * blocked and opted out, so that nothing more is sent, and they accept neither changes nor merges. Throws not_found;
 * conflict for a merged contact, and for one that is being erased.
 */
export async function beginErasure(tx: Tx, now: Date, wire: string): Promise<{ id: string; traces: PersonTraces }> {
  // Chains of merges stand still; a merge under way finishes first.
  await lockMerges(tx);
  const id = parseWireId("cnt", wire);
  const row = id === null ? null : await contacts.findContact(tx, id);
  if (row === null) throw notFound(wire);
  if (row.merged_into_id !== null) throw mergedAway(row.merged_into_id);
  // In the order in which a message takes its locks: identity, contact.
  const identities = await tx.query<{ id: string; address: string | null; address_key: string | null; provider_user_id: string | null }>({
    name: "erasing_identities",
    text: `select ci.id, ci.address, ci.address_key, ci.provider_user_id from contact_identities ci
            where ci.tenant_id = $1 and ci.contact_id in (
              select c.id from contacts c where c.tenant_id = $1 and (c.id = $2 or c.merged_into_id = $2))
            order by ci.id for update`,
    values: [tx.tenantId, row.id],
  });
  const people = await tx.query<{ id: string; phone: string | null; email: string | null; erasing_at: Date | null }>({
    name: "erasing_contacts",
    text: `select c.id, c.phone, c.email, c.erasing_at from contacts c
            where c.tenant_id = $1 and (c.id = $2 or c.merged_into_id = $2) order by c.id for no key update`,
    values: [tx.tenantId, row.id],
  });
  // An erasure that was under way took it away while its lock was waited for.
  if (!people.some((person) => person.id === row.id)) throw notFound(wire);
  if (people.some((person) => person.erasing_at !== null)) throw beingErased();
  await tx.query({
    name: "erasing_detach_identities",
    text: `update contact_identities ci
              set address = null, address_key = null, provider_user_id = 'erased ' || ci.id, username = null, display_name = null
            where ci.tenant_id = $1 and ci.id = any($2)`,
    values: [tx.tenantId, identities.map((identity) => identity.id)],
  });
  // A profile would bring the name back.
  await tx.query({
    name: "erasing_profile_fetches",
    text: "delete from profile_fetches where tenant_id = $1 and identity_id = any($2)",
    values: [tx.tenantId, identities.map((identity) => identity.id)],
  });
  await tx.query({
    name: "erasing_blank_contacts",
    text: `update contacts c
              set name = null, phone = null, phone_key = null, email = null, tags = '{}', custom_fields = '{}', owner_id = null,
                  stage_id = null, language = null, timezone = null, country = null, opt_in = 'opted_out', opt_in_at = $3,
                  blocked_at = coalesce(c.blocked_at, $3), erasing_at = $3, updated_at = $3
            where c.tenant_id = $1 and c.id = any($2)`,
    values: [tx.tenantId, people.map((person) => person.id), now],
  });
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
