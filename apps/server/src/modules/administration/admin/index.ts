import { type CreatingDeps, createOrganizationFactory } from "./creating.ts";
import { healthRoutes } from "./health.routes.ts";
import { adminMemberRoutes } from "./admin-members.routes.ts";
import { type AdminMembersDeps, createAdminMembersService } from "./admin-members.service.ts";
import { createOrganizationsService, type OrganizationsDeps } from "./organizations.service.ts";
import { organizationRoutes } from "./organizations.routes.ts";
import { createStatsService } from "./stats.service.ts";
import { createUsersService, type UsersDeps } from "./users.service.ts";
import { userRoutes } from "./users.routes.ts";

/**
 * Organizations, their people and their statistics, for callers who administer several, within the reach of the
 * credential.
 */
export function createAdminModule(deps: AdminMembersDeps & OrganizationsDeps & CreatingDeps & UsersDeps) {
  return {
    routes: [
      ...adminMemberRoutes(createAdminMembersService(deps)),
      ...organizationRoutes(createOrganizationsService(deps), createOrganizationFactory(deps), createStatsService(deps)),
      ...userRoutes(createUsersService(deps)),
      ...healthRoutes(deps),
    ],
  };
}
