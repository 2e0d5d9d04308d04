import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import * as queries from "./retention.queries.ts";
import type { Retention, UpdateRetention } from "./retention.schema.ts";

const nothing = { messagesDays: null, mediaDays: null, eventsDays: null, auditDays: null, importsDays: null, flowRunsDays: null };

export function createRetentionService(deps: { ids: IdSource }) {
  async function get(tx: Tx): Promise<Retention> {
    const row = await queries.findRetention(tx);
    if (row === null) return { ...nothing, updatedAt: null };
    const { updated_at, ...days } = row;
    return { ...days, updatedAt: updated_at.toISOString() };
  }

  return {
    get,

    async update(ctx: TxContext, input: UpdateRetention): Promise<Retention> {
      const { tx, now } = ctx;
      await queries.makeRetention(tx, now);
      const { updated_at: _, ...before } = (await queries.findRetention(tx, true)) as queries.RetentionRow;
      const given = Object.fromEntries(
        Object.keys(nothing).flatMap((key) => (Object.hasOwn(input, key) ? [[key, input[key as keyof UpdateRetention]]] : [])),
      );
      await queries.updateRetention(tx, now, { ...before, ...given });
      await recordAudit(ctx, deps.ids, "retention.updated", wireId("org", ctx.tenantId), given);
      return get(tx);
    },
  };
}

export type RetentionService = ReturnType<typeof createRetentionService>;
