/** A contact on a channel: their conversation there, and their address. */
import type { Tx } from "#platform/db/database.ts";

/**
 * The conversation of each contact on a channel: the unresolved one with the newest message, otherwise the newest resolved one. Stored ids.
 */
export async function conversationsOn(tx: Tx, channelId: string, contactIds: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ contact_id: string; id: string }>({
    name: "flow_conversations_on",
    text: `select distinct on (c.contact_id) c.contact_id, c.id from conversations c
            where c.tenant_id = $1 and c.contact_id = any($2::uuid[]) and c.channel_id = $3
            order by c.contact_id, c.status = 'resolved', c.last_message_at desc, c.id desc`,
    values: [tx.tenantId, contactIds, channelId],
  });
  return new Map(rows.map((row) => [row.contact_id, row.id]));
}

export async function findSendingChannel(tx: Tx, channelId: string): Promise<{ kind: string; external_id: string } | null> {
  const [row] = await tx.query<{ kind: string; external_id: string }>({
    name: "flow_channel_way",
    text: "select kind, external_id from channels where tenant_id = $1 and id = $2 and deleted_at is null",
    values: [tx.tenantId, channelId],
  });
  return row ?? null;
}

/** A contact's address on a kind of channel, for an account of ours: the one they last wrote from, or were written to at. null: unknown. */
export async function findAddress(tx: Tx, contactId: string, kind: string, account: string): Promise<string | null> {
  const [row] = await tx.query<{ to: string }>({
    name: "flow_contact_address",
    text: `select coalesce(i.address, i.provider_user_id) as to from contact_identities i
            where i.tenant_id = $1 and i.contact_id = $2 and i.kind = $3 and i.account = $4 order by i.created_at desc, i.id desc limit 1`,
    values: [tx.tenantId, contactId, kind, account],
  });
  return row?.to ?? null;
}
