import { tenantRoutes } from "./tenants.routes.ts";
import { settingsSnapshot } from "./settings.snapshot.ts";
import { createTenantsService, type TenantsDeps } from "./tenants.service.ts";

export { readEmail } from "./email.ts";
export { getMember, activeAssignee, holdMembers } from "./members.ts";
export { checkPasswordLength, hashPassword, passwordLength, verifyPasswordOf } from "./password.ts";
export { findUserByEmail, insertMember, insertUser, type Member, markEmailVerified, type WorkerQuery } from "./tenants.queries.ts";
export { Memberships, membershipsOf } from "./memberships.ts";
export { reopenWindowHoursDefault, ticketAutoCloseDaysDefault, type TenantKind, tenantKinds } from "./tenants.schema.ts";
export type { TenantsService } from "./tenants.service.ts";

export function createTenantsModule(deps: TenantsDeps) {
  const service = createTenantsService(deps);
  return { service, routes: tenantRoutes(service), snapshot: [settingsSnapshot(service)] };
}
