import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateLabel, Label, LabelList, ListLabelsQuery, UpdateLabel } from "./labels.schema.ts";
import type { LabelsService } from "./labels.service.ts";

const tag = "Labels";

export function labelRoutes(service: LabelsService, pager: Pager): AnyRoute[] {
  const exists = (ctx: TxContext, params: { id: string }) => service.exists(ctx.tx, params.id);
  return [
    readRoute({
      method: "GET",
      path: "/labels",
      operationId: "listLabels",
      tag,
      summary: "List labels, newest first",
      scope: "labels:read",
      query: ListLabelsQuery,
      response: LabelList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, q } }) {
        const filters = { list: "labels", q };
        const rows = await service.list(ctx.tx, q, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => row,
        );
        return { data: await service.render(ctx.tx, page.data), pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/labels",
      operationId: "createLabel",
      tag,
      summary: "Create a label",
      description: "409 when the name differs from an existing label's only by case or accents; the error names that label.",
      scope: "labels:write",
      body: CreateLabel,
      response: Label,
      errors: ["already_exists"],
      example: { body: { name: "Refund", color: "#d9480f", description: "The customer wants their money back" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/labels/:id",
      operationId: "getLabel",
      tag,
      summary: "Get a label",
      scope: "labels:read",
      params: IdParams,
      response: Label,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/labels/:id",
      operationId: "updateLabel",
      tag,
      summary: "Update a label's name, colour or description",
      description: "A new name appears at once on every conversation, view and macro that has the label.",
      scope: "labels:write",
      params: IdParams,
      body: UpdateLabel,
      response: Label,
      errors: ["already_exists"],
      exists,
      example: { body: { name: "Refund requested", color: "#c92a2a" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/labels/:id",
      operationId: "deleteLabel",
      tag,
      summary: "Delete a label and remove it from all conversations",
      scope: "labels:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
