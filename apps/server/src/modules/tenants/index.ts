import { tenantRoutes } from "./tenants.routes.ts";
import { createTenantsService, type TenantsDeps } from "./tenants.service.ts";

export { getMember, type Member } from "./members.ts";
export { checkPasswordLength, hashPassword, verifyPassword } from "./password.ts";
export { reopenWindowHoursDefault, ticketAutoCloseDaysDefault, type TenantKind, tenantKinds } from "./tenants.schema.ts";
export type { TenantsService } from "./tenants.service.ts";

export function createTenantsModule(deps: TenantsDeps) {
  const service = createTenantsService(deps);
  return { service, routes: tenantRoutes(service) };
}
