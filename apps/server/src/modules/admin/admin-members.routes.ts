import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { AdminMember, AdminMemberList, ListAdminMembersQuery, SetRole, SetRoleQuery } from "./admin.schema.ts";
import type { AdminMembersService } from "./admin-members.service.ts";

const tag = "Administration";

export function adminMemberRoutes(service: AdminMembersService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/admin/members",
      operationId: "listAdminMembers",
      tag,
      summary: "List or search the members of all organizations",
      description:
        "Of the organizations that the credential reaches, newest first. A person has a row for each organization they belong to.",
      scope: "admin:read",
      query: ListAdminMembersQuery,
      response: AdminMemberList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    writeRoute({
      method: "PATCH",
      path: "/admin/members/:id/role",
      operationId: "setMemberRole",
      tag,
      summary: "Change a member's role",
      description:
        "The rules of PATCH /members/{id}; the platform stands above all roles of other organizations. Of a person in several organizations, `organizationId` says in which.",
      scope: "admin:write",
      params: IdParams,
      query: SetRoleQuery,
      body: SetRole,
      response: AdminMember,
      errors: ["last_owner", "forbidden", "validation_error"],
      example: { body: { role: "supervisor" } },
      exists: (ctx, params) => service.exists(ctx, params.id),
      wakes: ["sessions"],
      handle: (ctx, { params, query, body }) => service.setRole(ctx, params.id, body.role, query.organizationId),
    }),
  ];
}
