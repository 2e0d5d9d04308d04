import type { Tx } from "#platform/db/database.ts";
import type { RecipientStatus, SkipReason } from "../broadcasts.schema.ts";
import type { VariableValues } from "../content/message-content.ts";

/** How to find addresses on a channel. */
export interface Addresses {
  kind: string;
  /** Our account where addresses are bound to one; otherwise ''. */
  account: string;
  /** A contact's phone is an address even if the contact has never written. */
  byPhone: boolean;
}

/** Which of these contacts exist. */
export async function existingContacts(tx: Tx, ids: string[]): Promise<Set<string | null>> {
  const rows = await tx.query<{ id: string }>({
    name: "broadcast_contacts_known",
    text: "select c.id from contacts c where c.tenant_id = $1 and c.id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
  return new Set(rows.map((row) => row.id));
}

/**
 * Turns contacts into recipients, numbered from `from` on; existing recipients stay as they are. A merged contact is
 * replaced with its survivor. `zones`: the zone of contacts without one; null: nobody has a zone. Returns how many got
 * each status.
 */
export function insertRecipients(
  tx: Tx,
  broadcast: { id: string; round: number },
  contactIds: string[],
  from: number,
  where: Addresses,
  zone: string | null,
): Promise<{ status: string; reason: string | null; n: number }[]> {
  return tx.query({
    name: "broadcast_freeze",
    text: `with made as (
             insert into broadcast_recipients (tenant_id, broadcast_id, n, contact_id, zone, status, reason, round)
             select $1, $2, $4 + g.place, c.id, case when $8::text is null then '' else coalesce(c.timezone, $8) end,
                    case when j.reason is null then 'pending' else 'skipped' end, j.reason, $9
               from unnest($3::uuid[]) with ordinality as g(id, place)
               join contacts f on f.tenant_id = $1 and f.id = g.id
               join contacts c on c.tenant_id = $1 and c.id = coalesce(f.merged_into_id, f.id)
              cross join lateral (select case
                when c.opt_in = 'opted_out' then 'opted_out'
                when c.blocked_at is not null then 'blocked'
                when (not $7 or c.phone_key is null) and not exists (
                  select from contact_identities ci
                   where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = $5 and ci.account = $6) then 'no_identity' end as reason) j
              order by g.place
             on conflict do nothing
             returning status, reason
           )
           select m.status, m.reason, count(*)::int as n from made m group by m.status, m.reason`,
    values: [tx.tenantId, broadcast.id, contactIds, from, where.kind, where.account, where.byPhone, zone, broadcast.round],
  });
}

/** The zones with pending recipients. */
export async function pendingZones(tx: Tx, broadcastId: string): Promise<string[]> {
  const rows = await tx.query<{ zone: string }>({
    name: "broadcast_zones",
    // One probe per zone.
    text: `with recursive zones as (
             (select r.zone from broadcast_recipients r where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = 'pending'
               order by r.zone limit 1)
             union all
             select n.zone from zones z cross join lateral (
               select r.zone from broadcast_recipients r
                where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = 'pending' and r.zone > z.zone order by r.zone limit 1) n
           )
           select zone from zones -- tenant_id: above`,
    values: [tx.tenantId, broadcastId],
  });
  return rows.map(({ zone }) => zone);
}

/** The zones of recipients whose messages were created and have no outcome yet: two seconds' worth. */
export async function sendingZones(tx: Tx, broadcastId: string): Promise<string[]> {
  const rows = await tx.query<{ zone: string }>({
    name: "broadcast_sending_zones",
    text: "select distinct r.zone from broadcast_recipients r where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = 'sending'",
    values: [tx.tenantId, broadcastId],
  });
  return rows.map(({ zone }) => zone);
}

export interface SelectedRecipient extends VariableValues {
  n: number;
  /** The survivor's. */
  contact_id: string;
  phone_key: string | null;
  opt_in: string;
  blocked: boolean;
  /** The survivor is a recipient itself. */
  twice: boolean;
  identity_id: string | null;
  address: string | null;
  provider_user_id: string | null;
  /** The phone is another contact's address. */
  taken: boolean;
}

/** The next recipients, locked, with everything that decides about them. */
export function selectRecipients(
  tx: Tx,
  broadcastId: string,
  zones: string[],
  limit: number,
  where: Addresses,
): Promise<SelectedRecipient[]> {
  return tx.query<SelectedRecipient>({
    name: "broadcast_pick",
    text: `with turn as materialized (
             select t.n, t.contact_id from unnest($3::text[]) as z(zone) cross join lateral (
               select r.n, r.contact_id from broadcast_recipients r
                where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = 'pending' and r.zone = z.zone
                order by r.n limit $4 for update of r skip locked) t
              limit $4
           )
           select t.n, c.id as contact_id, c.name, c.phone, c.phone_key, c.email, c.source, c.country, c.language, c.timezone, c.custom_fields, c.opt_in,
                  c.blocked_at is not null as blocked,
                  c.id <> t.contact_id and exists (
                    select from broadcast_recipients o where o.tenant_id = $1 and o.contact_id = c.id and o.broadcast_id = $2) as twice,
                  i.id as identity_id, i.address, i.provider_user_id,
                  i.id is null and $7 and c.phone_key is not null and exists (
                    select from contact_identities o
                     where o.tenant_id = $1 and o.kind = $5 and o.address_key = c.phone_key and o.account = $6) as taken
             from turn t
             join contacts f on f.tenant_id = $1 and f.id = t.contact_id
             join contacts c on c.tenant_id = $1 and c.id = coalesce(f.merged_into_id, f.id)
             left join lateral (
               select ci.id, ci.address, ci.provider_user_id from contact_identities ci
                where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = $5 and ci.account = $6
                order by (ci.address_key = c.phone_key) desc nulls last, ci.created_at desc, ci.id limit 1) i on true
            order by t.n`,
    values: [tx.tenantId, broadcastId, zones, limit, where.kind, where.account, where.byPhone],
  });
}

/** Creates messages; see functions/send_broadcast.sql. */
export function sendBroadcast(tx: Tx, now: Date, items: object[]): Promise<{ n: number; outcome: "sent" | SkipReason }[]> {
  return tx.query({
    name: "send_broadcast",
    text: "select n, outcome from send_broadcast($1, $2, $3::jsonb)",
    values: [tx.tenantId, now, JSON.stringify(items)],
  });
}

export interface RecipientChange {
  n: number;
  status: RecipientStatus;
  reason: SkipReason | null;
  msg: string | null;
  /** The survivor; null: the contact itself. */
  contact: string | null;
}

export async function changeRecipients(tx: Tx, broadcastId: string, changes: RecipientChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.query({
    name: "broadcast_recipients_change",
    text: `update broadcast_recipients r
              set status = x.status, reason = x.reason, message_id = x.msg, contact_id = coalesce(x.contact, r.contact_id)
             from jsonb_to_recordset($3::jsonb) as x(n integer, status text, reason text, msg uuid, contact uuid)
            where r.tenant_id = $1 and r.broadcast_id = $2 and r.n = x.n`,
    values: [tx.tenantId, broadcastId, JSON.stringify(changes)],
  });
}

/** Failed recipients of earlier rounds become pending again. Returns their reasons. */
export function rewindFailed(tx: Tx, broadcastId: string, round: number, limit: number): Promise<{ reason: string | null; n: number }[]> {
  return tx.query({
    name: "broadcast_rewind",
    text: `with failed as (
             select r.n, r.reason from broadcast_recipients r
              where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = 'failed' and r.round < $3 order by r.n limit $4 for update of r
           ), back as (
             update broadcast_recipients r set status = 'pending', reason = null, message_id = null, round = $3, sent_at = null
               from failed f where r.tenant_id = $1 and r.broadcast_id = $2 and r.n = f.n
             returning f.reason
           )
           select b.reason, count(*)::int as n from back b group by b.reason`,
    values: [tx.tenantId, broadcastId, round, limit],
  });
}

/** Skips recipients who were still waiting when it was cancelled. Returns how many. */
export async function skipPending(tx: Tx, broadcastId: string, limit: number): Promise<number> {
  const rows = await tx.query({
    name: "broadcast_skip_pending",
    text: `update broadcast_recipients r set status = 'skipped', reason = 'cancelled'
            where r.tenant_id = $1 and r.broadcast_id = $2 and r.n in (
              select p.n from broadcast_recipients p
               where p.tenant_id = $1 and p.broadcast_id = $2 and p.status = 'pending' order by p.n limit $3)
           returning 1`,
    values: [tx.tenantId, broadcastId, limit],
  });
  return rows.length;
}

/** Deletes recipients. Returns how many. */
export async function purgeRecipients(tx: Tx, broadcastId: string, limit: number): Promise<number> {
  const rows = await tx.query({
    name: "broadcast_purge",
    text: `delete from broadcast_recipients r
            where r.tenant_id = $1 and r.broadcast_id = $2 and r.n in (
              select p.n from broadcast_recipients p where p.tenant_id = $1 and p.broadcast_id = $2 order by p.n limit $3)
           returning 1`,
    values: [tx.tenantId, broadcastId, limit],
  });
  return rows.length;
}

/**
 * A broadcast's messages still waiting in the channel's queue, locked against being sent; of these zones, or (null) of
 * all.
 */
export async function lockWaiting(tx: Tx, broadcastId: string, zones: string[] | null, limit: number): Promise<string[]> {
  const rows = await tx.query<{ message_id: string }>({
    name: "broadcast_lock_waiting",
    text: `select d.message_id from broadcast_recipients r
             join outbound_dispatches d on d.tenant_id = $1 and d.message_id = r.message_id
            where r.tenant_id = $1 and r.broadcast_id = $2 and r.status = 'sending' and ($3::text[] is null or r.zone = any($3))
              and d.state = 'ready'
            order by d.message_id limit $4 for update of d skip locked`,
    values: [tx.tenantId, broadcastId, zones, limit],
  });
  return rows.map((row) => row.message_id);
}

/**
 * Takes them back: the message is cancelled, with its event, and its recipient waits again. `items`: message and event
 * id. Returns how many.
 */
export async function recallMessages(tx: Tx, now: Date, broadcastId: string, items: { msg: string; ev: string }[]): Promise<number> {
  const values = [tx.tenantId, JSON.stringify(items)];
  await tx.query({
    name: "broadcast_take_back_messages",
    text: `with input as (select x.* from jsonb_to_recordset($2::jsonb) as x(msg uuid, ev uuid)),
           cancelled as (
             update messages m set status = 'cancelled' from input i
              where m.tenant_id = $1 and m.id = i.msg and m.status = 'queued'
             returning m.id, i.ev, m.channel_id, m.conversation_id, m.contact_id, m.author_id, m.client_reference
           ), gone as (
             delete from outbound_dispatches d using input i where d.tenant_id = $1 and d.message_id = i.msg
           )
           insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
           select $1, c.ev, 'message.status', c.channel_id, c.conversation_id,
                  json_build_object('channelId', wire_id('chn', c.channel_id), 'conversationId', wire_id('conv', c.conversation_id),
                    'contactId', wire_id('cnt', c.contact_id), 'broadcastId', c.author_id,
                    'message', json_build_object('id', wire_id('msg', c.id), 'externalId', null, 'clientReference', c.client_reference),
                    'status', 'cancelled', 'previousStatus', 'queued', 'occurredAt', wire_time($3), 'error', null), $3
             from cancelled c`,
    values: [...values, now],
  });
  const back = await tx.query({
    name: "broadcast_take_back_recipients",
    text: `update broadcast_recipients r set status = 'pending', message_id = null
             from jsonb_to_recordset($2::jsonb) as x(msg uuid, ev uuid)
            where r.tenant_id = $1 and r.broadcast_id = $3 and r.message_id = x.msg and r.status = 'sending'
           returning 1`,
    values: [...values, broadcastId],
  });
  return back.length;
}

export interface RecipientRow {
  n: number;
  contact_id: string;
  name: string | null;
  phone: string | null;
  status: RecipientStatus;
  reason: string | null;
  message_id: string | null;
  conversation_id: string | null;
  error: { code: string; message: string } | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  replied_at: Date | null;
  opted_out_at: Date | null;
}

/** In the order in which they were frozen, after a position. */
export function listRecipients(
  tx: Tx,
  broadcastId: string,
  status: string | undefined,
  after: number,
  limit: number,
): Promise<RecipientRow[]> {
  return tx.query<RecipientRow>({
    name: `broadcast_recipients_list${status === undefined ? "" : "_status"}`,
    text: `select r.n, r.contact_id, c.name, c.phone, r.status, r.reason, r.message_id, m.conversation_id, m.error,
                  coalesce(m.sent_at, r.sent_at) as sent_at, m.delivered_at, m.read_at, r.replied_at, r.opted_out_at
             from broadcast_recipients r
             join contacts c on c.tenant_id = $1 and c.id = r.contact_id
             left join messages m on m.tenant_id = $1 and m.id = r.message_id
            where r.tenant_id = $1 and r.broadcast_id = $2 and r.n > $3 ${status === undefined ? "" : "and r.status = $5"}
            order by r.n limit $4`,
    values: [tx.tenantId, broadcastId, after, limit, ...(status === undefined ? [] : [status])],
  });
}
