import { asTenant } from "#platform/db/database.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { grantableScopes } from "./agencies.schema.ts";

/**
 * Runs a service call in a client's tenant, in the request's transaction. Only call it after the link was found in the agency's own rows.
 */
export function inClientTenant<T>(ctx: TxContext, clientId: string, verb: (ctx: TxContext) => Promise<T>): Promise<T> {
  return asTenant(ctx.tx, clientId, (tx) => verb({ ...ctx, tenantId: clientId, homeTenantId: ctx.tenantId, tx }));
}

/** Without duplicates, in the order of the reference. */
export function inOrder(scopes: readonly string[]): string[] {
  return grantableScopes.filter((scope) => scopes.includes(scope));
}

export function readExpiry(text: string | undefined, now: Date, field: string): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  if (!(at > now)) throw invalidField(field, "out_of_range", `${field} must be in the future.`);
  return at;
}
