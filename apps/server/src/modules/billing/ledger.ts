import type { Actor } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { type Micros, toDecimal, toMicros } from "#platform/money/money.ts";
import * as queries from "./ledger.queries.ts";
import { monthOf } from "./month.ts";

/** Where and when something is written: a request's context is one. */
export interface LedgerContext {
  readonly tx: Tx;
  readonly now: Date;
  readonly actor: Actor;
}

/** A number with at most six decimals, or PostgreSQL's spelling of one. */
export type Amount = number | string;

/** What an entry of usage was for; kept with it, because prices change. */
export interface UsagePrice {
  modelName: string;
  costPerRequest: Amount;
  requests: number;
}

export interface Booking {
  amount: Amount;
  /** 1 to 200 characters; applied once per type of entry. */
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
}

/**
 * The prepaid balance of a tenant. Every verb runs in the caller's transaction and locks the tenant's app until it ends, so call it late. Each
 * reference is applied once: a repetition gives the entry that is there, and throws conflict when it asks for something else.
 * Throws insufficient_credits when the balance would go below zero and the tenant may not owe.
 */
export function createLedger(deps: { ids: IdSource }) {
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
        modelName: draft.price?.modelName ?? null,
        costPerRequest: draft.price == null ? null : toDecimal(toMicros(draft.price.costPerRequest)),
        requests: draft.price?.requests ?? null,
      });
    }
    // What is freed counts for what is spent in the same step; what is written last decides.
    const spends = drafts.some((draft) => draft.amount < 0n);
    if (spends && account.balance < 0n && !account.allowNegative) throw new AppError("insufficient_credits");
    const rows = await queries.insertEntries(ctx.tx, ctx.now, account.id, ctx.actor, entries);
    await queries.storeAccount(ctx.tx, ctx.now, account);
    const usage = drafts.filter((draft) => draft.type === "usage");
    if (usage.length > 0) {
      const spent = usage.reduce((sum, draft) => sum - draft.amount, 0n);
      const requests = usage.reduce((sum, draft) => sum + (draft.price?.requests ?? 0), 0);
      await queries.countSpending(ctx.tx, monthOf(ctx.now), toDecimal(spent), requests);
    }
    return rows;
  }

  /** The entry that the reference has brought already, if it is the same. */
  async function repeated(
    ctx: LedgerContext,
    type: queries.EntryType,
    amount: Micros,
    reference: string,
  ): Promise<queries.EntryRow | null> {
    const known = (await queries.listEntriesOf(ctx.tx, reference)).find((entry) => entry.type === type);
    if (known === undefined) return null;
    if (toMicros(known.amount) !== amount) throw otherUse(reference);
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

  /** Listeners lock what is before the app in the order of locks, so they run first. */
  async function add(ctx: LedgerContext, draft: Draft): Promise<queries.EntryRow> {
    if (draft.amount > 0n) for (const listener of listeners) await listener(ctx);
    return one(ctx, draft);
  }

  return {
    /** Called in the transaction that adds credit, before it does: for what waits for money. */
    onCredit(listener: (ctx: LedgerContext) => Promise<void>): void {
      listeners.push(listener);
    },

    topUp: (ctx: LedgerContext, input: Booking) =>
      add(ctx, { type: "top_up", amount: positive(input.amount), reference: input.reference, reason: input.reason ?? null }),

    /** Above zero a `credit`, below an `adjustment`. `adminId` is who decided it, in the caller's own words. */
    credit(ctx: LedgerContext, input: Booking & { adminId: string | null }): Promise<queries.EntryRow> {
      const amount = toMicros(input.amount);
      if (amount === 0n) throw new RangeError("a credit of nothing");
      const type = amount > 0n ? "credit" : "adjustment";
      return add(ctx, { type, amount, reference: input.reference, reason: input.reason ?? null, adminId: input.adminId });
    },

    refund: (ctx: LedgerContext, input: Booking) =>
      add(ctx, { type: "refund", amount: positive(input.amount), reference: input.reference, reason: input.reason ?? null }),

    /** What was used, at once. Zero is written too: it tells that it happened. */
    charge(ctx: LedgerContext, input: Booking & { price?: UsagePrice }): Promise<queries.EntryRow> {
      const { reference, reason = null, price = null } = input;
      return one(ctx, { type: "usage", amount: -notNegative(input.amount), reference, reason, price });
    },

    /** As `charge`; a reference that was charged already stays as it was, whatever it cost then. */
    async chargeOnce(ctx: LedgerContext, input: Booking & { price?: UsagePrice }): Promise<queries.EntryRow> {
      const account = await queries.lockAccount(ctx.tx);
      const known = await charged(ctx, input.reference);
      if (known !== null) return known;
      const { reference, reason = null, price = null } = input;
      const draft: Draft = { type: "usage", amount: -notNegative(input.amount), reference, reason, price };
      return (await write(ctx, account, [draft]))[0] as queries.EntryRow;
    },

    /** The entry of usage that a reference has brought; null: none yet. Takes no lock. */
    charged,

    /**
     * Holds back the most that a piece of work can cost. `expiresAt`: when it is given back unless settled before; set it well beyond the
     * work's own time-out. A repetition tells by `status` what became of it.
     */
    async reserve(ctx: LedgerContext, input: Booking & { expiresAt: Date }): Promise<Reservation> {
      const amount = positive(input.amount);
      const account = await queries.lockAccount(ctx.tx);
      const known = await queries.findReservation(ctx.tx, input.reference);
      if (known !== null) {
        const entry = await repeated(ctx, "reserve", -amount, input.reference);
        if (entry === null) throw new Error("a reservation without its entry");
        return { status: known.status, entry };
      }
      account.reserved += amount;
      const { reference, reason = null } = input;
      const [entry] = await write(ctx, account, [{ type: "reserve", amount: -amount, reference, reason }]);
      await queries.insertReservation(ctx.tx, ctx.now, account.id, { reference, amount: toDecimal(amount), expiresAt: input.expiresAt });
      return { status: "held", entry: entry as queries.EntryRow };
    },

    /**
     * Turns a reservation into what the work really cost, at most what was held. After its expiry the cost is charged without it: the
     * work was done. Throws conflict for a reservation that was released, not_found for none. Gives the entry of usage.
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
      const usage: Draft = { type: "usage", amount: -amount, reference, reason, price };
      const drafts = held.status === "held" ? [{ ...usage, type: "release" as const, amount: reserved, price: null }, usage] : [usage];
      if (held.status === "held") account.reserved -= reserved;
      const entries = await write(ctx, account, drafts);
      await queries.endReservation(ctx.tx, ctx.now, reference, "settled", toDecimal(amount));
      return entries.find((entry) => entry.type === "usage") as queries.EntryRow;
    },

    /** Gives a reservation back whose work did not happen. One that has ended stays as it is. Throws not_found for none. */
    release: (ctx: LedgerContext, input: { reference: string; reason?: string | null }) =>
      giveBack(ctx, input.reference, "released", input.reason ?? null, () => true),

    /** The same for one whose time is up; false: it is not, or it has ended. */
    async expire(ctx: LedgerContext, reference: string): Promise<boolean> {
      return (await giveBack(ctx, reference, "expired", "expired", (held) => held.expires_at <= ctx.now)) === "expired";
    },

    /** Whether the tenant may owe. Throws conflict to end it while it does. */
    async setAllowNegative(ctx: LedgerContext, allowNegative: boolean): Promise<void> {
      const account = await queries.lockAccount(ctx.tx);
      if (!allowNegative && account.balance < 0n)
        throw new AppError("conflict", { message: "The balance is below zero; credit it before you end the allowance." });
      await queries.storeAccount(ctx.tx, ctx.now, { ...account, allowNegative });
    },
  };

  /** What the reservation was before, or `to` when this ended it. */
  async function giveBack(
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
    const amount = toMicros(held.amount);
    account.reserved -= amount;
    await write(ctx, account, [{ type: "release", amount, reference, reason }]);
    await queries.endReservation(ctx.tx, ctx.now, reference, to, null);
    return to;
  }
}

export type Ledger = ReturnType<typeof createLedger>;

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

function otherUse(reference: string): AppError {
  return new AppError("conflict", { message: `The reference ${reference} stands for another amount already.` });
}
