import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { readAmount, toDecimal, toNumber } from "#platform/money/money.ts";
import * as queries from "./billing.queries.ts";
import { renderBalance, renderTransaction } from "./billing.render.ts";
import type { CreateCredit, ModelUsage, UpdateBalance, UpdateBillingOrganization } from "./billing.schema.ts";
import type { Ledger } from "./ledger.ts";
import { type EntryRow, listEntries, sumByModel } from "./ledger.queries.ts";

/** Verbs act in their context's tenant; whether the caller may act there has been decided before (platform/auth/reach.ts). */
export function createBillingService(deps: { ids: IdSource; currency: string }, ledger: Ledger) {
  const balance = async (tx: Tx) => renderBalance(await queries.getBalance(tx), deps.currency);

  return {
    balance,

    /** What the organization itself may set on its balance. 400 for more than six decimals. */
    async updateOwn(ctx: TxContext, input: UpdateBalance) {
      const before = await queries.getBalance(ctx.tx);
      const { lowThreshold } = input;
      const known = before.low_threshold === null ? null : toNumber(before.low_threshold);
      if (lowThreshold !== undefined && lowThreshold !== known) {
        const threshold = lowThreshold === null ? null : toDecimal(readAmount("lowThreshold", lowThreshold));
        await ledger.setLowThreshold(ctx, threshold);
        await recordAudit(ctx, deps.ids, "billing.low_threshold_changed", wireId("app", before.id), { from: known, to: lowThreshold });
      }
      return balance(ctx.tx);
    },

    /** `?appId=`: the organization's own app. Throws not_found for any other. */
    async requireOwnApp(tx: Tx, appId: string | undefined): Promise<void> {
      if (appId === undefined) return;
      const id = parseWireId("app", appId);
      if (id === null || !(await queries.appExists(tx, id))) throw notFound(appId);
    },

    /** Newest first, below an entry's number. */
    async transactions(tx: Tx, below: string | null, limit: number): Promise<EntryRow[]> {
      return listEntries(tx, (await queries.getBalance(tx)).id, below, limit);
    },

    /** What models cost in a month (`2026-11`, in UTC); by default the current one. */
    async modelUsage(ctx: TxContext, month = ctx.now.toISOString().slice(0, 7)): Promise<ModelUsage> {
      const from = new Date(`${month}-01T00:00:00Z`);
      const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
      const rows = await sumByModel(ctx.tx, from, to);
      return {
        month,
        currency: deps.currency,
        models: rows.map(({ model_name, requests, spend, owed }) => ({
          modelName: model_name,
          requests,
          spend: toNumber(spend),
          owed: toNumber(owed),
        })),
      };
    },

    /**
     * 400 for an amount of zero or with more than six decimals, or an adjustment without a reason; 422
     * insufficient_credits.
     */
    async credit(ctx: TxContext, input: CreateCredit) {
      const amount = readAmount("amount", input.amount);
      if (amount === 0n) throw invalidField("amount", "out_of_range", "The amount must not be zero.");
      const reason = input.reason?.trim();
      if (reason === "") throw invalidField("reason", "too_short");
      if (amount < 0n && reason === undefined) throw invalidField("reason", "required", "An adjustment needs a reason.");
      const reference = `credit:${deps.ids.uuid()}`;
      const entry = await ledger.credit(ctx, {
        amount: toDecimal(amount),
        reference,
        reason: reason ?? null,
        adminId: input.adminId ?? null,
      });
      await recordAudit(ctx, deps.ids, `billing.${entry.type}`, wireId("txn", entry.id), { amount: entry.amount });
      return { ...(await balance(ctx.tx)), transaction: renderTransaction(ctx.tenantId, entry) };
    },

    /** 409 while the balance is below zero. */
    async update(ctx: TxContext, input: UpdateBillingOrganization) {
      const before = await queries.getBalance(ctx.tx);
      const { allowNegativeBalance } = input;
      if (allowNegativeBalance !== undefined && allowNegativeBalance !== before.allow_negative) {
        await ledger.setAllowNegative(ctx, allowNegativeBalance);
        await recordAudit(ctx, deps.ids, "billing.allowance_changed", wireId("org", ctx.tenantId), { allowNegativeBalance });
      }
      return balance(ctx.tx);
    },
  };
}

export type BillingService = ReturnType<typeof createBillingService>;
