import type { Reach } from "#platform/auth/reach.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listApps } from "./apps.queries.ts";
import { App, AppList, ListAppsQuery, TopUp, TopUpResult, UpdateAppStatus } from "./apps.schema.ts";
import type { AppsService } from "./apps.service.ts";

const tag = "Administration";

export function appRoutes(deps: { reach: Reach; pager: Pager }, service: AppsService): AnyRoute[] {
  const { reach, pager } = deps;
  const within = <T>(ctx: TxContext, params: { id: string }, verb: (ctx: TxContext, id: string) => Promise<T>) =>
    reach.withinOwner(ctx, "apps", parseWireId("app", params.id), verb);
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await within(ctx, params, (there, id) => service.get(there.tx, id));
  };
  return [
    readRoute({
      method: "GET",
      path: "/admin/apps",
      operationId: "listApps",
      tag,
      summary: "List apps",
      description: "Covers all organizations that the credential can reach, newest first.",
      scope: "admin:read",
      query: ListAppsQuery,
      response: AppList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const filters = { list: "apps" };
        const rows = await listApps(reach.rows(ctx), pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
        return pager.page(ctx.tenantId, filters, rows, query.limit, (row) => [row.position, row.id], service.render);
      },
    }),
    readRoute({
      method: "GET",
      path: "/admin/apps/:id",
      operationId: "getApp",
      tag,
      summary: "Get an app",
      scope: "admin:read",
      params: IdParams,
      response: App,
      handle: (ctx, { params }) => within(ctx, params, (there, id) => service.get(there.tx, id)),
    }),
    writeRoute({
      method: "PATCH",
      path: "/admin/apps/:id/status",
      operationId: "updateAppStatus",
      tag,
      summary: "Turn an app on or off",
      description:
        "While the app is off, new sends and calls are refused with app_inactive, and voice agents take no calls; messages accepted earlier are still sent, customers' messages are received, and calls in progress continue. An organization cannot turn on an app that the platform, or its agency, has turned off: 403.",
      scope: "admin:write",
      params: IdParams,
      body: UpdateAppStatus,
      response: App,
      errors: ["forbidden"],
      exists,
      example: { body: { isActive: true } },
      handle: (ctx, { params, body }) => within(ctx, params, (there, id) => service.setActive(there, id, body.isActive)),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/apps/:id/top-up",
      operationId: "topUpApp",
      tag,
      summary: "Add credit to an app's balance",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      body: TopUp,
      response: TopUpResult,
      exists,
      example: { body: { amount: 100, reason: "Bank transfer 2291" } },
      handle: (ctx, { params, body }) => within(ctx, params, (there, id) => service.topUp(there, id, body)),
    }),
  ];
}
