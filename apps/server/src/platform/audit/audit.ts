import { type IdSource, wireId } from "../ids/ids.ts";
import type { TxContext } from "../http/context.ts";

/**
 * Records who did what, in the transaction of the change. `changes` contains ids and states, never secrets or texts.
 * For an actor from another tenant, the entry names that tenant.
 */
export async function recordAudit(
  ctx: TxContext,
  ids: IdSource,
  action: string,
  targetId: string | null,
  changes: object = {},
): Promise<void> {
  const from = ctx.homeTenantId ?? ctx.actor.agencyId;
  const details = from === undefined ? changes : { ...changes, byOrganization: wireId("org", from) };
  await ctx.tx.query({
    name: "audit_record",
    text: `insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, changes, request_id, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [ctx.tenantId, ids.uuid(), ctx.actor.kind, ctx.actor.id, action, targetId, JSON.stringify(details), ctx.requestId, ctx.now],
  });
}
