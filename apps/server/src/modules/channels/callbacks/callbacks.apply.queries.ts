import type { Tx } from "#platform/db/database.ts";

export function noteReferral(tx: Tx, channelId: string, identityId: string, at: string, referral: string): Promise<object[]> {
  return tx.query({
    name: "message_referral",
    text: `update messages m set content = coalesce(m.content, '{}') || jsonb_build_object('referral', $5::jsonb)
            where m.tenant_id = $1 and m.id = (
              select n.id from conversations c
                join lateral (
                  select n.id, n.occurred_at from messages n
                   where n.tenant_id = $1 and n.conversation_id = c.id and n.direction = 'inbound' and n.type <> 'system'
                     and n.occurred_at between $4::timestamptz - interval '10 minutes' and $4::timestamptz + interval '10 minutes') n on true
               where c.tenant_id = $1 and c.channel_id = $2 and c.identity_id = $3
               order by abs(extract(epoch from n.occurred_at - $4::timestamptz)), n.id limit 1)
           returning 1`,
    values: [tx.tenantId, channelId, identityId, at, referral],
  });
}

export function countOthersOfAccount(tx: Tx, channelId: string): Promise<{ others: number }[]> {
  return tx.query({
    name: "channels_of_same_account",
    text: `select count(*)::int as others from channels o join channels c on c.tenant_id = $1 and c.id = $2
            where o.tenant_id = $1 and o.kind = c.kind and o.account_id = c.account_id and o.id <> c.id and o.deleted_at is null`,
    values: [tx.tenantId, channelId],
  });
}

export function findIdentityOf(
  tx: Tx,
  kind: string,
  providerUserId: string | null,
  addressKey: string | null,
  account: string,
): Promise<{ id: string; contact_id: string }[]> {
  return tx.query({
    name: "identity_of_person",
    text: `select ci.id, ci.contact_id from contact_identities ci
            where ci.tenant_id = $1 and ci.kind = $2 and ci.account = $5
              and (ci.provider_user_id = $3 or (ci.address_key = $4 and (ci.provider_user_id is null or $3::text is null)))
            order by (ci.provider_user_id = $3) desc nulls last limit 1`,
    values: [tx.tenantId, kind, providerUserId, addressKey, account],
  });
}

/** The last three ids are for events that this may write. */
export async function changeIdentityOf(
  tx: Tx,
  now: Date,
  at: string,
  kind: string,
  identityId: string,
  address: string | null,
  addressKey: string | null,
  providerUserId: string | null,
  eventId: string,
  noteId: string,
  toldId: string,
): Promise<void> {
  await tx.query({
    name: "identity_change",
    text: "select change_identity($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    values: [tx.tenantId, now, at, kind, identityId, address, addressKey, providerUserId, eventId, noteId, toldId],
  });
}
