import { toDecimal, toMicros } from "#platform/money/money.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { BillingMode, Terms } from "./terms.ts";

export const entryTypes = ["top_up", "credit", "usage", "reserve", "release", "refund", "adjustment"] as const;
export type EntryType = (typeof entryTypes)[number];

/** A tenant's app as the holder of its balance. Amounts in millionths. */
export interface Account {
  id: string;
  balance: bigint;
  reserved: bigint;
  allowNegative: boolean;
  entries: number;
  /** null: the tenant is not a client. */
  terms: Terms | null;
  /** The tenant is notified below this balance; null: never. */
  lowThreshold: bigint | null;
  /** Since when the balance has been low, as notified to the tenant. */
  lowSince: Date | null;
}

export interface EntryRow {
  id: string;
  app_id: string;
  number: number;
  type: EntryType;
  amount: string;
  balance_after: string;
  reference: string;
  reason: string | null;
  admin_id: string | null;
  base_amount: string | null;
  owed: string | null;
  client_id: string | null;
  model_name: string | null;
  cost_per_request: string | null;
  requests: number | null;
  actor_kind: "api" | "member" | "system";
  actor_id: string;
  created_at: Date;
}

export interface ReservationRow {
  reference: string;
  /** The maximum cost of the work, before any markup. */
  amount: string;
  status: "held" | "settled" | "released" | "expired";
  settled_amount: string | null;
  expires_at: Date;
  terms: Terms | null;
}

const columns = `id, app_id, number, type, amount, balance_after, reference, reason, admin_id, base_amount, owed, client_id, model_name, cost_per_request, requests,
  actor_kind, actor_id, created_at`;

interface AccountRow {
  id: string;
  balance: string;
  reserved: string;
  allow_negative: boolean;
  entries: number;
  low_threshold: string | null;
  low_since: Date | null;
}

interface TermsRow {
  agency_id: string | null;
  billing_mode: BillingMode | null;
  markup_percent: string | null;
}

function termsOf(row: TermsRow): Terms | null {
  if (row.agency_id === null || row.billing_mode === null || row.markup_percent === null) return null;
  return { agencyId: row.agency_id, mode: row.billing_mode, markupPercent: row.markup_percent };
}

/** Locks the app, so that writes to a tenant's ledger run one after the other. */
export async function lockAccount(tx: Tx): Promise<Account> {
  const [row] = await tx.query<AccountRow & TermsRow>({
    name: "ledger_lock",
    text: `select id, balance, reserved, allow_negative, entries, agency_id, billing_mode, markup_percent, low_threshold, low_since
             from apps where tenant_id = $1 for no key update`,
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("the tenant has no app");
  return {
    id: row.id,
    balance: toMicros(row.balance),
    reserved: toMicros(row.reserved),
    allowNegative: row.allow_negative,
    entries: row.entries,
    terms: termsOf(row),
    lowThreshold: row.low_threshold === null ? null : toMicros(row.low_threshold),
    lowSince: row.low_since,
  };
}

/** The account after its new entries. */
export async function storeAccount(tx: Tx, now: Date, account: Account): Promise<void> {
  await tx.query({
    name: "ledger_account_store",
    text: `update apps set balance = $3, reserved = $4, allow_negative = $5, entries = $6, updated_at = $7, low_threshold = $8, low_since = $9
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      account.id,
      toDecimal(account.balance),
      toDecimal(account.reserved),
      account.allowNegative,
      account.entries,
      now,
      account.lowThreshold === null ? null : toDecimal(account.lowThreshold),
      account.lowSince,
    ],
  });
}

export interface NewEntry {
  id: string;
  number: number;
  type: EntryType;
  amount: string;
  balanceAfter: string;
  reference: string;
  reason: string | null;
  adminId: string | null;
  baseAmount: string | null;
  owed: string | null;
  clientId: string | null;
  modelName: string | null;
  costPerRequest: string | null;
  requests: number | null;
}

export function insertEntries(
  tx: Tx,
  now: Date,
  appId: string,
  actor: { kind: string; id: string },
  entries: NewEntry[],
): Promise<EntryRow[]> {
  return tx.query<EntryRow>({
    name: "ledger_append",
    text: `insert into ledger_entries (tenant_id, app_id, actor_kind, actor_id, created_at, id, number, type, amount, balance_after, reference,
             reason, admin_id, base_amount, owed, client_id, model_name, cost_per_request, requests)
           select $1, $2, $3, $4, $5, e.id, e.number, e.type, e.amount, e."balanceAfter", e.reference, e.reason, e."adminId",
                  e."baseAmount", e.owed, e."clientId", e."modelName",
                  e."costPerRequest", e.requests
             from json_to_recordset($6::json) as e(id uuid, number bigint, type text, amount numeric, "balanceAfter" numeric, reference text,
               reason text, "adminId" text, "baseAmount" numeric, owed numeric, "clientId" uuid, "modelName" text, "costPerRequest" numeric, requests integer)
            order by e.number
           returning ${columns}`,
    values: [tx.tenantId, appId, actor.kind, actor.id, now, JSON.stringify(entries)],
  });
}

/** The entries of a reference so far; at most one per type. */
export function listEntriesOf(tx: Tx, reference: string): Promise<EntryRow[]> {
  return tx.query<EntryRow>({
    name: "ledger_entries_of",
    text: `select ${columns} from ledger_entries where tenant_id = $1 and reference = $2 order by number`,
    values: [tx.tenantId, reference],
  });
}

/** Newest first, below a number. */
export function listEntries(tx: Tx, appId: string, below: string | null, limit: number): Promise<EntryRow[]> {
  return tx.query<EntryRow>({
    name: below === null ? "ledger_list" : "ledger_list_after",
    text: `select ${columns} from ledger_entries where tenant_id = $1 and app_id = $2 ${below === null ? "" : "and number < $4::bigint"}
            order by number desc limit $3`,
    values: [tx.tenantId, appId, limit, ...(below === null ? [] : [below])],
  });
}

/**
 * In the order in which they changed the balance, between two instants (the second exclusive), at most `limit`. Their
 * times may be in another order: a request takes its time before it waits for the balance.
 */
export function listEntriesBetween(tx: Tx, from: Date, to: Date, limit: number): Promise<EntryRow[]> {
  return tx.query<EntryRow>({
    name: "ledger_between",
    text: `select ${columns} from ledger_entries where tenant_id = $1 and created_at >= $2 and created_at < $3
            order by number limit $4`,
    values: [tx.tenantId, from, to, limit],
  });
}

export interface ModelUsageRow {
  model_name: string;
  requests: number;
  spend: string;
  owed: string;
}

/** Charges by the price list between two instants, by model; most requests first. Reads only that period's entries. */
export function sumByModel(tx: Tx, from: Date, to: Date): Promise<ModelUsageRow[]> {
  return tx.query<ModelUsageRow>({
    name: "ledger_by_model",
    text: `select model_name, sum(requests)::int as requests, -sum(amount) as spend, coalesce(sum(owed), 0) as owed from ledger_entries
            where tenant_id = $1 and created_at >= $2 and created_at < $3 and type = 'usage' and model_name is not null and client_id is null
            group by model_name order by 2 desc, 1`,
    values: [tx.tenantId, from, to],
  });
}

export async function findReservation(tx: Tx, reference: string): Promise<ReservationRow | null> {
  const [row] = await tx.query<Omit<ReservationRow, "terms"> & TermsRow>({
    name: "reservation_by_reference",
    text: `select reference, amount, status, settled_amount, expires_at, agency_id, billing_mode, markup_percent
             from reservations where tenant_id = $1 and reference = $2`,
    values: [tx.tenantId, reference],
  });
  return row === undefined ? null : { ...row, terms: termsOf(row) };
}

export async function insertReservation(
  tx: Tx,
  now: Date,
  appId: string,
  reservation: { reference: string; amount: string; expiresAt: Date; terms: Terms | null },
): Promise<void> {
  await tx.query({
    name: "reservation_insert",
    text: `insert into reservations (tenant_id, reference, app_id, amount, status, expires_at, created_at, updated_at, agency_id, billing_mode,
             markup_percent)
           values ($1, $2, $3, $4, 'held', $5, $6, $6, $7, $8, $9)`,
    values: [
      tx.tenantId,
      reservation.reference,
      appId,
      reservation.amount,
      reservation.expiresAt,
      now,
      reservation.terms?.agencyId ?? null,
      reservation.terms?.mode ?? null,
      reservation.terms?.markupPercent ?? null,
    ],
  });
}

export async function endReservation(
  tx: Tx,
  now: Date,
  reference: string,
  status: "settled" | "released" | "expired",
  settledAmount: string | null,
): Promise<void> {
  await tx.query({
    name: "reservation_end",
    text: "update reservations set status = $3, settled_amount = $4, updated_at = $5 where tenant_id = $1 and reference = $2",
    values: [tx.tenantId, reference, status, settledAmount, now],
  });
}

/** Expired reservations. Cross-tenant: finds the tenants that have any; they are ended inside each tenant. */
export function listDueReservations(
  database: Pick<Database, "worker">,
  now: Date,
  max: number,
): Promise<{ tenant_id: string; reference: string }[]> {
  return database.worker({
    name: "reservations_due",
    text: `select tenant_id, reference from reservations where status = 'held' and expires_at <= $1 order by expires_at limit $2`,
    values: [now, max],
  });
}

/** A month's spending, with the answers from AI models among it; serialized with the entries by the app's lock. */
export async function countSpending(tx: Tx, month: string, spend: string, answers: number): Promise<void> {
  await tx.query({
    name: "usage_count_spending",
    text: `insert into usage_months as u (tenant_id, month, spend, ai_requests) values ($1, $2, $3, $4)
           on conflict (tenant_id, month) do update set spend = u.spend + excluded.spend, ai_requests = u.ai_requests + excluded.ai_requests`,
    values: [tx.tenantId, month, spend, answers],
  });
}

/**
 * Deletes ended reservations that nobody queries any more. Cross-tenant: finds the tenants that have any. True: there
 * are more.
 */
export async function purgeReservations(database: Pick<Database, "worker">, before: Date, max: number): Promise<boolean> {
  const rows = await database.worker({
    name: "reservations_purge",
    text: `delete from reservations where (tenant_id, reference) in (
             select tenant_id, reference from reservations where status <> 'held' and updated_at < $1 limit $2) returning 1`,
    values: [before, max],
  });
  return rows.length === max;
}
