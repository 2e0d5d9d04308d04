import type { Actor } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { type Micros, toDecimal, toMicros } from "#platform/money/money.ts";
import { addClientMonth, insertCharge, waitsForAgency } from "./client-charges.queries.ts";
import * as queries from "./ledger.queries.ts";
import { notifyLowBalance } from "./low-balance.ts";
import { monthOf } from "#platform/clock/month.ts";
import { type BillingMode, type Split, split, type Terms } from "./terms.ts";

/** Where and when an entry is written: a request's context is one. */
export interface LedgerContext {
  readonly tx: Tx;
  readonly now: Date;
  readonly actor: Actor;
}

/** A number with at most six decimals, or PostgreSQL's text for one. */
export type Amount = number | string;

/** The price at which a usage entry was charged; stored with it, because prices change. */
export interface UsagePrice {
  modelName: string;
  costPerRequest: Amount;
  requests: number;
  /** What a request is: an answer from an AI model, or a started minute of a call. */
  unit: "answer" | "minute";
}

export interface Booking {
  amount: Amount;
  /** 1 to 200 characters; applied once per entry type. */
  reference: string;
  reason?: string | null;
}

export interface Reservation {
  status: queries.ReservationRow["status"];
  /** Of type reserve. */
  entry: queries.EntryRow;
}

interface Draft {
  type: queries.EntryType;
  /** Signed. */
  amount: Micros;
  reference: string;
  reason: string | null;
  adminId?: string | null;
  price?: UsagePrice | null;
  /** On an agency's terms: the cost and its split. */
  shared?: { terms: Terms; of: Split };
  clientId?: string;
}

/** What an agency's ledger records of a client's usage. */
export interface ClientBooking {
  /** The charge's id: applied once. */
  chargeId: string;
  clientId: string;
  mode: BillingMode;
  cost: Amount;
  billed: Amount;
  month: string;
  reason: string | null;
}

/**
 * A tenant's prepaid balance. Every verb runs in the caller's transaction and locks the tenant's app until it ends, so
 * call it late. Each reference is applied once: a repetition returns the existing entry, and throws conflict if it
 * differs. Throws insufficient_credits if the balance would fall below zero and the tenant may not owe.
 */
export function createLedger(deps: { ids: IdSource; currency: string }) {
  const listeners: ((ctx: LedgerContext) => Promise<void>)[] = [];

  async function write(ctx: LedgerContext, account: queries.Account, drafts: Draft[]): Promise<queries.EntryRow[]> {
    const entries: queries.NewEntry[] = [];
    for (const draft of drafts) {
      account.balance += draft.amount;
      account.entries += 1;
      entries.push({
        id: deps.ids.uuid(),
        number: account.entries,
        type: draft.type,
        amount: toDecimal(draft.amount),
        balanceAfter: toDecimal(account.balance),
        reference: draft.reference,
        reason: draft.reason,
        adminId: draft.adminId ?? null,
        baseAmount: draft.shared === undefined ? null : toDecimal(draft.shared.of.cost),
        owed: draft.shared?.terms.mode === "agency_pays" ? toDecimal(draft.shared.of.billed) : null,
        clientId: draft.clientId ?? null,
        modelName: draft.price?.modelName ?? null,
        costPerRequest: draft.price == null ? null : toDecimal(toMicros(draft.price.costPerRequest)),
        requests: draft.price?.requests ?? null,
      });
    }
    // Money released in the same step may be spent in it; the last entry decides.
    const spends = drafts.some((draft) => draft.amount < 0n);
    if (spends && account.balance < 0n && !account.allowNegative) throw new AppError("insufficient_credits");
    const rows = await queries.insertEntries(ctx.tx, ctx.now, account.id, ctx.actor, entries);
    await notifyLowBalance(deps, ctx.tx, ctx.now, account);
    await queries.storeAccount(ctx.tx, ctx.now, account);
    await recordCharges(ctx, drafts, rows);
    const usage = drafts.filter((draft) => draft.type === "usage");
    if (usage.length > 0) {
      const spent = usage.reduce((sum, draft) => sum - draft.amount, 0n);
      const answers = usage.reduce((sum, { price }) => sum + (price?.unit === "answer" ? price.requests : 0), 0);
      await queries.countSpending(ctx.tx, monthOf(ctx.now), toDecimal(spent), answers);
    }
    return rows;
  }

  /**
   * What the agency must record: stored with the entries, transferred to its ledger by a worker
   * (modules/agency/client-billing).
   */
  async function recordCharges(ctx: LedgerContext, drafts: Draft[], rows: queries.EntryRow[]): Promise<void> {
    for (const { shared, type, reference, reason, price } of drafts) {
      const entry = rows.find((row) => row.type === type && row.reference === reference);
      if (shared === undefined || entry === undefined) continue;
      await insertCharge(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        entryId: entry.id,
        agencyId: shared.terms.agencyId,
        mode: shared.terms.mode,
        cost: toDecimal(shared.of.cost),
        billed: toDecimal(shared.of.billed),
        reason: price == null ? reason : `${price.modelName} x ${price.requests}`,
        month: monthOf(ctx.now),
      });
    }
  }

  /** Nothing more is used at an agency's cost while it cannot pay for earlier usage. */
  async function checkAgency(ctx: LedgerContext, terms: Terms | null): Promise<void> {
    if (terms?.mode === "agency_pays" && (await waitsForAgency(ctx.tx, terms.agencyId)))
      throw new AppError("insufficient_credits", { message: "The agency's balance does not cover what has already been used." });
  }

  /** The reference's existing entry, if it is the same. */
  async function repeated(
    ctx: LedgerContext,
    type: queries.EntryType,
    amount: Micros,
    reference: string,
  ): Promise<queries.EntryRow | null> {
    const known = (await queries.listEntriesOf(ctx.tx, reference)).find((entry) => entry.type === type);
    if (known === undefined) return null;
    // With an agency's terms, which may have changed since, the cost is compared.
    const same = known.base_amount === null ? toMicros(known.amount) === amount : toMicros(known.base_amount) === -amount;
    if (!same) throw referenceReused(reference);
    return known;
  }

  async function one(ctx: LedgerContext, draft: Draft): Promise<queries.EntryRow> {
    const account = await queries.lockAccount(ctx.tx);
    const known = await repeated(ctx, draft.type, draft.amount, draft.reference);
    return known ?? ((await write(ctx, account, [draft]))[0] as queries.EntryRow);
  }

  async function charged(ctx: Pick<LedgerContext, "tx">, reference: string): Promise<queries.EntryRow | null> {
    return (await queries.listEntriesOf(ctx.tx, reference)).find((entry) => entry.type === "usage") ?? null;
  }

  /** Listeners take locks that come before the app's in the lock order, so they run first. */
  async function add(ctx: LedgerContext, draft: Draft): Promise<queries.EntryRow> {
    if (draft.amount > 0n) for (const listener of listeners) await listener(ctx);
    return one(ctx, draft);
  }

  return {
    /** The listener runs in the transaction that adds credit, before it is added: for whatever waits for money. */
    onCredit(listener: (ctx: LedgerContext) => Promise<void>): void {
      listeners.push(listener);
    },

    topUp: (ctx: LedgerContext, input: Booking) =>
      add(ctx, { type: "top_up", amount: positive(input.amount), reference: input.reference, reason: input.reason ?? null }),

    /** A `credit` above zero, an `adjustment` below. `adminId`: who decided it, as the caller names them. */
    credit(ctx: LedgerContext, input: Booking & { adminId: string | null }): Promise<queries.EntryRow> {
      const amount = toMicros(input.amount);
      if (amount === 0n) throw new RangeError("a credit of nothing");
      const type = amount > 0n ? "credit" : "adjustment";
      return add(ctx, { type, amount, reference: input.reference, reason: input.reason ?? null, adminId: input.adminId });
    },

    refund: (ctx: LedgerContext, input: Booking) =>
      add(ctx, { type: "refund", amount: positive(input.amount), reference: input.reference, reason: input.reason ?? null }),

    /**
     * Charges usage immediately. Zero is written too: it shows that the usage happened. Usage with a price is charged
     * on the terms of the tenant's agency (terms.ts); usage without one, such as a subscription, is the tenant's own.
     */
    async charge(ctx: LedgerContext, input: Booking & { price?: UsagePrice }): Promise<queries.EntryRow> {
      const { reference, reason = null, price = null } = input;
      const cost = notNegative(input.amount);
      const account = await queries.lockAccount(ctx.tx);
      const known = await repeated(ctx, "usage", -cost, reference);
      if (known !== null) return known;
      const terms = price === null ? null : account.terms;
      await checkAgency(ctx, terms);
      return (await write(ctx, account, [usageOf(terms, cost, { reference, reason, price })]))[0] as queries.EntryRow;
    },

    /**
     * Like `charge`, for work already done; a reference that was already charged stays as it was, whatever it cost
     * then. `reservationId`: the reservation that held its cost, released in this transaction; the charge uses its terms.
     * Throws not_found for an unknown `reservationId`.
     */
    async chargeOnce(
      ctx: LedgerContext,
      input: Booking & { price?: UsagePrice; reservationId?: string | null },
    ): Promise<queries.EntryRow> {
      const account = await queries.lockAccount(ctx.tx);
      const known = await charged(ctx, input.reference);
      if (known !== null) return known;
      const { reference, reason = null, price = null, reservationId = null } = input;
      const held = reservationId === null ? null : await queries.findReservation(ctx.tx, reservationId);
      if (reservationId !== null && held === null) throw new AppError("not_found");
      const applicableTerms = held === null ? account.terms : held.terms;
      const terms = price === null ? null : applicableTerms;
      const draft = usageOf(terms, notNegative(input.amount), { reference, reason, price });
      return (await write(ctx, account, [draft]))[0] as queries.EntryRow;
    },

    /** A reference's usage entry; null: none yet. Takes no lock. */
    charged,

    /**
     * Reserves the maximum cost of a piece of work. `expiresAt`: when it is released unless settled before; set it well
     * beyond the work's own timeout. For a repetition `status` shows what became of it.
     */
    async reserve(ctx: LedgerContext, input: Booking & { expiresAt: Date }): Promise<Reservation> {
      const amount = positive(input.amount);
      const account = await queries.lockAccount(ctx.tx);
      const { reference, reason = null } = input;
      const known = await queries.findReservation(ctx.tx, reference);
      const before = (await queries.listEntriesOf(ctx.tx, reference)).find((entry) => entry.type === "reserve");
      if (known !== null) {
        if (toMicros(known.amount) !== amount) throw referenceReused(reference);
        if (before === undefined) throw new Error("a reservation without its entry");
        return { status: known.status, entry: before };
      }
      if (before !== undefined) throw new AppError("conflict", { message: "The reservation has ended." });
      const { terms } = account;
      await checkAgency(ctx, terms);
      const { taken } = split(terms, amount);
      account.reserved += taken;
      const [entry] = await write(ctx, account, [{ type: "reserve", amount: -taken, reference, reason }]);
      await queries.insertReservation(ctx.tx, ctx.now, account.id, {
        reference,
        amount: toDecimal(amount),
        expiresAt: input.expiresAt,
        terms,
      });
      return { status: "held", entry: entry as queries.EntryRow };
    },

    /**
     * Turns a reservation into the real cost, at most what was reserved, on the terms of that time. After its expiry
     * the cost is charged without it, because the work was done. Throws conflict for a released reservation, not_found
     * for none. Returns the usage entry.
     */
    async settle(ctx: LedgerContext, input: Booking & { price?: UsagePrice }): Promise<queries.EntryRow> {
      const amount = notNegative(input.amount);
      const account = await queries.lockAccount(ctx.tx);
      const { reference, reason = null, price = null } = input;
      const held = await queries.findReservation(ctx.tx, reference);
      if (held === null) throw new AppError("not_found");
      if (held.status === "settled") {
        const entry = await repeated(ctx, "usage", -amount, reference);
        if (entry === null) throw new Error("a settled reservation without its usage");
        return entry;
      }
      if (held.status === "released") throw new AppError("conflict", { message: "The reservation was released." });
      const reserved = toMicros(held.amount);
      if (amount > reserved) throw new RangeError("a settlement above what was reserved");
      const usage = usageOf(held.terms, amount, { reference, reason, price });
      const { taken } = split(held.terms, reserved);
      const drafts: Draft[] = held.status === "held" ? [{ type: "release", amount: taken, reference, reason }, usage] : [usage];
      if (held.status === "held") account.reserved -= taken;
      const entries = await write(ctx, account, drafts);
      await queries.endReservation(ctx.tx, ctx.now, reference, "settled", toDecimal(amount));
      return entries.find((entry) => entry.type === "usage") as queries.EntryRow;
    },

    /**
     * Releases a reservation whose work did not happen. One that has ended stays as it is. Throws not_found for none.
     */
    release: (ctx: LedgerContext, input: { reference: string; reason?: string | null }) =>
      closeReservation(ctx, input.reference, "released", input.reason ?? null, () => true),

    /** The same for an expired one; false: it has not expired, or has already ended. */
    async expire(ctx: LedgerContext, reference: string): Promise<boolean> {
      return (await closeReservation(ctx, reference, "expired", "expired", (held) => held.expires_at <= ctx.now)) === "expired";
    },

    /**
     * In an agency's tenant: books what a client's usage cost or earned it, and the client's month. False: it was
     * already booked.
     */
    async bookClient(ctx: LedgerContext, input: ClientBooking): Promise<boolean> {
      const { clientId, month, reason } = input;
      const [cost, billed] = [notNegative(input.cost), notNegative(input.billed)];
      const earned = input.mode === "client_pays" ? billed - cost : 0n;
      if (earned > 0n) for (const listener of listeners) await listener(ctx);
      const reference = `client:${input.chargeId}`;
      const account = await queries.lockAccount(ctx.tx);
      if ((await queries.listEntriesOf(ctx.tx, reference)).length > 0) return false;
      const paid = input.mode === "agency_pays" ? cost : 0n;
      // Earnings of zero are written too: they show that it was booked.
      const drafts: Draft[] =
        earned > 0n
          ? [{ type: "credit", amount: earned, reference, reason, clientId }]
          : [{ type: "usage", amount: -paid, reference, reason, clientId }];
      await write(ctx, account, drafts);
      await addClientMonth(ctx.tx, {
        clientId,
        month,
        cost: toDecimal(paid),
        owed: toDecimal(input.mode === "agency_pays" ? billed : 0n),
        charged: toDecimal(input.mode === "client_pays" ? billed : 0n),
        earned: toDecimal(earned),
      });
      return true;
    },

    /**
     * Sets the balance below which the tenant is notified; null: never. If it is already low, the tenant is notified
     * immediately.
     */
    async setLowThreshold(ctx: LedgerContext, threshold: Amount | null): Promise<void> {
      const account = await queries.lockAccount(ctx.tx);
      account.lowThreshold = threshold === null ? null : notNegative(threshold);
      await notifyLowBalance(deps, ctx.tx, ctx.now, account);
      await queries.storeAccount(ctx.tx, ctx.now, account);
    },

    /** Sets whether the tenant may owe. Throws conflict for disallowing it while the tenant owes. */
    async setAllowNegative(ctx: LedgerContext, allowNegative: boolean): Promise<void> {
      const account = await queries.lockAccount(ctx.tx);
      if (!allowNegative && account.balance < 0n)
        throw new AppError("conflict", { message: "The balance is below zero. Credit it before you disallow a negative balance." });
      await queries.storeAccount(ctx.tx, ctx.now, { ...account, allowNegative });
    },
  };

  /** The reservation's previous status, or `to` if this call ended it. */
  async function closeReservation(
    ctx: LedgerContext,
    reference: string,
    to: "released" | "expired",
    reason: string | null,
    may: (held: queries.ReservationRow) => boolean,
  ): Promise<queries.ReservationRow["status"]> {
    const account = await queries.lockAccount(ctx.tx);
    const held = await queries.findReservation(ctx.tx, reference);
    if (held === null) throw new AppError("not_found");
    if (held.status !== "held" || !may(held)) return held.status;
    const { taken } = split(held.terms, toMicros(held.amount));
    account.reserved -= taken;
    await write(ctx, account, [{ type: "release", amount: taken, reference, reason }]);
    await queries.endReservation(ctx.tx, ctx.now, reference, to, null);
    return to;
  }
}

export type Ledger = ReturnType<typeof createLedger>;

/** A usage entry, with or without an agency's terms. */
function usageOf(terms: Terms | null, cost: Micros, about: Pick<Draft, "reference" | "reason" | "price">): Draft {
  const of = split(terms, cost);
  return { ...about, type: "usage", amount: -of.taken, ...(terms === null ? {} : { shared: { terms, of } }) };
}

function positive(amount: Amount): Micros {
  const micros = toMicros(amount);
  if (micros <= 0n) throw new RangeError("an amount above zero is needed");
  return micros;
}

function notNegative(amount: Amount): Micros {
  const micros = toMicros(amount);
  if (micros < 0n) throw new RangeError("an amount of zero or more is needed");
  return micros;
}

function referenceReused(reference: string): AppError {
  return new AppError("conflict", { message: `The reference ${reference} was already used for a different amount.` });
}
