import type { IdSource } from "#platform/ids/ids.ts";
import type { Allowance } from "./allowance.ts";
import { type Clients, entitlementRoutes } from "./entitlements.routes.ts";
import { createEntitlementsService } from "./entitlements.service.ts";

export type { Allowance } from "./allowance.ts";
export { voiceAllowance } from "./voice-allowance.ts";
export type { Clients } from "./entitlements.routes.ts";
export { type EntitlementsService, exceeded, type Room } from "./entitlements.service.ts";

/** How much a tenant may use: limits that an agency sets, held to in one place. See docs/subsystems/entitlements.md. */
export function createEntitlementsModule(deps: {
  ids: IdSource;
  /** What can be limited. */
  allowances: readonly Allowance[];
  /** Asked when needed: agencies are made after those who are limited. */
  clients(): Clients;
}) {
  const service = createEntitlementsService(deps);
  return { service, routes: entitlementRoutes(deps, service) };
}
