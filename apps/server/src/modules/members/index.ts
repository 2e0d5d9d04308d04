import { memberRoutes } from "./members.routes.ts";
import { createMembersService, type MembersDeps } from "./members.service.ts";

/** The people of a tenant, and what each may do. */
export function createMembersModule(deps: MembersDeps) {
  return { routes: memberRoutes(createMembersService(deps)) };
}
