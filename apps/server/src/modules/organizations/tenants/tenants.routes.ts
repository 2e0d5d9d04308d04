import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Me, Organization, UpdateOrganization } from "./tenants.schema.ts";
import type { TenantsService } from "./tenants.service.ts";

const tag = "Organization";

export function tenantRoutes(service: TenantsService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/me",
      operationId: "getMe",
      tag,
      summary: "Get the current tenant, key or person, and its permissions",
      scope: null,
      response: Me,
      // For a member who has just been removed: their credential stays cached for up to a second.
      errors: ["not_found"],
      prepare: (ctx) => service.membershipsOf(ctx),
      handle: (ctx, _input, memberships) => service.me(ctx, memberships),
    }),
    readRoute({
      method: "GET",
      path: "/organization",
      operationId: "getOrganization",
      tag,
      summary: "Get the organization",
      scope: "organization:read",
      response: Organization,
      handle: (ctx) => service.getOrganization(ctx),
    }),
    writeRoute({
      method: "PATCH",
      path: "/organization",
      operationId: "updateOrganization",
      tag,
      summary: "Rename the organization or change its settings",
      scope: "organization:write",
      body: UpdateOrganization,
      response: Organization,
      example: { body: { name: "Acme", settings: { reopenWindowHours: 48 } } },
      handle: (ctx, { body }) => service.updateOrganization(ctx, body),
    }),
  ];
}
