import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import {
  AppQuery,
  CreateDivision,
  DeleteDivisionQuery,
  Division,
  DivisionList,
  ListDivisionsQuery,
  UpdateDivision,
} from "./divisions.schema.ts";
import type { DivisionsService } from "./divisions.service.ts";

const tag = "Divisions";

/** The specification lists the resource at two paths; both are mounted from here. `suffix` distinguishes operation ids. */
const mounts = [
  { base: "/agents/divisions", suffix: "" },
  { base: "/agents-management/divisions", suffix: "InManagement" },
] as const;

/** `checkApp` throws not_found for an app that the tenant does not have. */
export function divisionRoutes(
  service: DivisionsService,
  checkApp: (ctx: TxContext, appId: string | undefined) => Promise<void>,
): AnyRoute[] {
  const exists = (ctx: TxContext, params: { id: string }) => service.exists(ctx.tx, params.id);
  return mounts.flatMap(({ base, suffix }) => [
    readRoute({
      method: "GET",
      path: base,
      operationId: `listDivisions${suffix}`,
      tag,
      summary: "List divisions, newest first",
      scope: "divisions:read",
      query: ListDivisionsQuery,
      response: DivisionList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        await checkApp(ctx, query.appId);
        return service.list(ctx, query);
      },
    }),
    writeRoute({
      method: "POST",
      path: base,
      operationId: `createDivision${suffix}`,
      tag,
      summary: "Create a division",
      scope: "divisions:write",
      query: AppQuery,
      body: CreateDivision,
      response: Division,
      errors: ["already_exists", "conflict"],
      example: { body: { name: "Returns", description: "Everything that comes back", color: "#2563eb" } },
      async handle(ctx, { query, body }) {
        await checkApp(ctx, query.appId);
        return service.create(ctx, body);
      },
    }),
    readRoute({
      method: "GET",
      path: `${base}/:id`,
      operationId: `getDivision${suffix}`,
      tag,
      summary: "Get a division",
      scope: "divisions:read",
      params: IdParams,
      query: AppQuery,
      response: Division,
      async handle(ctx, { params, query }) {
        const division = await service.get(ctx.tx, params.id);
        await checkApp(ctx, query.appId);
        return division;
      },
    }),
    ...(["PUT", "PATCH"] as const).map((method) =>
      writeRoute({
        method,
        path: `${base}/:id`,
        operationId: `${method === "PUT" ? "put" : "update"}Division${suffix}`,
        tag,
        summary: "Update a division or move it in the tree",
        description: "PUT and PATCH do the same: omitted fields keep their values. A division cannot be moved below itself.",
        scope: "divisions:write",
        params: IdParams,
        query: AppQuery,
        body: UpdateDivision,
        response: Division,
        errors: ["already_exists", "conflict"],
        exists,
        example: { body: { name: "Returns and repairs", parent_division_id: null } },
        async handle(ctx, { params, query, body }) {
          await checkApp(ctx, query.appId);
          return service.update(ctx, params.id, body);
        },
      }),
    ),
    writeRoute({
      method: "DELETE",
      path: `${base}/:id`,
      operationId: `deleteDivision${suffix}`,
      tag,
      summary: "Delete a division",
      description: "A division with members, children or conversations needs `moveTo`, which receives all of them.",
      scope: "divisions:write",
      params: IdParams,
      query: DeleteDivisionQuery,
      response: Deleted,
      errors: ["conflict", "already_exists"],
      rules: "moveTo must be another division, and not one below this one.",
      exists,
      async handle(ctx, { params, query }) {
        await checkApp(ctx, query.appId);
        return service.delete(ctx, params.id, query.moveTo);
      },
    }),
  ]);
}
