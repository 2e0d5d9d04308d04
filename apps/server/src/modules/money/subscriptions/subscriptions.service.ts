import { billingActor, type Ledger } from "#modules/money/billing/index.ts";
import type { PaymentRequestsService } from "#modules/money/payment-requests/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { type ActingLevel, heldAboveError, holderAfter, isHeldAbove, actingLevelOf } from "#platform/auth/acting-level.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound, unprocessable } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { readInstant } from "#platform/http/reading/instant.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { readAmount, toDecimal, toMicros, toNumber } from "#platform/money/money.ts";
import { nextBillAfter } from "./billing-dates.ts";
import { isBilled, canBecome, type SubscriptionStatus, subscriptionTransitions } from "./subscription-state.ts";
import * as queries from "./subscriptions.queries.ts";
import type { Subscription, UpdateSubscription } from "./subscriptions.schema.ts";

export interface SubscriptionsDeps {
  ids: IdSource;
  ledger: Ledger;
  paymentRequests: PaymentRequestsService;
  currency: string;
}

const retryMs = 86_400_000;
const terms = ["subscriptionType", "itemName", "billingAmount", "cycles", "startDate", "nextBilling", "endDate"] as const;

/** When the renewal job has to check it next. */
export function dueAt(row: Pick<queries.SubscriptionRow, "status" | "next_billing" | "end_date">): Date | null {
  if (row.status === "cancelled" || row.status === "expired") return null;
  const bill = isBilled(row.status) ? row.next_billing : null;
  if (bill === null || row.end_date === null) return bill ?? row.end_date;
  return bill < row.end_date ? bill : row.end_date;
}

export function createSubscriptionsService(deps: SubscriptionsDeps) {
  async function find(tx: Tx, id: string, lock = false): Promise<queries.SubscriptionRow> {
    const row = await queries.findSubscription(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  const render = (row: queries.SubscriptionRow): Subscription => ({
    id: wireId("sub", row.id),
    organizationId: wireId("org", row.tenant_id),
    organizationName: row.organization_name,
    status: row.status,
    subscriptionType: row.subscription_type,
    itemName: row.item_name,
    billingAmount: toNumber(row.billing_amount),
    currency: deps.currency,
    cycles: row.cycles,
    startDate: row.start_date.toISOString(),
    nextBilling: row.next_billing?.toISOString() ?? null,
    endDate: row.end_date?.toISOString() ?? null,
    pastDueSince: row.past_due_since?.toISOString() ?? null,
    heldBy: row.held_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  });

  async function notify(ctx: TxContext, row: queries.SubscriptionRow, previousStatus: SubscriptionStatus): Promise<void> {
    const data = {
      subscriptionId: wireId("sub", row.id),
      status: row.status,
      previousStatus,
      itemName: row.item_name,
      billingAmount: toNumber(row.billing_amount),
      nextBilling: row.next_billing?.toISOString() ?? null,
    };
    await appendEvents(ctx.tx, ctx.now, [{ id: deps.ids.uuid(), type: "subscription.updated", data }]);
  }

  /** The bill is paid: determines when the next one is due, if there is one. */
  function advance(row: queries.SubscriptionRow, now: Date): void {
    const billed = row.next_billing as Date;
    // However late a bill was, the next one is in the future: missed time is not billed twice.
    const next = nextBillAfter(row.anchor, row.subscription_type, billed > now ? billed : now);
    if (row.cycles !== null) row.cycles -= 1;
    if (row.cycles === 0 || next === null) {
      // The last paid period lasts until the next bill would have been due.
      if (row.cycles === 0) row.end_date ??= next;
      row.next_billing = null;
    } else row.next_billing = next;
  }

  return {
    get: find,
    own: queries.getOwnSubscription,
    render,

    /**
     * 403 forbidden for terms and statuses that the caller may not change; 409 invalid_transition; 422 for
     * contradictory dates. A subscription resumed after its bill was due is billed immediately, and its series restarts
     * from then.
     */
    async update(ctx: TxContext, id: string, input: UpdateSubscription): Promise<Subscription> {
      const row = await find(ctx.tx, id, true);
      const before = structuredClone(row);
      const given = terms.filter((field) => input[field] !== undefined);
      const standing = actingLevelOf(ctx);
      if (standing !== "platform") refuseOwnTerms(given, input.status, row, standing);
      const wanted = input.status ?? row.status;
      if (!canBecome(row.status, wanted)) {
        throw new AppError("invalid_transition", {
          message: `A subscription with status ${row.status} can become ${subscriptionTransitions[row.status].join(", ")}, not ${wanted}.`,
        });
      }
      const itemName = input.itemName?.trim();
      if (itemName === "") throw invalidField("itemName", "too_short");
      row.item_name = itemName ?? row.item_name;
      if (input.billingAmount !== undefined) row.billing_amount = toDecimal(readAmount("billingAmount", input.billingAmount));
      if (input.subscriptionType !== undefined) row.subscription_type = input.subscriptionType;
      if (input.cycles !== undefined) row.cycles = input.cycles;
      if (input.startDate !== undefined) row.start_date = readInstant("startDate", input.startDate);
      if (input.endDate !== undefined) row.end_date = input.endDate === null ? null : readInstant("endDate", input.endDate);
      // As when the last bill is paid: the paid period lasts until the next bill would have been due.
      if (input.cycles === 0 && input.nextBilling === undefined && row.next_billing !== null) {
        row.end_date ??= row.next_billing;
        row.next_billing = null;
      }
      if (input.nextBilling !== undefined) {
        row.next_billing = input.nextBilling === null ? null : readInstant("nextBilling", input.nextBilling);
        row.anchor = row.next_billing ?? row.anchor;
        await refuseBilled(ctx.tx, row);
      }
      const status = statusAfter(row, wanted, standing);
      if (input.status !== undefined) hold(row, status, standing);
      row.status = status;
      if (!isBilled(before.status) && isBilled(status)) resume(row, ctx.now, input.nextBilling !== undefined || status === "past_due");
      checkDates(row, ctx.now, before);
      row.past_due_since = status === "past_due" ? (row.past_due_since ?? ctx.now) : null;
      row.due_at = dueAt(row);
      await queries.storeSubscription(ctx.tx, ctx.now, row);
      await recordAudit(ctx, deps.ids, "subscription.updated", wireId("sub", id), {
        fields: given,
        ...(status === before.status ? {} : { status: { from: before.status, to: status } }),
      });
      const after = await find(ctx.tx, id);
      if (given.length > 0 || status !== before.status) await notify(ctx, after, before.status);
      return render(after);
    },

    /**
     * Processes what is due on a subscription: its end, or its bill. The bill is charged once, identified by the
     * instant it is for. If the balance does not cover it, it becomes past_due with a payment request, and is retried
     * every day and when money comes in. False: nothing was due.
     */
    async renew(tx: Tx, now: Date, id: string): Promise<boolean> {
      const row = await queries.claimDueSubscription(tx, now, id);
      if (row === null) return false;
      const ctx: TxContext = { tenantId: row.tenant_id, actor: billingActor, scopes: new Set(), session: null, requestId: "", now, tx };
      const before = row.status;
      const sub = wireId("sub", id);
      // An unpaid one may have been postponed since.
      const isBillDue = row.next_billing !== null && row.next_billing <= now;
      if (row.end_date !== null && row.end_date <= now) {
        row.status = "expired";
        row.past_due_since = null;
      } else if (isBillDue && isBilled(row.status)) {
        if (await charge(ctx, row)) {
          advance(row, now);
          row.status = "active";
          row.past_due_since = null;
        } else {
          row.status = "past_due";
          row.past_due_since ??= now;
        }
      }
      row.due_at = dueAt(row);
      if (isBillDue && row.status === "past_due") {
        const retry = new Date(now.getTime() + retryMs);
        row.due_at = row.end_date !== null && row.end_date < retry ? row.end_date : retry;
      }
      await queries.storeSubscription(tx, now, row);
      if (row.status !== before) {
        await recordAudit(ctx, deps.ids, "subscription.renewed", sub, { status: { from: before, to: row.status } });
        await notify(ctx, row, before);
      }
      return true;
    },
  };

  /** A bill is charged once, identified by its instant: a second one for the same instant would count as paid. */
  async function refuseBilled(tx: Tx, row: queries.SubscriptionRow): Promise<void> {
    if (row.next_billing === null || (await deps.ledger.charged({ tx }, referenceOf(row, row.next_billing))) === null) return;
    throw unprocessable("The bill for this time was already charged. Set another nextBilling.", [
      { field: "nextBilling", issue: "duplicate" },
    ]);
  }

  /** False: the balance does not cover it. */
  async function charge(ctx: TxContext, row: queries.SubscriptionRow): Promise<boolean> {
    if (toMicros(row.billing_amount) === 0n) return true;
    try {
      await deps.ledger.charge(ctx, {
        amount: row.billing_amount,
        reference: referenceOf(row, row.next_billing as Date),
        reason: row.item_name,
      });
      return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "insufficient_credits") throw error;
      await deps.paymentRequests.createForSubscription(ctx, {
        subscriptionId: row.id,
        amount: row.billing_amount,
        description: row.item_name,
      });
      return false;
    }
  }
}

export type SubscriptionsService = ReturnType<typeof createSubscriptionsService>;

/** A bill's reference in the ledger. */
function referenceOf(row: queries.SubscriptionRow, at: Date): string {
  return `${wireId("sub", row.id)}:${at.toISOString()}`;
}

/** No organization sets its own price, gives itself a trial, or resumes what a higher level has ended. */
function refuseOwnTerms(
  input: readonly string[],
  to: SubscriptionStatus | undefined,
  { status: from, held_by, cancelled_from }: queries.SubscriptionRow,
  standing: ActingLevel,
): void {
  if (input.length > 0) {
    throw new AppError("forbidden", {
      message: "Only the platform can change the terms of a subscription. An organization can cancel its own and resume it.",
      details: input.map((field) => ({ field, issue: "not_allowed" as const })),
    });
  }
  if (to === undefined || to === from || to === "cancelled") return;
  if (held_by !== null && isHeldAbove(standing, held_by)) throw heldAboveError("status", "this subscription", held_by);
  if (from === "cancelled" && to === "active" && cancelled_from !== null) return;
  throw new AppError("forbidden", {
    message: "An organization can cancel its own subscription and resume it. Only the platform can change anything else.",
    details: [{ field: "status", issue: "not_allowed" }],
  });
}

/** Anyone but the platform restores its former status, so that cancelling is no way out of an unpaid bill. */
function statusAfter(row: queries.SubscriptionRow, wanted: SubscriptionStatus, standing: ActingLevel): SubscriptionStatus {
  const resumed = standing !== "platform" && row.status === "cancelled" && wanted === "active";
  return resumed && row.cancelled_from === "past_due" ? "past_due" : wanted;
}

/** Determines who holds it from now on, and the status it is resumed in. `row` is still unchanged. */
function hold(row: queries.SubscriptionRow, to: SubscriptionStatus, standing: ActingLevel): void {
  row.held_by = isBilled(to) ? null : holderAfter(standing, row.held_by);
  if (standing === "platform" || to !== "cancelled") row.cancelled_from = null;
  else if (row.status !== "cancelled" && row.status !== "expired") row.cancelled_from = row.status;
}

/**
 * Time without the subscription is not paid for: a bill that fell due meanwhile is due now, and later ones are counted
 * from it.
 */
function resume(row: queries.SubscriptionRow, now: Date, billingGiven: boolean): void {
  if (billingGiven || row.next_billing === null || row.next_billing > now) return;
  row.next_billing = now;
  row.anchor = now;
}

function checkDates(row: queries.SubscriptionRow, now: Date, before: queries.SubscriptionRow): void {
  if (row.end_date !== null && row.end_date <= row.start_date)
    throw unprocessable("A subscription must end after it starts.", [{ field: "endDate", issue: "out_of_range" }]);
  if (row.next_billing !== null && row.next_billing < row.start_date)
    throw unprocessable("The first bill must not be before the start.", [{ field: "nextBilling", issue: "out_of_range" }]);
  if (row.cycles === 0 && row.next_billing !== null)
    throw unprocessable("No bills are left. Also set cycles, or set it to null.", [{ field: "cycles", issue: "out_of_range" }]);
  const resumed = !isBilled(before.status) && isBilled(row.status);
  if (resumed && row.end_date !== null && row.end_date <= now)
    throw unprocessable("The end has passed. Set another endDate, or null.", [{ field: "endDate", issue: "out_of_range" }]);
  if (row.status === "trialing" && before.status !== "trialing" && (row.next_billing === null || row.next_billing <= now))
    throw unprocessable("A trial ends with the first bill. Set a nextBilling in the future.", [
      { field: "nextBilling", issue: "out_of_range" },
    ]);
}
