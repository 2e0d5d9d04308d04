import type { Tx } from "#platform/db/database.ts";

/** Sender and channel, as `receive_messages()` looks people up. */
export interface LockedWriter {
  chan: string;
  kind: string;
  acct: string;
  akey: string | null;
  puid: string | null;
}

const identitiesOf = `
  select p.id from contact_identities p where p.tenant_id = $1 and p.kind = x.kind and p.provider_user_id = x.puid
  union all
  select a.id from contact_identities a where a.tenant_id = $1 and a.kind = x.kind and a.account = x.acct and a.address_key = x.akey`;

/**
 * Locks the people who wrote these messages in the order that receive_messages() uses for one batch (docs/subsystems/channels/messaging.md,
 * Locks): identities, then conversations, then contacts, each by id. Needed if one transaction receives messages in several steps, each of
 * which would lock only its own rows.
 */
export async function lockWriters(tx: Tx, writers: LockedWriter[]): Promise<void> {
  const json = JSON.stringify(writers);
  const people = await tx.query<{ contact_id: string }>({
    name: "inbound_lock_identities",
    text: `select i.contact_id from contact_identities i
            where i.tenant_id = $1 and i.id in (
              select d.id from jsonb_to_recordset($2::jsonb) as x (kind text, acct text, akey text, puid text)
               cross join lateral (${identitiesOf}) d)
            order by i.id for no key update`,
    values: [tx.tenantId, json],
  });
  // A message goes into the unresolved conversation or the last one; a survey answer into a resolved one, which is either the last or can
  // no longer be answered.
  await tx.query({
    name: "inbound_lock_conversations",
    text: `select 1 from conversations v
            where v.tenant_id = $1 and v.id in (
              select u.id from jsonb_to_recordset($2::jsonb) as x (chan uuid, kind text, acct text, akey text, puid text)
               cross join lateral (${identitiesOf}) d
               cross join lateral (
                (select c.id from conversations c
                  where c.tenant_id = $1 and c.channel_id = x.chan and c.identity_id = d.id and c.status <> 'resolved')
                union all
                (select c.id from conversations c
                  where c.tenant_id = $1 and c.channel_id = x.chan and c.identity_id = d.id
                  order by c.resolved_at desc nulls last, c.created_at desc limit 1)) u)
            order by v.id for no key update`,
    values: [tx.tenantId, json],
  });
  await tx.query({
    name: "inbound_lock_contacts",
    text: `select 1 from contacts k
            where k.tenant_id = $1 and k.id in (
              select unnest($2::uuid[])
              union all
              select o.id from contacts o where o.tenant_id = $1 and o.phone_key = any($3::text[]))
            order by k.id for no key update`,
    values: [tx.tenantId, people.map((person) => person.contact_id), writers.flatMap(({ akey }) => (akey === null ? [] : [akey]))],
  });
}
