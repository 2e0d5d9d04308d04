import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { ListMembersQuery, Member, MemberList, UpdateMember } from "./members.schema.ts";
import type { MembersService } from "./members.service.ts";

const tag = "Members";

export function memberRoutes(service: MembersService): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/members",
      operationId: "listMembers",
      tag,
      summary: "List the members of the organization",
      scope: "agents:read",
      query: ListMembersQuery,
      response: MemberList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    readRoute({
      method: "GET",
      path: "/members/:id",
      operationId: "getMember",
      tag,
      summary: "Get a member",
      scope: "agents:read",
      params: IdParams,
      response: Member,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/members/:id",
      operationId: "updateMember",
      tag,
      summary: "Change a member's role or name, or suspend the member",
      description:
        "Nobody can change a member above them or assign a role above their own. A key can assign only roles whose scopes it has. The last active owner stays an owner.",
      scope: "agents:write",
      params: IdParams,
      body: UpdateMember,
      response: Member,
      errors: ["last_owner", "forbidden", "entitlement_exceeded"],
      example: { body: { role: "supervisor" } },
      exists,
      wakeTopics: ["sessions"],
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/members/:id",
      operationId: "removeMember",
      tag,
      summary: "Remove a member: their sessions end and their open conversations are unassigned",
      scope: "agents:write",
      params: IdParams,
      response: Deleted,
      errors: ["last_owner", "forbidden"],
      exists,
      wakeTopics: ["sessions"],
      handle: (ctx, { params }) => service.remove(ctx, params.id),
    }),
  ];
}
