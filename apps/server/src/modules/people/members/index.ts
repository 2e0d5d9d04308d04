import { memberRoutes } from "./members.routes.ts";
import { createMembersService, type MembersDeps } from "./members.service.ts";

export { suspendedBy, type MembersService } from "./members.service.ts";

/** The people of a tenant, and what each may do. */
export function createMembersModule(deps: MembersDeps) {
  const service = createMembersService(deps);
  return { service, routes: memberRoutes(service) };
}
