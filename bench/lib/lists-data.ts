/** The data set of (e): a million messages of 200 tenants, one of them with a tenth of all. Loaded by SQL as the admin. */
import type pg from "pg";

export interface Sizes {
  tenants: number;
  conversations: number;
  messagesPerConversation: number;
  conversationsOfLargest: number;
}

export const fullSize: Sizes = { tenants: 200, conversations: 200_000, messagesPerConversation: 5, conversationsOfLargest: 20_000 };

/** A UUIDv7-like id: the time in milliseconds, then a hash of a name. */
const id = (ms: string, what: string) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '7' || substr(md5(${what}), 1, 3) || '8' || substr(md5(${what}), 4, 15))::uuid`;

/**
 * Tenant n is a row of bench_tenants (n, tenant_id, channel_id), created by the caller. Foreign keys are satisfied, but their triggers are
 * not run.
 */
export async function loadLists(admin: pg.Client, sizes: Sizes, say: (line: string) => void): Promise<void> {
  const step = async (name: string, sql: string) => {
    const startedAt = performance.now();
    await admin.query(sql);
    say(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  };
  const small = Math.floor((sizes.conversations - sizes.conversationsOfLargest) / (sizes.tenants - 1));
  const last = sizes.conversations - 1;
  const lastOfEach = sizes.messagesPerConversation - 1;
  await admin.query("set session_replication_role = replica");
  await admin.query("set synchronous_commit = off");
  await admin.query("set work_mem = '64MB'");
  // A conversation every 40 s over the last months, with people of all tenants interleaved, as in production.
  await step(
    "people and conversations, numbered",
    `create unlogged table bench_people as
    select g.n, t.tenant_id, t.channel_id, x.at, ${id("extract(epoch from x.at) * 1000", "'contact' || g.n")} as contact_id,
           ${id("extract(epoch from x.at) * 1000 + 1", "'identity' || g.n")} as identity_id,
           ${id("extract(epoch from x.at) * 1000 + 2", "'conversation' || g.n")} as conversation_id,
           ${id(`extract(epoch from x.at + ${lastOfEach} * interval '75 s') * 1000`, `'message' || g.n || '/${lastOfEach}'`)} as last_message_id,
           '44' || lpad((7000000000 + g.n)::text, 10, '0') as address, g.n % 100 as k
      from generate_series(0, ${last}) g(n)
      cross join lateral (select now() - (${last} - g.n) * interval '40 s' - interval '1 hour' as at) x
      join bench_tenants t on t.n = case when g.n % ${Math.round(sizes.conversations / sizes.conversationsOfLargest)} = 0 then 0
        else 1 + (hashint4(g.n) & 2147483647) % ${sizes.tenants - 1} end`,
  );
  await step(
    "contacts",
    `insert into contacts (tenant_id, id, name, phone, phone_key, email, source, tags, opt_in, last_inbound_at, created_at, updated_at)
    select tenant_id, contact_id, (array['Amina','Bruno','Chloe','Dario','Elif','Farid','Greta','Hugo','Ines','Jonas'])[1 + k % 10] || ' ' || initcap(substr(md5(n::text), 1, 7)),
           '+' || address, address, case when k < 30 then 'person' || n || '@example.com' end, 'inbound',
           case when k < 5 then array['vip', 'tag' || (n % 7)] when k < 20 then array['lead'] else '{}' end,
           case when k < 20 then 'opted_in' when k < 22 then 'opted_out' else 'unknown' end, at, at, at from bench_people order by at`,
  );
  await step(
    "identities",
    `insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, created_at)
    select tenant_id, identity_id, contact_id, 'chat_app', address, address, at from bench_people order by at`,
  );
  const label = (name: string) => `md5(tenant_id::text || '${name}')::uuid`;
  await step(
    "labels",
    `insert into labels (tenant_id, id, name, created_at, updated_at)
    select tenant_id, ${label("refund")}, 'refund', now(), now() from bench_tenants
    union all select tenant_id, ${label("order")}, 'order', now(), now() from bench_tenants`,
  );
  await step(
    "conversations",
    `insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, pending_reason, label_ids, priority,
      last_message, last_message_at, unread_count, window_expires_at, resolved_at, created_at, updated_at)
    select tenant_id, conversation_id, channel_id, 'chat_app', contact_id, identity_id,
           case when k < 70 then 'resolved' when k < 95 then 'open' else 'pending' end, case when k >= 95 then 'customer' end,
           case when k % 25 = 0 then array[${label("refund")}] when k % 4 = 0 then array[${label("order")}] else '{}' end, case when k % 20 = 3 then 'high' else 'medium' end,
           jsonb_build_object('id', 'msg_' || replace(last_message_id::text, '-', ''), 'direction', 'inbound', 'type', 'text', 'preview', 'Hello ' || n), at + interval '5 min',
           case when k between 70 and 80 then 1 else 0 end, at + interval '24 h', case when k < 70 then at + interval '6 min' end, at, at + interval '6 min'
      from bench_people order by at`,
  );
  await step(
    "messages",
    `insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address, text, status, error,
      sent_at, external_id, author_kind, author_id, occurred_at, created_at)
    select p.tenant_id, ${id("extract(epoch from m.at) * 1000", "'message' || p.n || '/' || m.i")}, p.conversation_id, p.channel_id, p.contact_id,
           case when m.i % 2 = 0 then 'inbound' else 'outbound' end, 'text', case when m.i % 2 = 0 then p.address else '15550100100' end,
           case when m.i % 2 = 0 then '15550100100' else p.address end, 'Message ' || m.i || ' of conversation ' || p.n || ': ' || md5(p.n || '-' || m.i),
           case when m.i % 2 = 0 then 'received' when p.k = 7 then 'failed' when p.k < 50 then 'read' else 'delivered' end,
           case when m.i % 2 > 0 and p.k = 7 then '{"code": "recipient_unreachable", "providerCode": null, "message": "The number is not in use.", "retryable": false}'::jsonb end, m.at,
           'wamid.' || md5('external' || p.n || '/' || m.i), case when m.i % 2 = 0 then 'contact' else 'api' end, null, m.at, m.at
      from bench_people p cross join lateral (select i, p.at + i * interval '75 s' as at from generate_series(0, ${sizes.messagesPerConversation - 1}) i) m
     order by p.at`,
  );
  await admin.query("reset session_replication_role");
  await step("vacuum analyze", "vacuum analyze");
  await admin.query("checkpoint");
  say(`  ${small} conversations per ordinary tenant`);
}
