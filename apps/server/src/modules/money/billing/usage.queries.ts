import type { ReachedRows } from "#platform/auth/reach.ts";
import { monthOf } from "#platform/clock/month.ts";
import type { Statement, Tx } from "#platform/db/database.ts";

export interface UsageRow {
  /** 2026-11-01 */
  month: string;
  messages_in: number;
  messages_out: number;
  active_contacts: number;
  ai_requests: number;
  spend: string;
}

/** An organization's usage so far in the month of an instant, a few seconds behind. */
export async function usageOfMonth(tx: Tx, at: Date): Promise<Pick<UsageRow, "messages_out" | "ai_requests">> {
  const [row] = await tx.query<Pick<UsageRow, "messages_out" | "ai_requests">>({
    name: "usage_of_month",
    text: "select messages_out, ai_requests from usage_months where tenant_id = $1 and month = $2",
    values: [tx.tenantId, monthOf(at)],
  });
  return row ?? { messages_out: 0, ai_requests: 0 };
}

/** Newest first, before a given month. */
export function listUsageMonths(tx: Tx, before: string | null, limit: number): Promise<UsageRow[]> {
  return tx.query<UsageRow>({
    name: before === null ? "usage_months" : "usage_months_after",
    text: `select month::text as month, messages_in, messages_out, active_contacts, ai_requests, spend from usage_months
            where tenant_id = $1 ${before === null ? "" : "and month < $3::date"} order by usage_months.month desc limit $2`,
    values: [tx.tenantId, limit, ...(before === null ? [] : [before])],
  });
}

/** Months from `since` on, across all organizations within a reach: reads only one row per organization and month. */
export function sumUsage(rows: ReachedRows, since: string): Promise<(UsageRow & { organizations: number })[]> {
  return rows.query({
    name: `usage_summary_${rows.kind}`,
    text: `select u.month::text as month, sum(u.messages_in)::bigint as messages_in, sum(u.messages_out)::bigint as messages_out,
                  sum(u.active_contacts)::bigint as active_contacts, sum(u.ai_requests)::bigint as ai_requests, sum(u.spend) as spend,
                  count(*) as organizations
             from usage_months u where ${rows.where("u.tenant_id")} and u.month >= $${rows.values.length + 1}::date
            group by u.month order by u.month desc`,
    values: [...rows.values, since],
  });
}

/** The rest runs as the cross-tenant worker: a single reader of the log counts for all tenants. */
export type WorkerQuery = <R extends object>(statement: Statement) => Promise<R[]>;

export const consumer = "usage";

export interface ContactOfMonth {
  tenant: string;
  month: string;
  contact: string;
}

/** Returns those that were not yet counted in their month. */
export function insertActiveContacts(query: WorkerQuery, contacts: ContactOfMonth[]): Promise<{ tenant_id: string; month: string }[]> {
  return query({
    name: "usage_contacts_insert",
    text: `insert into usage_contacts (tenant_id, month, contact_id)
           select c.tenant, c.month, c.contact from jsonb_to_recordset($1::jsonb) as c(tenant uuid, month date, contact uuid)
            order by 1, 2, 3 on conflict do nothing returning tenant_id, month::text as month`,
    values: [JSON.stringify(contacts)],
  });
}

export interface UsageCount {
  tenant: string;
  month: string;
  messagesIn: number;
  messagesOut: number;
  activeContacts: number;
}

export async function addUsage(query: WorkerQuery, counts: UsageCount[]): Promise<void> {
  await query({
    name: "usage_add",
    text: `insert into usage_months as u (tenant_id, month, messages_in, messages_out, active_contacts)
           select c.tenant, c.month, c."messagesIn", c."messagesOut", c."activeContacts"
             from jsonb_to_recordset($1::jsonb) as c(tenant uuid, month date, "messagesIn" bigint, "messagesOut" bigint, "activeContacts" bigint)
            order by 1, 2
           on conflict (tenant_id, month) do update set messages_in = u.messages_in + excluded.messages_in,
             messages_out = u.messages_out + excluded.messages_out, active_contacts = u.active_contacts + excluded.active_contacts`,
    values: [JSON.stringify(counts)],
  });
}

/** Contacts of months that no longer change. True: there are more. */
export async function purgeActiveContacts(query: WorkerQuery, before: string, max: number): Promise<boolean> {
  const rows = await query({
    name: "usage_contacts_purge",
    text: `delete from usage_contacts where (tenant_id, month, contact_id) in (
             select tenant_id, month, contact_id from usage_contacts where month < $1::date limit $2) returning 1`,
    values: [before, max],
  });
  return rows.length === max;
}

export interface PeriodCount {
  tenant: string;
  period: "hour" | "day";
  startsAt: string;
  messagesIn: number;
  messagesOut: number;
}

export async function addUsagePeriods(query: WorkerQuery, counts: PeriodCount[]): Promise<void> {
  await query({
    name: "usage_periods_add",
    text: `insert into usage_periods as u (tenant_id, period, starts_at, messages_in, messages_out)
           select c.tenant, c.period, c."startsAt", c."messagesIn", c."messagesOut"
             from jsonb_to_recordset($1::jsonb) as c(tenant uuid, period text, "startsAt" timestamptz, "messagesIn" bigint, "messagesOut" bigint)
            order by 1, 2, 3
           on conflict (tenant_id, period, starts_at) do update
             set messages_in = u.messages_in + excluded.messages_in, messages_out = u.messages_out + excluded.messages_out`,
    values: [JSON.stringify(counts)],
  });
}

/** True: there are more. */
export async function purgeUsagePeriods(query: WorkerQuery, period: "hour" | "day", before: Date, max: number): Promise<boolean> {
  const rows = await query({
    name: "usage_periods_purge",
    text: `delete from usage_periods where (tenant_id, period, starts_at) in (
             select tenant_id, period, starts_at from usage_periods where period = $1 and starts_at < $2 limit $3) returning 1`,
    values: [period, before, max],
  });
  return rows.length === max;
}

/** Messages since an instant, across all organizations within a reach. */
export async function sumPeriods(
  rows: ReachedRows,
  period: "hour" | "day",
  since: Date,
): Promise<{ messages_in: number; messages_out: number }> {
  const at = rows.values.length;
  const [row] = await rows.query<{ messages_in: number; messages_out: number }>({
    name: `usage_periods_sum_${rows.kind}`,
    text: `select coalesce(sum(u.messages_in), 0)::bigint as messages_in, coalesce(sum(u.messages_out), 0)::bigint as messages_out
             from usage_periods u where ${rows.where("u.tenant_id")} and u.period = $${at + 1} and u.starts_at >= $${at + 2}`,
    values: [...rows.values, period, since],
  });
  return row ?? { messages_in: 0, messages_out: 0 };
}
