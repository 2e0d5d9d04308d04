import type { Tx } from "#platform/db/database.ts";

export function lockIdentitiesOf(
  tx: Tx,
  contactId: string,
): Promise<{ id: string; address: string | null; address_key: string | null; provider_user_id: string | null }[]> {
  return tx.query({
    name: "erasing_identities",
    text: `select ci.id, ci.address, ci.address_key, ci.provider_user_id from contact_identities ci
            where ci.tenant_id = $1 and ci.contact_id in (
              select c.id from contacts c where c.tenant_id = $1 and (c.id = $2 or c.merged_into_id = $2))
            order by ci.id for update`,
    values: [tx.tenantId, contactId],
  });
}

export function lockContactsOf(
  tx: Tx,
  contactId: string,
): Promise<{ id: string; phone: string | null; email: string | null; erasing_at: Date | null }[]> {
  return tx.query({
    name: "erasing_contacts",
    text: `select c.id, c.phone, c.email, c.erasing_at from contacts c
            where c.tenant_id = $1 and (c.id = $2 or c.merged_into_id = $2) order by c.id for no key update`,
    values: [tx.tenantId, contactId],
  });
}

export async function detachIdentities(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erasing_detach_identities",
    text: `update contact_identities ci
              set address = null, address_key = null, provider_user_id = 'erased ' || ci.id, username = null, display_name = null
            where ci.tenant_id = $1 and ci.id = any($2)`,
    values: [tx.tenantId, ids],
  });
}

export async function dropProfileFetches(tx: Tx, identityIds: string[]): Promise<void> {
  await tx.query({
    name: "erasing_profile_fetches",
    text: "delete from profile_fetches where tenant_id = $1 and identity_id = any($2)",
    values: [tx.tenantId, identityIds],
  });
}

export async function clearContacts(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx.query({
    name: "erasing_blank_contacts",
    text: `update contacts c
              set name = null, phone = null, phone_key = null, email = null, tags = '{}', custom_fields = '{}', owner_id = null,
                  stage_id = null, language = null, timezone = null, country = null, opt_in = 'opted_out', opt_in_at = $3,
                  opt_in_through = null, blocked_at = coalesce(c.blocked_at, $3), erasing_at = $3, updated_at = $3
            where c.tenant_id = $1 and c.id = any($2)`,
    values: [tx.tenantId, ids, now],
  });
}
