import { type Ledger, renderTransaction } from "#modules/money/billing/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { heldAboveError, holderAfter, isHeldAbove, actingLevelOf } from "#platform/auth/acting-level.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { readAmount, toDecimal, toNumber } from "#platform/money/money.ts";
import * as queries from "./apps.queries.ts";
import type { App, TopUp } from "./apps.schema.ts";

/** Verbs act in their context's tenant; ids are uuids. */
export function createAppsService(deps: { ids: IdSource; ledger: Ledger; currency: string }) {
  async function find(tx: Tx, id: string, lock = false): Promise<queries.AppRow> {
    const row = await queries.findApp(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  const render = (row: queries.AppRow): App => ({
    id: wireId("app", row.id),
    organizationId: wireId("org", row.tenant_id),
    name: row.name,
    isActive: row.is_active,
    heldBy: row.held_by,
    balance: toNumber(row.balance),
    currency: deps.currency,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  });

  return {
    render,
    get: async (tx: Tx, id: string): Promise<App> => render(await find(tx, id)),

    /**
     * 403 for an app that a higher level has switched off. If it is already off, the caller's level holds it from now
     * on. Messages accepted before are still sent.
     */
    async setActive(ctx: TxContext, id: string, isActive: boolean): Promise<App> {
      const row = await find(ctx.tx, id, true);
      const standing = actingLevelOf(ctx);
      if (isActive && row.held_by !== null && isHeldAbove(standing, row.held_by)) throw heldAboveError("isActive", "this app", row.held_by);
      const heldBy = isActive ? null : holderAfter(standing, row.held_by);
      const appId = wireId("app", id);
      if (row.is_active !== isActive || row.held_by !== heldBy) await queries.setActive(ctx.tx, ctx.now, id, isActive, heldBy);
      if (row.is_active === isActive && row.held_by !== heldBy) await recordAudit(ctx, deps.ids, "app.held", appId, { heldBy });
      if (row.is_active !== isActive) {
        await recordAudit(ctx, deps.ids, isActive ? "app.activated" : "app.deactivated", appId);
        await appendEvents(ctx.tx, ctx.now, [{ id: deps.ids.uuid(), type: "app.updated", data: { appId, isActive } }]);
      }
      return render(await find(ctx.tx, id));
    },

    /** 400 for more than six decimals. */
    async topUp(ctx: TxContext, id: string, input: TopUp) {
      const amount = readAmount("amount", input.amount);
      if (amount === 0n) throw invalidField("amount", "out_of_range");
      const reason = input.reason?.trim();
      if (reason === "") throw invalidField("reason", "too_short");
      await find(ctx.tx, id);
      const reference = `top_up:${deps.ids.uuid()}`;
      const entry = await deps.ledger.topUp(ctx, { amount: toDecimal(amount), reference, reason: reason ?? null });
      await recordAudit(ctx, deps.ids, "app.topped_up", wireId("app", id), { amount: entry.amount, transaction: wireId("txn", entry.id) });
      return { ...render(await find(ctx.tx, id)), transaction: renderTransaction(ctx.tenantId, entry) };
    },
  };
}

export type AppsService = ReturnType<typeof createAppsService>;
