import type { Ledger, LedgerContext } from "#modules/money/billing/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { toDecimal, toMicros } from "#platform/money/money.ts";
import type { CallRow } from "../calls.queries.ts";
import { voiceAllowance } from "../voice-allowance.ts";
import { isAppActive } from "./live.queries.ts";

export interface MinutesDeps {
  ledger: Ledger;
  entitlements: Pick<EntitlementsService, "take" | "giveBack">;
}

/** Longer than the longest call: a hold this old belongs to a call that nobody ended. */
const heldMs = 2 * 3_600_000;
const actor = { kind: "system", id: "voice" } as const;

/** What is held for a call: one reservation per started minute, and one charge at the end. */
export function createMinutes(deps: MinutesDeps) {
  const referenceOf = (callId: string, minute: number) => `voice:${callId}:${minute}`;
  const contextOf = (tx: Tx, now: Date): LedgerContext => ({ tx, now, actor });

  /** Charges; false: the balance does not cover so many minutes, and nothing was written. */
  async function tryCharge(ctx: LedgerContext, call: Pick<CallRow, "id" | "model" | "price" | "minutes">, requests: number) {
    const price = toMicros(call.price);
    try {
      await deps.ledger.chargeOnce(ctx, {
        amount: toDecimal(price * BigInt(requests)),
        reference: `voice:${call.id}`,
        reason: "Call",
        price: { modelName: call.model, costPerRequest: call.price, requests, unit: "minute" },
        reservationId: price > 0n && call.minutes > 0 ? referenceOf(call.id, 1) : null,
      });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "insufficient_credits") return false;
      throw error;
    }
  }

  return {
    /**
     * Reserves a minute. Call it last, because the tenant's other charges wait from here on. Returns when it was taken
     * from the month's limit; null: there is no limit. Throws insufficient_credits and entitlement_exceeded, and for the
     * first minute app_inactive: a call in progress goes on.
     */
    async reserve(tx: Tx, now: Date, callId: string, minute: number, price: string): Promise<Date | null> {
      if (minute === 1 && !(await isAppActive(tx))) throw new AppError("app_inactive");
      if (toMicros(price) > 0n) {
        const expiresAt = new Date(now.getTime() + heldMs);
        await deps.ledger.reserve(contextOf(tx, now), { amount: price, reference: referenceOf(callId, minute), reason: "Call", expiresAt });
      }
      return (await deps.entitlements.take(tx, now, voiceAllowance.name, 1)) ? now : null;
    },

    /**
     * Charges the used part of the reserved minutes. If what was reserved has expired and the balance was spent elsewhere
     * meanwhile, only as many minutes as it covers. `cost` is a decimal; `unpaidMinutes` were used, but not covered.
     */
    async settle(
      tx: Tx,
      now: Date,
      call: Pick<CallRow, "id" | "model" | "price" | "minutes" | "minutes_taken_at">,
      used: number,
    ): Promise<{ cost: string; unpaidMinutes: number }> {
      const ctx = contextOf(tx, now);
      const price = toMicros(call.price);
      let paid = used;
      if (price > 0n) {
        for (let minute = 1; minute <= call.minutes; minute++)
          await deps.ledger.release(ctx, { reference: referenceOf(call.id, minute), reason: "Call" });
      }
      while (paid > 0 && !(await tryCharge(ctx, call, paid))) paid -= 1;
      const unused = call.minutes - used;
      if (unused > 0 && call.minutes_taken_at !== null)
        await deps.entitlements.giveBack(tx, call.minutes_taken_at, voiceAllowance.name, unused);
      return { cost: toDecimal(price * BigInt(paid)), unpaidMinutes: used - paid };
    },
  };
}

export type Minutes = ReturnType<typeof createMinutes>;

/** Started minutes of a call, at most the reserved ones. Pure. */
export function minutesUsed(answeredAt: Date | null, endedAt: Date, reserved: number): number {
  if (answeredAt === null) return 0;
  return Math.min(reserved, Math.max(1, Math.ceil((endedAt.getTime() - answeredAt.getTime()) / 60_000)));
}
