import type { Tx } from "#platform/db/database.ts";
import type { ContactRow, IdentityRow } from "../contacts.queries.ts";

export interface Hint {
  id: string;
  reason: "phone" | "email" | "username" | "name";
}

/** Per reason: thousands may share a name, and nobody reads that many. */
const perReasonMax = 20;
const sameNameMax = 200;

/**
 * Contacts that may be the same person: one index look-up per reason. The same number (national variants count as one) as phone or address,
 * the same e-mail; the same username or name on a kind of channel on which this contact has none.
 */
export function listHints(tx: Tx, row: ContactRow, identities: IdentityRow[], phoneKinds: string[]): Promise<Hint[]> {
  const keys = [row.phone_key, ...identities.map((i) => i.address_key)].filter((key) => key !== null && !key.startsWith("="));
  return tx.query<Hint>({
    name: "merge_hints",
    text: `with hint as (
             (select c.id, 'phone' as reason from contacts c where c.tenant_id = $1 and c.phone_key = any($3) limit ${perReasonMax})
             union
             (select ci.contact_id, 'phone' from contact_identities ci
               where ci.tenant_id = $1 and ci.kind = any($4) and ci.address_key = any($3) limit ${perReasonMax})
             union
             (select c.id, 'email' from contacts c
               where c.tenant_id = $1 and c.email_key = lower($5::text) and c.id <> $2 and c.merged_into_id is null
               order by c.id desc limit ${perReasonMax})
             union
             (select ci.contact_id, 'username' from contact_identities own
                join contact_identities ci on ci.tenant_id = $1 and ci.username_key = own.username_key and ci.kind <> own.kind
               where own.tenant_id = $1 and own.contact_id = $2 and ci.contact_id <> $2
               order by ci.contact_id desc limit ${perReasonMax})
             union
             (select n.id, 'name' from (
                select c.id from contacts c
                 where c.tenant_id = $1 and c.name_key = lower($6::text) and c.id <> $2 and c.merged_into_id is null
                 order by c.id desc limit ${sameNameMax}) n
               where exists (select 1 from contact_identities o where o.tenant_id = $1 and o.contact_id = n.id and o.kind <> all($7))
               order by n.id desc limit ${perReasonMax}))
           select h.id, h.reason from hint h join contacts c on c.tenant_id = $1 and c.id = h.id
            where h.id <> $2 and c.merged_into_id is null
              and not exists (select 1 from contact_merge_dismissals d
                               where d.tenant_id = $1 and d.contact_id = $2 and d.other_id = h.id)`,
    values: [tx.tenantId, row.id, keys, phoneKinds, row.email, row.name, identities.map((i) => i.kind)],
  });
}

/** Records that the two are different people. Repeating it has no further effect. */
export async function insertDismissal(tx: Tx, now: Date, a: string, b: string, by: string): Promise<void> {
  await tx.query({
    name: "merge_dismiss",
    text: `insert into contact_merge_dismissals (tenant_id, contact_id, other_id, dismissed_at, dismissed_by)
           values ($1, $2, $3, $4, $5), ($1, $3, $2, $4, $5) on conflict do nothing`,
    values: [tx.tenantId, a, b, now, by],
  });
}
