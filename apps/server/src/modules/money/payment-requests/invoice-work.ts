import { billingActor } from "#modules/money/billing/index.ts";
import { GatewayError, type ActiveGateway, type GatewayService, type Invoice } from "#modules/money/payment-gateway/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { type Database, isConnectionFailure } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { toNumber } from "#platform/money/money.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import * as queries from "./payment-requests.queries.ts";
import type { PaymentRequestsService } from "./payment-requests.service.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Longer than a round's two calls can take. */
const leaseMs = 60_000;
const invoiceSeconds = 24 * 3_600;
/** After this time a request whose invoice cannot be created fails. */
const creatingMsMax = 24 * hour;
const settingsRetryMs = 10 * minute;
const firstCheckMs = 10 * minute;
const checkMs = hour;
/** The gateway is still queried after an invoice has expired: a last-second payment takes time to arrive. */
const overdueMs = hour;

const source: ClaimSource = {
  table: "payment_requests",
  lane: "tenant_id",
  order: "run_at",
  key: ["id"],
  columns: ["status", "invoice_id", "amount", "currency", "description"],
};

interface ClaimedRequest {
  tenant_id: string;
  id: string;
  attempts: number;
  status: queries.PaymentRequestRow["status"];
  invoice_id: string | null;
  amount: string;
  currency: string;
  description: string | null;
}

type Outcome =
  /** What the gateway says about the invoice. */
  | { kind: "invoice"; invoice: Invoice }
  /** Nothing new, or it was not queried. */
  | { kind: "wait" }
  /** Nothing is left to do there. */
  | { kind: "done" }
  | { kind: "refused"; message: string }
  | { kind: "retry"; message: string; settings: boolean };

/**
 * Processes payment requests at the gateway: creates the invoice, checks it, expires it. A row is the work: claimed
 * with a lease, processed outside transactions, settled under its lock. Idempotent and safe to run concurrently: an
 * invoice is looked up by our id before it is created again, and its state is applied once.
 */
export function createInvoiceWork(deps: {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  gateway: GatewayService;
  service: PaymentRequestsService;
  /** For the jitter of retries. */
  random(): number;
}): Loop[] {
  const { database, clock, service } = deps;

  async function call(row: ClaimedRequest, gateway: ActiveGateway): Promise<Outcome> {
    const { client } = gateway;
    const externalId = wireId("pay", row.id);
    if (row.status === "cancelled") {
      // It may have been about to be created when it was cancelled, and may have been paid before this.
      const invoice = relevantInvoice(await client.find(externalId), row.invoice_id);
      if (invoice === undefined) return { kind: "done" };
      return { kind: "invoice", invoice: invoice.status === "PENDING" ? await client.expire(invoice.id) : invoice };
    }
    if (row.status !== "pending") return { kind: "done" };
    if (row.invoice_id !== null) {
      const invoice = gateway.reconciles ? relevantInvoice(await client.find(externalId), row.invoice_id) : undefined;
      return invoice === undefined ? { kind: "wait" } : { kind: "invoice", invoice };
    }
    // An earlier round may have created it and died before storing that: gateways do not refuse a second invoice with
    // the same external id.
    const made = row.attempts > 1 ? relevantInvoice(await client.find(externalId), null) : undefined;
    if (made !== undefined) return { kind: "invoice", invoice: made };
    const invoice = await client.create({
      externalId,
      amount: toNumber(row.amount),
      currency: row.currency,
      description: row.description ?? "Credit",
      durationSeconds: invoiceSeconds,
    });
    return { kind: "invoice", invoice };
  }

  async function advance(row: ClaimedRequest): Promise<void> {
    let outcome: Outcome;
    try {
      const gateway = await deps.gateway.active();
      outcome = "missing" in gateway ? { kind: "retry", message: gateway.missing, settings: true } : await call(row, gateway);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // Only the creation of an invoice can be refused permanently; after any other refusal it is checked again.
      const creating = row.status === "pending" && row.invoice_id === null;
      if (error.kind === "permanent" && creating) outcome = { kind: "refused", message: error.message };
      else outcome = { kind: "retry", message: error.message, settings: error.kind !== "retryable" };
    }
    await settle(row, outcome);
  }

  async function settle(claimed: ClaimedRequest, outcome: Outcome): Promise<void> {
    await retryConflicts(() =>
      database.withTenant(claimed.tenant_id, async (tx) => {
        const now = clock.now();
        const row = await queries.findPaymentRequest(tx, claimed.id, true);
        if (row === null) throw new Error("a payment request does not exist");
        const ctx = { tenantId: claimed.tenant_id, actor: billingActor, scopes: new Set<never>(), session: null, requestId: "", now, tx };
        if (outcome.kind === "invoice") await service.apply(ctx, row, outcome.invoice);
        // Another worker has claimed it since: the gateway's report is stored, the next step is up to that worker.
        if (row.state === "leased" && row.attempts === claimed.attempts) await plan(ctx, row, claimed, outcome);
        await queries.storePaymentRequest(tx, now, row);
      }),
    );
    deps.wake.hint("events");
  }

  async function plan(
    ctx: Parameters<PaymentRequestsService["end"]>[0],
    row: queries.PaymentRequestRow,
    claimed: ClaimedRequest,
    outcome: Outcome,
  ): Promise<void> {
    const now = ctx.now.getTime();
    const next = (ms: number) => Object.assign(row, { state: "ready", run_at: new Date(now + ms) });
    row.last_error = outcome.kind === "retry" || outcome.kind === "refused" ? outcome.message : null;
    if (row.status === "cancelled") {
      const ended = outcome.kind === "done" || (outcome.kind === "invoice" && claimed.status === "cancelled");
      if (ended || now - row.created_at.getTime() > 2 * creatingMsMax) row.state = "done";
      else next(outcome.kind === "retry" ? retryMs(row.attempts, outcome.settings) : 0);
      return;
    }
    if (row.status !== "pending") {
      row.state = "done";
      return;
    }
    if (outcome.kind === "refused" && row.invoice_id === null) {
      await service.end(ctx, row, "failed", `The invoice could not be created: ${outcome.message}.`);
      row.state = "done";
    } else if (row.invoice_id === null) {
      if (now - row.created_at.getTime() > creatingMsMax) {
        await service.end(ctx, row, "failed", "The invoice could not be created within a day.");
        row.state = "done";
      } else next(outcome.kind === "retry" ? retryMs(row.attempts, outcome.settings) : checkMs);
    } else {
      row.expires_at ??= new Date(now + invoiceSeconds * 1_000);
      const end = row.expires_at.getTime() + overdueMs;
      // It was not queried, or the gateway has not responded for a day: a payment that is reported later is still
      // credited.
      if (now >= end + (outcome.kind === "wait" ? 0 : creatingMsMax)) {
        await service.end(ctx, row, "expired", null);
        row.state = "done";
      } else if (outcome.kind === "retry") next(retryMs(row.attempts, outcome.settings));
      else next(Math.min(claimed.invoice_id === null ? firstCheckMs : checkMs, Math.max(minute, end - now)));
    }
  }

  const retryMs = (attempts: number, settings: boolean) =>
    settings ? settingsRetryMs : backoffMs(Math.max(1, attempts), { baseMs: 5_000, maxMs: hour, random: deps.random });

  return [
    createLoop({
      name: "invoices",
      wake: deps.wake,
      topics: ["billing"],
      pollMs: 2_000,
      log: deps.log,
      async run() {
        const rows = await deps.claims.claim<ClaimedRequest>(source, { now: clock.now(), leaseMs, perLane: 5, lanes: 20 });
        const done = await Promise.allSettled(rows.map(advance));
        for (const [i, { status, ...result }] of done.entries()) {
          if (status === "fulfilled") continue;
          const { reason } = result as PromiseRejectedResult;
          if (isConnectionFailure(reason)) throw reason;
          // It is retried when its lease expires.
          deps.log.error({ err: reason, paymentRequest: rows[i]?.id }, "a call to the payment gateway failed with an internal error");
        }
        return rows.length > 0;
      },
    }),
    createLoop({
      name: "invoice leases",
      wake: deps.wake,
      topics: [],
      pollMs: 10_000,
      log: deps.log,
      run: async () => (await deps.claims.returnExpired(source, clock.now())) > 0,
    }),
  ];
}

/** Which of several invoices with our id counts: a paid one, else the one we know, else the first. */
function relevantInvoice(invoices: Invoice[], known: string | null): Invoice | undefined {
  const paid = invoices.find(({ status }) => status === "PAID" || status === "SETTLED");
  return paid ?? invoices.find(({ id }) => id === known) ?? invoices[0];
}
