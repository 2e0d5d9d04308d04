import { memberRoutes } from "./members.routes.ts";
import { createMembersService, type MembersDeps } from "./members.service.ts";

export { suspendedBy, type MembersService } from "./members.service.ts";

/** A tenant's people, and what each of them may do. */
export function createMembersModule(deps: MembersDeps) {
  const service = createMembersService(deps);
  return { service, routes: memberRoutes(service) };
}
