import { recordAudit } from "#platform/audit/audit.ts";
import { setActingGrant } from "#platform/auth/acting-grant.ts";
import { isScope, type Scope } from "#platform/auth/scopes.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { inClientTenant } from "./acting.ts";
import { isSuspended } from "./clients.queries.ts";
import type { ClientsService } from "./clients.service.ts";
import { findGrantOf } from "./grants.queries.ts";

/**
 * Runs a service call in a client, in the request's transaction, as a delegated key with all scopes of the grant would: not without
 * `agency:act`, only while link and grant exist (both are locked until the end of the transaction), and recorded in both audit logs. Throws
 * not_found, insufficient_scope, conflict (suspended), grant_required.
 */
export function createActingFor(deps: { ids: IdSource }, clients: Pick<ClientsService, "find">) {
  return async <T>(ctx: TxContext, clientWire: string, operation: string, verb: (there: TxContext) => Promise<T>): Promise<T> => {
    if (!ctx.scopes.has("agency:act"))
      throw new AppError("insufficient_scope", { details: [{ field: "agency:act", issue: "missing_scope" }] });
    const client = await clients.find(ctx, clientWire, true);
    if (client.status === "suspended") throw new AppError("conflict", { message: "The client is suspended. Resume it first." });
    const agency = wireId("org", ctx.tenantId);
    const { grantId, result } = await inClientTenant(ctx, client.client_id, async (there) => {
      const grant = await findGrantOf(there.tx, ctx.tenantId, "accepted", true);
      if (grant === null || (grant.expires_at !== null && grant.expires_at <= ctx.now)) throw new AppError("grant_required");
      if (await isSuspended(there.tx)) throw new AppError("conflict", { message: "The organization is suspended." });
      const detail = changesOf(grant.id);
      await recordAudit(there, deps.ids, "agency.acted", agency, detail);
      const scopes = new Set<Scope>(grant.scopes.filter(isScope));
      // Anything created by the call that acts by itself depends on the grant, like what a delegated key creates.
      await setActingGrant(there.tx, grant.id);
      const result = await verb({ ...there, actor: { kind: "system", id: agency }, session: null, scopes });
      await setActingGrant(there.tx, null);
      return { grantId: grant.id, result };
    });
    await recordAudit(ctx, deps.ids, "agency.acted", clientWire, { ...changesOf(grantId), byOrganization: agency });
    return result;

    function changesOf(id: string) {
      return { operation, sampled: false, forOrganization: clientWire, grantId: wireId("grn", id) };
    }
  };
}

export type ActingFor = ReturnType<typeof createActingFor>;
