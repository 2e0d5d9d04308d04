import type { ReachedRows } from "#platform/auth/reach.ts";

/** Counting stops at this many rows. */
export const countMax = 100_000;

const counted = (rows: ReachedRows, name: string, text: string, more: unknown[] = []) =>
  rows.query<{ word: string; n: number }>({ name: `${name}_${rows.kind}`, text, values: [...rows.values, ...more] });

export const countOrganizations = (rows: ReachedRows) =>
  counted(
    rows,
    "stats_organizations",
    `select case when t.suspended_at is null then 'active' else 'suspended' end as word, count(*)::int as n
       from tenants t where ${rows.where("t.tenant_id")} group by 1`,
  );

export const countMembers = (rows: ReachedRows) =>
  counted(
    rows,
    "stats_members",
    `select m.status as word, count(*)::int as n from members m where ${rows.where("m.tenant_id")} and m.status <> 'removed' group by 1`,
  );

export const countChannels = (rows: ReachedRows) =>
  counted(
    rows,
    "stats_channels",
    `select c.status as word, count(*)::int as n from channels c where ${rows.where("c.tenant_id")} and c.deleted_at is null group by 1`,
  );

/** Uses the index of each organization's conversations by status; reads no messages. */
export const countOpenConversations = (rows: ReachedRows) =>
  counted(
    rows,
    "stats_conversations",
    `select 'open' as word, count(*)::int as n from (
       select 1 from tenants t
        cross join lateral (select 1 from conversations c where c.tenant_id = t.tenant_id and c.status = 'open' limit $${rows.values.length + 1}) o
        where ${rows.where("t.tenant_id")} limit $${rows.values.length + 1}) c`,
    [countMax],
  );

/** Unfinished work, counted through the partial indexes that the queues are claimed from. */
export function countWork(rows: ReachedRows) {
  const limit = `$${rows.values.length + 1}`;
  const part = (word: string, table: string, active: string) =>
    `select '${word}' as word, count(*)::int as n from (
       (select 1 from ${table} w where ${rows.where("w.tenant_id")} and w.state = 'ready' limit ${limit})
       union all (select 1 from ${table} w where ${rows.where("w.tenant_id")} and w.state = '${active}' limit ${limit})) ${word}`;
  return counted(
    rows,
    "stats_work",
    [
      part("inbound", "inbound_events", "leased"),
      part("outbound", "outbound_dispatches", "sending"),
      part("webhooks", "webhook_deliveries", "leased"),
    ].join(" union all "),
    [countMax],
  );
}
