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
        "Covers all organizations that the credential can reach, newest first. A person has one row per organization they belong to.",
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
        "Follows the rules of PATCH /members/{id}; the platform ranks above all roles of other organizations. If the person belongs to several organizations, `organizationId` selects one.",
      scope: "admin:write",
      params: IdParams,
      query: SetRoleQuery,
      body: SetRole,
      response: AdminMember,
      errors: ["last_owner", "forbidden", "validation_error"],
      rules: "organizationId is required when the person is a member of several organizations.",
      example: { body: { role: "supervisor" } },
      exists: (ctx, params) => service.exists(ctx, params.id),
      wakeTopics: ["sessions"],
      handle: (ctx, { params, query, body }) => service.setRole(ctx, params.id, body.role, query.organizationId),
    }),
  ];
}
