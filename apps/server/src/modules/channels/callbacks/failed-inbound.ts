import { recordAudit } from "#platform/audit/audit.ts";
import { notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { type FailedInboundFilter, listFailed, requeueFailed, tenantExists } from "./failed-inbound.queries.ts";

/**
 * Callback items that could not be processed after all attempts, for the operator of the installation. Kept with their payload as long as
 * events are. Throws not_found for an unknown tenant.
 */
export function createFailedInbound(deps: { ids: IdSource; wake: Wake }) {
  async function assertTenant(ctx: TxContext): Promise<void> {
    if (!(await tenantExists(ctx.tx))) throw notFound();
  }
  return {
    async list(ctx: TxContext, filter: FailedInboundFilter, limit: number) {
      await assertTenant(ctx);
      return listFailed(ctx.tx, filter, limit);
    },

    /** Returns how many rows will be processed again. */
    async requeue(ctx: TxContext, filter: FailedInboundFilter): Promise<number> {
      await assertTenant(ctx);
      const { length: requeued } = await requeueFailed(ctx.tx, ctx.now, filter);
      if (requeued > 0) await recordAudit(ctx, deps.ids, "inbound.requeued", null, { requeued });
      deps.wake.hint("inbound");
      return requeued;
    },
  };
}
