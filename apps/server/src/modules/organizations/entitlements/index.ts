import type { Reach } from "#platform/auth/reach.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Allowance } from "./allowance.ts";
import { type Clients, entitlementRoutes } from "./entitlements.routes.ts";
import { createEntitlementsService, type EntitlementsService } from "./entitlements.service.ts";

export type { Allowance } from "./allowance.ts";
export type { Clients } from "./entitlements.routes.ts";
export { type EntitlementsService, exceeded, type Remaining } from "./entitlements.service.ts";

export interface LimitsOf {
  service: EntitlementsService;
  allowances: readonly Allowance[];
}

/**
 * How much a tenant may use: limits set by its agency, enforced in one place. See
 * docs/subsystems/organizations/entitlements.md.
 */
export function createEntitlements(deps: { ids: IdSource; allowances: readonly Allowance[] }): LimitsOf {
  return { service: createEntitlementsService(deps), allowances: deps.allowances };
}

/**
 * The routes that show and set limits. Agencies use them, and the agency modules are created after the modules that are
 * limited.
 */
export function createEntitlementsModule(
  { service, allowances }: LimitsOf,
  deps: { ids: IdSource; clients: Clients; reach: Pick<Reach, "within"> },
) {
  return { service, routes: entitlementRoutes({ ...deps, allowances }, service) };
}
