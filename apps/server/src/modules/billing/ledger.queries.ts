import { toDecimal, toMicros } from "#platform/money/money.ts";
import type { Database, Tx } from "#platform/db/database.ts";

export const entryTypes = ["top_up", "credit", "usage", "reserve", "release", "refund", "adjustment"] as const;
export type EntryType = (typeof entryTypes)[number];

/** The app of a tenant as the holder of its balance. Amounts in millionths. */
export interface Account {
  id: string;
  balance: bigint;
  reserved: bigint;
  allowNegative: boolean;
  entries: number;
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
  model_name: string | null;
  cost_per_request: string | null;
  requests: number | null;
  actor_kind: "api" | "member" | "system";
  actor_id: string;
  created_at: Date;
}

export interface ReservationRow {
  reference: string;
  amount: string;
  status: "held" | "settled" | "released" | "expired";
  settled_amount: string | null;
  expires_at: Date;
}

const columns = `id, app_id, number, type, amount, balance_after, reference, reason, admin_id, model_name, cost_per_request, requests,
  actor_kind, actor_id, created_at`;

/** Locks the app: whoever writes to the ledger of a tenant does so one after the other. */
export async function lockAccount(tx: Tx): Promise<Account> {
  const [row] = await tx.query<{ id: string; balance: string; reserved: string; allow_negative: boolean; entries: number }>({
    name: "ledger_lock",
    text: "select id, balance, reserved, allow_negative, entries from apps where tenant_id = $1 for no key update",
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("the tenant has no app");
  return {
    id: row.id,
    balance: toMicros(row.balance),
    reserved: toMicros(row.reserved),
    allowNegative: row.allow_negative,
    entries: row.entries,
  };
}

/** The account as it is after its new entries. */
export async function storeAccount(tx: Tx, now: Date, account: Account): Promise<void> {
  await tx.query({
    name: "ledger_account_store",
    text: `update apps set balance = $3, reserved = $4, allow_negative = $5, entries = $6, updated_at = $7
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, account.id, toDecimal(account.balance), toDecimal(account.reserved), account.allowNegative, account.entries, now],
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
             reason, admin_id, model_name, cost_per_request, requests)
           select $1, $2, $3, $4, $5, e.id, e.number, e.type, e.amount, e."balanceAfter", e.reference, e.reason, e."adminId", e."modelName",
                  e."costPerRequest", e.requests
             from json_to_recordset($6::json) as e(id uuid, number bigint, type text, amount numeric, "balanceAfter" numeric, reference text,
               reason text, "adminId" text, "modelName" text, "costPerRequest" numeric, requests integer)
            order by e.number
           returning ${columns}`,
    values: [tx.tenantId, appId, actor.kind, actor.id, now, JSON.stringify(entries)],
  });
}

/** What a reference has brought so far; at most one entry of each type. */
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

export async function findReservation(tx: Tx, reference: string): Promise<ReservationRow | null> {
  const [row] = await tx.query<ReservationRow>({
    name: "reservation_by_reference",
    text: `select reference, amount, status, settled_amount, expires_at from reservations where tenant_id = $1 and reference = $2`,
    values: [tx.tenantId, reference],
  });
  return row ?? null;
}

export async function insertReservation(
  tx: Tx,
  now: Date,
  appId: string,
  reservation: { reference: string; amount: string; expiresAt: Date },
): Promise<void> {
  await tx.query({
    name: "reservation_insert",
    text: `insert into reservations (tenant_id, reference, app_id, amount, status, expires_at, created_at, updated_at)
           values ($1, $2, $3, $4, 'held', $5, $6, $6)`,
    values: [tx.tenantId, reservation.reference, appId, reservation.amount, reservation.expiresAt, now],
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

/** Reservations past their time. Cross-tenant: which tenants have some is what it finds out; they are ended inside each. */
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

/** Spending of a month; serialised with the entries by the lock of the app. */
export async function countSpending(tx: Tx, month: string, spend: string, requests: number): Promise<void> {
  await tx.query({
    name: "usage_count_spending",
    text: `insert into usage_months as u (tenant_id, month, spend, ai_requests) values ($1, $2, $3, $4)
           on conflict (tenant_id, month) do update set spend = u.spend + excluded.spend, ai_requests = u.ai_requests + excluded.ai_requests`,
    values: [tx.tenantId, month, spend, requests],
  });
}
