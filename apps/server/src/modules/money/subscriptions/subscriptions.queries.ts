import type { ReachedRows } from "#platform/auth/reach.ts";
import type { Holder } from "#platform/auth/acting-level.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { SubscriptionType } from "./billing-dates.ts";
import type { SubscriptionStatus } from "./subscription-state.ts";

export interface SubscriptionRow {
  tenant_id: string;
  id: string;
  organization_name: string;
  status: SubscriptionStatus;
  subscription_type: SubscriptionType;
  item_name: string;
  billing_amount: string;
  cycles: number | null;
  start_date: Date;
  next_billing: Date | null;
  end_date: Date | null;
  anchor: Date;
  due_at: Date | null;
  past_due_since: Date | null;
  /** The level above the organization that switched it off. */
  held_by: Holder;
  /** For one cancelled below the platform: its previous status, which is restored when it is resumed. */
  cancelled_from: Exclude<SubscriptionStatus, "cancelled" | "expired"> | null;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = `s.tenant_id, s.id, t.name as organization_name, s.status, s.subscription_type, s.item_name, s.billing_amount, s.cycles,
  s.start_date, s.next_billing, s.end_date, s.anchor, s.due_at, s.past_due_since, s.held_by, s.cancelled_from, s.created_at, s.updated_at, s.created_at::text as position`;
const from = "subscriptions s join tenants t on t.tenant_id = s.tenant_id";

export async function findSubscription(tx: Tx, id: string, lock = false): Promise<SubscriptionRow | null> {
  const [row] = await tx.query<SubscriptionRow>({
    name: lock ? "subscription_lock" : "subscription_by_id",
    text: `select ${columns} from ${from} where s.tenant_id = $1 and s.id = $2 ${lock ? "for no key update of s" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** The tenant's only subscription. */
export async function getOwnSubscription(tx: Tx): Promise<SubscriptionRow> {
  const [row] = await tx.query<SubscriptionRow>({
    name: "subscription_own",
    text: `select ${columns} from ${from} where s.tenant_id = $1`,
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("the tenant has no subscription");
  return row;
}

/** Within a reach, newest first by (created_at, id). `search`: part of a name. */
export function listSubscriptions(
  rows: ReachedRows,
  filter: { search?: string | undefined; status?: string | undefined },
  after: string[] | null,
  limit: number,
): Promise<SubscriptionRow[]> {
  const values: unknown[] = [...rows.values, limit];
  const limitAt = values.length;
  const names: string[] = [];
  const where = [rows.where("s.tenant_id")];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  if (filter.status !== undefined) {
    where.push(`s.status = ${value(filter.status)}`);
    names.push("status");
  }
  if (filter.search !== undefined) {
    const pattern = value(`%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`);
    where.push(`(t.name ilike ${pattern} or s.item_name ilike ${pattern})`);
    names.push("search");
  }
  if (after !== null) {
    where.push(`(s.created_at, s.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`);
    names.push("after");
  }
  return rows.query<SubscriptionRow>({
    name: ["subscriptions", rows.kind, ...names].join("_"),
    text: `select ${columns} from ${from} where ${where.join(" and ")} order by s.created_at desc, s.id desc limit $${limitAt}`,
    values,
  });
}

/** Stores its new state; called under its lock. */
export async function storeSubscription(tx: Tx, now: Date, row: SubscriptionRow): Promise<void> {
  await tx.query({
    name: "subscription_store",
    text: `update subscriptions set status = $3, subscription_type = $4, item_name = $5, billing_amount = $6, cycles = $7, start_date = $8,
             next_billing = $9, end_date = $10, anchor = $11, due_at = $12, past_due_since = $13, held_by = $14,
             cancelled_from = $15, updated_at = $16
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      row.id,
      row.status,
      row.subscription_type,
      row.item_name,
      row.billing_amount,
      row.cycles,
      row.start_date,
      row.next_billing,
      row.end_date,
      row.anchor,
      row.due_at,
      row.past_due_since,
      row.held_by,
      row.cancelled_from,
      now,
    ],
  });
}

/** Subscriptions that are due. Cross-tenant: finds the tenants that have one; the work is done inside each tenant. */
export function listDueSubscriptions(
  database: Pick<Database, "worker">,
  now: Date,
  max: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "subscriptions_due",
    text: "select tenant_id, id from subscriptions where due_at <= $1 order by due_at limit $2",
    values: [now, max],
  });
}

/** null: another worker has it, or it is no longer due. */
export async function claimDueSubscription(tx: Tx, now: Date, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.query<SubscriptionRow>({
    name: "subscription_claim_due",
    text: `select ${columns} from ${from} where s.tenant_id = $1 and s.id = $2 and s.due_at <= $3 for no key update of s skip locked`,
    values: [tx.tenantId, id, now],
  });
  return row ?? null;
}

/** An internal failure must not block the head of the queue. */
export async function postponeDue(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query({
    name: "subscription_postpone",
    text: "update subscriptions set due_at = $3 where tenant_id = $1 and id = $2 and due_at < $3",
    values: [tx.tenantId, id, at],
  });
}

/**
 * Money has come in, or an invoice has expired: a bill that is due and unpaid is retried now. Locked before it is read, because a concurrent
 * renewal that does not see the money yet may be about to leave the bill unpaid.
 */
export async function retryPastDue(tx: Tx, now: Date): Promise<void> {
  await tx.query({
    name: "subscription_lock_own",
    text: "select 1 from subscriptions where tenant_id = $1 for no key update",
    values: [tx.tenantId],
  });
  await tx.query({
    name: "subscription_hasten",
    text: "update subscriptions set due_at = $2 where tenant_id = $1 and status = 'past_due' and next_billing <= $2",
    values: [tx.tenantId, now],
  });
}

/** The agency no longer manages the tenant: what the agency held becomes the organization's own. */
export async function releaseFromAgency(tx: Tx): Promise<void> {
  await tx.query({
    name: "subscription_release_from_agency",
    text: "update subscriptions set held_by = null where tenant_id = $1 and held_by = 'agency'",
    values: [tx.tenantId],
  });
}

/** In the transaction that creates the tenant, as the worker role: no other may. */
export async function insertFirstSubscription(
  tx: Tx,
  now: Date,
  subscription: { id: string; itemName: string; nextBilling: Date },
): Promise<void> {
  await tx.query({
    name: "subscription_insert_first",
    text: `insert into subscriptions (tenant_id, id, status, subscription_type, item_name, billing_amount, start_date, next_billing, anchor,
             due_at, created_at, updated_at)
           values ($1, $2, 'active', 'monthly', $3, 0, $4, $5, $4, $5, $4, $4)`,
    values: [tx.tenantId, subscription.id, subscription.itemName, now, subscription.nextBilling],
  });
}
