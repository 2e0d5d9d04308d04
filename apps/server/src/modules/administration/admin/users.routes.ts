import { type AnyRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { AdminUser } from "./admin.schema.ts";
import type { UsersService } from "./users.service.ts";

const tag = "Administration";

export function userRoutes(service: UsersService): AnyRoute[] {
  const exists = (_ctx: unknown, params: { id: string }) => service.exists(params.id);
  return [
    writeRoute({
      method: "POST",
      path: "/admin/users/:id/suspend",
      operationId: "suspendUser",
      tag,
      summary: "Suspend a person in all their organizations",
      description:
        "Their sessions end within a second, they cannot sign in, and their open conversations are unassigned. API keys that they created belong to the organization and stay. Nobody can suspend themselves or the last platform administrator.",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      response: AdminUser,
      errors: ["conflict"],
      exists,
      wakeTopics: ["sessions"],
      handle: (ctx, { params }) => service.suspend(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/users/:id/unsuspend",
      operationId: "unsuspendUser",
      tag,
      summary: "Reactivate a suspended person",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      response: AdminUser,
      exists,
      wakeTopics: ["sessions"],
      handle: (ctx, { params }) => service.unsuspend(ctx, params.id),
    }),
  ];
}
