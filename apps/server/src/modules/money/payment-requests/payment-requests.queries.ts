import type { ReachedRows } from "#platform/auth/reach.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { PaymentStatus } from "./payment-requests.schema.ts";

export interface PaymentRequestRow {
  tenant_id: string;
  id: string;
  subscription_id: string | null;
  amount: string;
  currency: string;
  description: string | null;
  status: PaymentStatus;
  invoice_id: string | null;
  invoice_url: string | null;
  expires_at: Date | null;
  paid_at: Date | null;
  paid_amount: string | null;
  problem: string | null;
  state: "ready" | "leased" | "done";
  run_at: Date;
  attempts: number;
  last_error: string | null;
  actor_kind: "api" | "member" | "system";
  actor_id: string;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = `p.tenant_id, p.id, p.subscription_id, p.amount, p.currency, p.description, p.status, p.invoice_id, p.invoice_url, p.expires_at,
  p.paid_at, p.paid_amount, p.problem, p.state, p.run_at, p.attempts, p.last_error, p.actor_kind, p.actor_id, p.created_at, p.updated_at,
  p.created_at::text as position`;

export async function findPaymentRequest(tx: Tx, id: string, lock = false): Promise<PaymentRequestRow | null> {
  const [row] = await tx.query<PaymentRequestRow>({
    name: lock ? "payment_request_lock" : "payment_request_by_id",
    text: `select ${columns} from payment_requests p where p.tenant_id = $1 and p.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** The tenant's, newest first by (created_at, id). */
export function listPaymentRequests(tx: Tx, after: string[] | null, limit: number): Promise<PaymentRequestRow[]> {
  return tx.query<PaymentRequestRow>({
    name: `payment_requests_own${after === null ? "" : "_after"}`,
    text: `select ${columns} from payment_requests p
            where p.tenant_id = $1 ${after === null ? "" : "and (p.created_at, p.id) < ($3::timestamptz, $4::uuid)"}
            order by p.created_at desc, p.id desc limit $2`,
    values: [tx.tenantId, limit, ...(after ?? [])],
  });
}

/** Within a reach, newest first by (created_at, id). */
export function listReachedPaymentRequests(rows: ReachedRows, after: string[] | null, limit: number): Promise<PaymentRequestRow[]> {
  const at = rows.values.length;
  return rows.query<PaymentRequestRow>({
    name: `payment_requests_${rows.kind}${after === null ? "" : "_after"}`,
    text: `select ${columns} from payment_requests p
            where ${rows.where("p.tenant_id")} ${after === null ? "" : `and (p.created_at, p.id) < ($${at + 2}::timestamptz, $${at + 3}::uuid)`}
            order by p.created_at desc, p.id desc limit $${at + 1}`,
    values: [...rows.values, limit, ...(after ?? [])],
  });
}

/** How many are pending, counted up to `max`. */
export async function countPending(tx: Tx, max: number): Promise<number> {
  const rows = await tx.query({
    name: "payment_requests_pending",
    text: "select 1 from payment_requests where tenant_id = $1 and status = 'pending' limit $2",
    values: [tx.tenantId, max],
  });
  return rows.length;
}

/** False: the subscription is already waiting for a payment. */
export async function insertPaymentRequest(
  tx: Tx,
  now: Date,
  request: {
    id: string;
    subscriptionId: string | null;
    amount: string;
    currency: string;
    description: string | null;
    actor: { kind: string; id: string };
  },
): Promise<boolean> {
  const rows = await tx.query({
    name: "payment_request_insert",
    text: `insert into payment_requests (tenant_id, id, subscription_id, amount, currency, description, status, state, run_at, actor_kind,
             actor_id, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, 'pending', 'ready', $7, $8, $9, $7, $7)
           on conflict (tenant_id, subscription_id) where status = 'pending' do nothing returning 1`,
    values: [
      tx.tenantId,
      request.id,
      request.subscriptionId,
      request.amount,
      request.currency,
      request.description,
      now,
      request.actor.kind,
      request.actor.id,
    ],
  });
  return rows.length > 0;
}

/** Stores its outcome; called under its lock. */
export async function storePaymentRequest(tx: Tx, now: Date, row: PaymentRequestRow): Promise<void> {
  await tx.query({
    name: "payment_request_store",
    text: `update payment_requests set status = $3, invoice_id = $4, invoice_url = $5, expires_at = $6, paid_at = $7, paid_amount = $8,
             problem = $9, state = $10, run_at = $11, last_error = $12, updated_at = $13,
             lease_until = case when $10 = 'leased' then lease_until end
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      row.id,
      row.status,
      row.invoice_id,
      row.invoice_url,
      row.expires_at,
      row.paid_at,
      row.paid_amount,
      row.problem,
      row.state,
      row.run_at,
      row.last_error,
      now,
    ],
  });
}

/** A payment request's tenant. Cross-tenant: a callback of the gateway names only its id. */
export async function tenantOfPaymentRequest(database: Pick<Database, "worker">, id: string): Promise<string | null> {
  const [row] = await database.worker<{ tenant_id: string }>({
    name: "payment_request_tenant",
    text: "select tenant_id from payment_requests where id = $1",
    values: [id],
  });
  return row?.tenant_id ?? null;
}
