import { Type } from "typebox";
import { type AnyRoute, contentRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { ContactExport, ContactExportList, CreateExport, ListExportsQuery } from "./exports.schema.ts";
import { type ExportsService, renderExport } from "./exports.service.ts";

const tag = "Contact exports";

export function exportRoutes(service: ExportsService, pager: Pager): AnyRoute[] {
  return [
    writeRoute({
      method: "POST",
      path: "/contacts/exports",
      operationId: "createContactExport",
      tag,
      summary: "Write contacts into a CSV file",
      description:
        "Of a segment, of rules, or of all. Written in the background, newest contacts first; kept for 7 days. Texts that a spreadsheet would take for a formula (they begin with = + - @, one of these in full width, a tab or a line break, and are no plain number) get an apostrophe in front, which an import takes away again.",
      scope: "contacts:read",
      body: CreateExport,
      response: ContactExport,
      example: {
        body: {
          rules: { match: "all", rules: [{ field: "tags", op: "has_any", value: ["vip"] }] },
          fields: ["name", "phone", "email", "tags", "customFields.plan"],
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/contacts/exports",
      operationId: "listContactExports",
      tag,
      summary: "List exports of contacts",
      scope: "contacts:read",
      query: ListExportsQuery,
      response: ContactExportList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "contact-exports" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderExport);
      },
    }),
    readRoute({
      method: "GET",
      path: "/contacts/exports/:id",
      operationId: "getContactExport",
      tag,
      summary: "Get an export of contacts",
      scope: "contacts:read",
      params: IdParams,
      response: ContactExport,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    contentRoute({
      method: "GET",
      path: "/contacts/exports/:id/file",
      operationId: "getContactExportFile",
      contentType: "text/csv",
      tag,
      summary: "Get the file of an export",
      description: "Takes Range and HEAD. 409 until it is complete, and when it has expired.",
      scope: "contacts:read",
      params: IdParams,
      response: Type.String(),
      errors: ["conflict"],
      open: (ctx, params) => service.open(ctx, params.id),
    }),
  ];
}
