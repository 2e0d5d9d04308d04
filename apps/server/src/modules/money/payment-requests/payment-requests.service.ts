import { type Amount, billingActor, type Ledger } from "#modules/money/billing/index.ts";
import type { GatewayService, Invoice } from "#modules/money/payment-gateway/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { type Actor, actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound, unprocessable } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { readAmount, toDecimal, toMicros, toNumber } from "#platform/money/money.ts";
import { cut } from "#platform/text/clean.ts";
import * as queries from "./payment-requests.queries.ts";
import type { AdminPaymentRequest, CreatePaymentRequest, PaymentRequest, PaymentStatus } from "./payment-requests.schema.ts";
import { evaluateInvoice } from "./settling.ts";

export interface PaymentRequestsDeps {
  ids: IdSource;
  ledger: Ledger;
  gateway: GatewayService;
  wake: Wake;
  currency: string;
}

/** How many invoices a tenant may have open at the gateway. */
const pendingMax = 50;

export function createPaymentRequestsService(deps: PaymentRequestsDeps) {
  const unpaidListeners: ((ctx: TxContext) => Promise<void>)[] = [];

  /** Its bill has no invoice any more. Before `row` is stored: listeners lock what comes after it in the lock order. */
  async function endedUnpaid(ctx: TxContext, row: queries.PaymentRequestRow): Promise<void> {
    if (row.subscription_id !== null) for (const listener of unpaidListeners) await listener(ctx);
  }

  async function find(tx: Tx, id: string, lock = false): Promise<queries.PaymentRequestRow> {
    const row = await queries.findPaymentRequest(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  async function notify(ctx: TxContext, row: queries.PaymentRequestRow, previousStatus: PaymentStatus): Promise<void> {
    await appendEvents(ctx.tx, ctx.now, [
      {
        id: deps.ids.uuid(),
        type: "payment_request.updated",
        data: {
          paymentRequestId: wireId("pay", row.id),
          status: row.status,
          previousStatus,
          amount: toNumber(row.amount),
          currency: row.currency,
          invoiceUrl: row.invoice_url,
          problem: row.problem,
        },
      },
    ]);
  }

  async function insert(
    ctx: TxContext,
    input: { amount: string; description: string | null; subscriptionId: string | null; actor: Actor },
  ): Promise<string | null> {
    const id = deps.ids.uuid();
    if (!(await queries.insertPaymentRequest(ctx.tx, ctx.now, { ...input, id, currency: deps.currency }))) return null;
    await recordAudit(ctx, deps.ids, "payment_request.created", wireId("pay", id), { amount: input.amount, currency: deps.currency });
    // Probably after the commit; a wake-up that comes too early only costs a poll.
    setTimeout(() => deps.wake.hint("billing"), 20).unref();
    return id;
  }

  return {
    get: find,
    render: renderPaymentRequest,
    renderForAdmin,

    /** The listener runs in the transaction in which an invoice for a subscription's bill expires unpaid. */
    onUnpaidBill(listener: (ctx: TxContext) => Promise<void>): void {
      unpaidListeners.push(listener);
    },

    /** 409 conflict without a gateway, or with too many open; 422 for a currency other than the installation's. */
    async create(ctx: TxContext, input: CreatePaymentRequest): Promise<PaymentRequest> {
      const amount = readAmount("amount", input.amount);
      if (amount === 0n) throw invalidField("amount", "out_of_range");
      const description = input.description?.trim() ?? null;
      if (description === "") throw invalidField("description", "too_short");
      if (input.currency !== undefined && input.currency !== deps.currency)
        throw unprocessable(`Payments must be in ${deps.currency}.`, [{ field: "currency", issue: "unknown_value" }]);
      const gateway = await deps.gateway.active();
      if ("missing" in gateway) throw new AppError("conflict", { message: gateway.missing });
      if ((await queries.countPending(ctx.tx, pendingMax)) >= pendingMax)
        throw new AppError("conflict", { message: `${pendingMax} payment requests are already pending. Pay or cancel one first.` });
      const id = await insert(ctx, { amount: toDecimal(amount), description, subscriptionId: null, actor: ctx.actor });
      return renderPaymentRequest(await find(ctx.tx, id as string));
    },

    /** For a bill that the balance does not cover. False: there already is one, or no gateway. */
    async createForSubscription(ctx: TxContext, input: { subscriptionId: string; amount: Amount; description: string }): Promise<boolean> {
      if ("missing" in (await deps.gateway.active())) return false;
      const amount = toDecimal(toMicros(input.amount));
      const { subscriptionId, description } = input;
      return (await insert(ctx, { amount, description: cut(description, 200), subscriptionId, actor: billingActor })) !== null;
    },

    /**
     * 409 unless it is pending. The invoice is expired at the gateway afterwards; if it is paid before that, the money
     * is credited.
     */
    async cancel(ctx: TxContext, id: string): Promise<PaymentRequest> {
      const row = await find(ctx.tx, id, true);
      if (row.status !== "pending")
        throw new AppError("invalid_transition", { message: `The payment request is ${row.status}; only a pending one can be cancelled.` });
      row.status = "cancelled";
      // While a worker has claimed it, the invoice may be about to be created: the worker sees the cancellation when it
      // returns.
      if (row.state === "ready") {
        if (row.invoice_id === null && row.attempts === 0) row.state = "done";
        else row.run_at = ctx.now;
      }
      await queries.storePaymentRequest(ctx.tx, ctx.now, row);
      await recordAudit(ctx, deps.ids, "payment_request.cancelled", wireId("pay", id));
      await notify(ctx, row, "pending");
      return renderPaymentRequest(await find(ctx.tx, id));
    },

    /**
     * Applies the gateway's report on an invoice, under the row's lock: a payment is credited once, whoever reports it
     * and however often. `row` is changed; the caller stores it.
     */
    async apply(ctx: TxContext, row: queries.PaymentRequestRow, invoice: Invoice): Promise<void> {
      const previous = row.status;
      const verdict = evaluateInvoice(row, invoice);
      const isNew = row.invoice_id === null;
      row.invoice_id ??= invoice.id;
      row.invoice_url ??= invoice.url;
      row.expires_at ??= invoice.expiresAt;
      if (verdict.kind === "paid") {
        await deps.ledger.topUp(ctx, {
          amount: row.amount,
          reference: `payment:${wireId("pay", row.id)}`,
          reason: `Invoice ${invoice.id}`,
        });
        Object.assign(row, { status: "paid", paid_at: ctx.now, paid_amount: row.amount, problem: null, invoice_id: invoice.id });
      } else if (verdict.kind === "expired") {
        row.status = "expired";
        await endedUnpaid(ctx, row);
      } else if (verdict.kind === "problem") {
        row.status = verdict.status;
        row.problem = verdict.problem;
        if (verdict.status !== "paid") row.paid_amount = storable(invoice.paidAmount ?? invoice.amount);
      }
      if (verdict.kind !== "nothing")
        await recordAudit(ctx, deps.ids, `payment_request.${verdict.kind}`, wireId("pay", row.id), { invoice: invoice.id });
      if (verdict.kind !== "nothing" || (isNew && row.invoice_url !== null)) await notify(ctx, row, previous);
    },

    /** Ends it without a report from the gateway. */
    async end(ctx: TxContext, row: queries.PaymentRequestRow, status: "expired" | "failed", problem: string | null): Promise<void> {
      const previous = row.status;
      Object.assign(row, { status, problem });
      // A failed one waits for the daily retry: the gateway would refuse another one just as quickly.
      if (status === "expired") await endedUnpaid(ctx, row);
      await recordAudit(ctx, deps.ids, `payment_request.${status}`, wireId("pay", row.id));
      await notify(ctx, row, previous);
    },
  };
}

export type PaymentRequestsService = ReturnType<typeof createPaymentRequestsService>;

/** null: it cannot be expressed in six decimals. */
function storable(amount: number | null): string | null {
  if (amount === null || Math.abs(amount) >= 1e14) return null;
  return amount.toFixed(6);
}

function renderPaymentRequest(row: queries.PaymentRequestRow): PaymentRequest {
  return {
    id: wireId("pay", row.id),
    organizationId: wireId("org", row.tenant_id),
    subscriptionId: row.subscription_id === null ? null : wireId("sub", row.subscription_id),
    amount: toNumber(row.amount),
    currency: row.currency,
    description: row.description,
    status: row.status,
    invoiceId: row.invoice_id,
    invoiceUrl: row.invoice_url,
    expiresAt: row.expires_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    paidAmount: row.paid_amount === null ? null : toNumber(row.paid_amount),
    problem: row.problem,
    createdBy: actorWireId({ kind: row.actor_kind, id: row.actor_id }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function renderForAdmin(row: queries.PaymentRequestRow): AdminPaymentRequest {
  return {
    ...renderPaymentRequest(row),
    attempts: row.attempts,
    lastError: row.last_error,
    nextAttemptAt: row.state === "done" ? null : row.run_at.toISOString(),
  };
}
