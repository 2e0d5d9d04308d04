import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, batchedRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import {
  AdminOrganization,
  AdminOrganizationList,
  AdminStats,
  CreateAdminOrganization,
  CreatedAdminOrganization,
  ListOrganizationsQuery,
  UpdateAdminOrganization,
} from "./admin.schema.ts";
import type { OrganizationFactory } from "./creating.ts";
import type { OrganizationsService } from "./organizations.service.ts";
import type { StatsService } from "./stats.service.ts";

const tag = "Administration";

export function organizationRoutes(service: OrganizationsService, make: OrganizationFactory, stats: StatsService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/admin/organizations",
      operationId: "listOrganizations",
      tag,
      summary: "List or search organizations",
      description: "Covers all organizations that the credential can reach, newest first.",
      scope: "admin:read",
      query: ListOrganizationsQuery,
      response: AdminOrganizationList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    batchedRoute({
      method: "POST",
      path: "/admin/organizations",
      operationId: "createOrganization",
      tag,
      summary: "Create an organization",
      description:
        "Invites the owner by e-mail. For the platform, and for agencies: an agency creates the organization as its client, as with `POST /agencies/current/clients`, and reaches it under /admin as far as its grant allows. Everybody else gets 403.",
      scope: "admin:write",
      body: CreateAdminOrganization,
      response: CreatedAdminOrganization,
      example: { body: { name: "Harbour Bakery", kind: "business", ownerEmail: "owner@bakery.example" } },
      handle: (ctx, { body }, idempotency) => make(ctx, body, idempotency),
    }),
    readRoute({
      method: "GET",
      path: "/admin/organizations/:id",
      operationId: "getAdminOrganization",
      tag,
      summary: "Get an organization",
      scope: "admin:read",
      params: IdParams,
      response: AdminOrganization,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/admin/organizations/:id",
      operationId: "updateAdminOrganization",
      tag,
      summary: "Rename, suspend or reactivate an organization",
      description:
        "All keys and sessions of a suspended organization are refused within a second. Nothing is lost: platform callbacks are still stored.",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      body: UpdateAdminOrganization,
      response: AdminOrganization,
      errors: ["conflict"],
      example: { body: { status: "suspended" } },
      exists: async (ctx: TxContext, params) => {
        await service.get(ctx, params.id);
      },
      wakeTopics: ["keys", "sessions"],
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/admin/stats",
      operationId: "getAdminStats",
      tag,
      summary: "Get statistics of the organizations in reach",
      scope: "admin:read",
      response: AdminStats,
      handle: (ctx) => stats.get(ctx),
    }),
  ];
}
