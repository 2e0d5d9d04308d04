import type { Ledger, LedgerContext } from "#modules/money/billing/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import type { PricingService } from "#modules/money/pricing/index.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { toDecimal, toMicros } from "#platform/money/money.ts";
import { aiAllowance } from "./ai-allowance.ts";

const actor: Actor = { kind: "system", id: "ai" };
/** Far longer than any turn: a hold that old belongs to a process that died, and the ledger releases it. */
const heldMs = 600_000;

/** What is held for one turn. */
export interface Hold {
  /** The reservation; null: nothing is held, because the price is zero or the reference was already charged. */
  reservation: string | null;
  prices: Map<string, string>;
  /** When one of the month's answers was taken; null: none was counted. */
  takenAt: Date | null;
}

/**
 * One charge per reference, however often it is requested. A turn holds the price of the most expensive model it may
 * use, under a separate reference. At its end that hold is released and the reference is charged the price of the model
 * that answered, in one transaction.
 */
export function createMetering(deps: {
  database: Database;
  clock: Clock;
  ids: IdSource;
  ledger: Ledger;
  pricing: PricingService;
  entitlements: Pick<EntitlementsService, "take" | "giveBack">;
}) {
  const ledgerReference = (reference: string) => `ai:${reference}`;
  const contextOf = (tx: Tx): LedgerContext => ({ tx, now: deps.clock.now(), actor });

  return {
    /** Returns the reason if it fails: the balance is too low, or the month's answers are used up. */
    async hold(tenantId: string, reference: string, models: string[]): Promise<Hold | "insufficient_credits" | "entitlement_exceeded"> {
      const prices = await deps.pricing.pricesOf([...new Set(models)]);
      const dearest = [...prices.values()].map(toMicros).reduce((max, price) => (price > max ? price : max), 0n);
      return deps.database
        .withTenant(tenantId, async (tx): Promise<Hold> => {
          const ctx = contextOf(tx);
          const name = ledgerReference(reference);
          if ((await deps.ledger.charged(ctx, name)) !== null) return { reservation: null, prices, takenAt: null };
          // Last, because the tenant's other turns wait from here on.
          const take = async () => ((await deps.entitlements.take(tx, ctx.now, aiAllowance.name, 1)) ? ctx.now : null);
          if (dearest === 0n) return { reservation: null, prices, takenAt: await take() };
          const reservation = `${name}:${deps.ids.uuid()}`;
          const expiresAt = new Date(ctx.now.getTime() + heldMs);
          await deps.ledger.reserve(ctx, { amount: toDecimal(dearest), reference: reservation, reason: "AI request", expiresAt });
          return { reservation, prices, takenAt: await take() };
        })
        .catch((error: unknown) => {
          if (error instanceof AppError && (error.code === "insufficient_credits" || error.code === "entitlement_exceeded"))
            return error.code;
          throw error;
        });
    },

    /**
     * Charges, in the transaction of the request's record. Returns what the reference was charged, as a decimal. Throws
     * insufficient_credits if the hold expired and the balance was spent elsewhere meanwhile.
     */
    async settle(tx: Tx, reference: string, hold: Hold, modelName: string): Promise<string> {
      const ctx = contextOf(tx);
      if (hold.reservation !== null) await deps.ledger.release(ctx, { reference: hold.reservation, reason: "AI request" });
      const costPerRequest = hold.prices.get(modelName) ?? "0";
      const entry = await deps.ledger.chargeOnce(ctx, {
        amount: costPerRequest,
        reference: ledgerReference(reference),
        reason: "AI request",
        price: { modelName, costPerRequest, requests: 1, unit: "answer" },
        reservationId: hold.reservation,
      });
      return toDecimal(-toMicros(entry.amount));
    },

    async release(tx: Tx, hold: Hold): Promise<void> {
      if (hold.reservation !== null) await deps.ledger.release(contextOf(tx), { reference: hold.reservation, reason: "AI request failed" });
      if (hold.takenAt !== null) await deps.entitlements.giveBack(tx, hold.takenAt, aiAllowance.name, 1);
    },
  };
}

export type Metering = ReturnType<typeof createMetering>;
