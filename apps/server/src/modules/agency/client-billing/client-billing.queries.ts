import type { Composer } from "#modules/people/mail/index.ts";
import type { BillingMode } from "#modules/money/billing/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Claimed, ClaimSource } from "#platform/jobs/claim.ts";

export interface TermsRow {
  billing_mode: BillingMode;
  markup_percent: string;
  terms_updated_at: Date | null;
}

/** In the client's tenant; null: it is not this agency's any more. `lock`: no charge is made under other terms meanwhile. */
export async function findTerms(tx: Tx, agencyId: string, lock = false): Promise<TermsRow | null> {
  const [row] = await tx.query<TermsRow>({
    name: lock ? "client_terms_lock" : "client_terms",
    text: `select billing_mode, markup_percent, terms_updated_at from apps
            where tenant_id = $1 and agency_id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, agencyId],
  });
  return row ?? null;
}

export async function saveTerms(tx: Tx, now: Date, terms: { mode: BillingMode; markupPercent: number }): Promise<void> {
  await tx.query({
    name: "client_terms_save",
    text: "update apps set billing_mode = $2, markup_percent = $3, terms_updated_at = $4 where tenant_id = $1 and agency_id is not null",
    values: [tx.tenantId, terms.mode, terms.markupPercent, now],
  });
}

const ownersMax = 20;

/** The owners of the client, with the app of the terms. */
export function findOwnerEmails(tx: Tx): Promise<{ email: string; app_id: string }[]> {
  return tx.query({
    name: "client_terms_owners",
    text: `select m.email, a.id as app_id from members m join apps a on a.tenant_id = m.tenant_id and a.agency_id is not null
            where m.tenant_id = $1 and m.role = 'owner' and m.status = 'active' order by m.user_id limit $2`,
    values: [tx.tenantId, ownersMax],
  });
}

/** For a mail; null: the organization has no agency. */
export async function findRaisedTerms(
  query: Parameters<Composer>[0],
  tenantId: string,
  appId: string,
): Promise<{ markup_percent: string } | null> {
  const [row] = await query<{ markup_percent: string }>({
    name: "client_terms_mail",
    text: "select markup_percent from apps where tenant_id = $1 and id = $2 and agency_id is not null",
    values: [tenantId, appId],
  });
  return row ?? null;
}

/** Runs with the client's tenant, as the worker, the only role that may. */
export async function beginTerms(tx: Tx, agencyId: string): Promise<void> {
  await tx.query({
    name: "client_terms_begin",
    text: "update apps set agency_id = $2, billing_mode = 'client_pays', markup_percent = 0 where tenant_id = $1",
    values: [tx.tenantId, agencyId],
  });
}

/** Usage from now on is the organization's own. What was handed over stays handed over. */
export async function endTerms(tx: Tx): Promise<void> {
  await tx.query({
    name: "client_terms_end",
    text: `update apps set agency_id = null, billing_mode = null, markup_percent = null, terms_updated_at = null
            where tenant_id = $1 and agency_id is not null`,
    values: [tx.tenantId],
  });
}

/** In the client's tenant: what this agency, of those that it had, has not recorded yet. */
export async function sumOutstanding(
  tx: Tx,
  agencyId: string,
): Promise<{ charges: number; cost: string; unfunded: boolean; last_error: string | null }> {
  const [row] = await tx.query<{ charges: number; cost: string; unfunded: boolean; last_error: string | null }>({
    name: "client_charges_outstanding",
    text: `select count(*)::int as charges, coalesce(sum(cost), 0) as cost, coalesce(bool_or(unfunded), false) as unfunded, max(last_error) as last_error
             from client_charges where tenant_id = $1 and agency_id = $2 and state <> 'done'`,
    values: [tx.tenantId, agencyId],
  });
  if (row === undefined) throw new Error("a count without a row");
  return row;
}

export const chargeSource: ClaimSource = {
  table: "client_charges",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["agency_id", "mode", "cost", "billed", "reason", "month"],
};

export interface ClaimedCharge extends Claimed {
  id: string;
  agency_id: string;
  mode: BillingMode;
  cost: string;
  billed: string;
  reason: string | null;
  month: string;
}

/** In the tenant itself: whether it was erased, and no longer has a ledger. */
export async function wasErased(tx: Tx): Promise<boolean> {
  const rows = await tx.query({
    name: "client_charge_agency_erased",
    text: "select 1 from tenants where tenant_id = $1 and erased_at is not null",
    values: [tx.tenantId],
  });
  return rows.length > 0;
}

/** Only while the claim is ours. `error` of a done charge: why it is in nobody's ledger. */
export async function settleCharge(
  tx: Tx,
  charge: ClaimedCharge,
  outcome: { done: true; error?: string } | { done: false; runAt: Date; error: string; unfunded: boolean },
): Promise<void> {
  await tx.query({
    name: "client_charge_settle",
    text: `update client_charges set state = $4, run_at = coalesce($5, run_at), last_error = $6, unfunded = $7, lease_until = null
            where tenant_id = $1 and id = $2 and state = 'leased' and attempts = $3`,
    values: [
      tx.tenantId,
      charge.id,
      charge.attempts,
      outcome.done ? "done" : "ready",
      outcome.done ? null : outcome.runAt,
      outcome.done ? (outcome.error ?? null) : outcome.error,
      outcome.done ? false : outcome.unfunded,
    ],
  });
}

/** Deletes charges that were booked long ago. Cross-tenant, to find the tenants that have any. True: there are more. */
export async function purgeCharges(database: Pick<Database, "worker">, before: Date, max: number): Promise<boolean> {
  const rows = await database.worker({
    name: "client_charges_purge",
    text: `delete from client_charges where (tenant_id, id) in (
             select tenant_id, id from client_charges where state = 'done' and created_at < $1 limit $2) returning 1`,
    values: [before, max],
  });
  return rows.length === max;
}

export interface ClientMonthRow {
  client_id: string;
  month: string;
  cost: string;
  owed: string;
  charged: string;
  earned: string;
  charges: number;
}

/** In the agency's tenant, newest month first. */
export function listClientMonths(
  tx: Tx,
  filter: { month: string | null; clientId: string | null },
  after: string[] | null,
  limit: number,
): Promise<ClientMonthRow[]> {
  return tx.query<ClientMonthRow>({
    name: "agency_client_months",
    text: `select client_id, month::text as month, cost, owed, charged, earned, charges from agency_client_months
            where tenant_id = $1 and ($2::date is null or month = $2) and ($3::uuid is null or client_id = $3)
              and ($4::date is null or (agency_client_months.month, client_id) < ($4::date, $5::uuid))
            order by agency_client_months.month desc, client_id desc limit $6`,
    values: [tx.tenantId, filter.month, filter.clientId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}
