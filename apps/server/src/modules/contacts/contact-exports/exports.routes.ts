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
      summary: "Export contacts to a CSV file",
      description:
        "Exports a segment, the contacts that match rules, or all contacts. Written in the background, newest contacts first; kept for 7 days. Texts that a spreadsheet would treat as a formula (starting with = + - @, their full-width forms, a tab or a line break, and not a plain number) are prefixed with an apostrophe, which an import removes.",
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
      summary: "List contact exports",
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
      summary: "Get a contact export",
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
      summary: "Download an export file",
      description: "Supports Range and HEAD. 409 until the file is complete, and after it has expired.",
      scope: "contacts:read",
      params: IdParams,
      response: Type.String(),
      errors: ["conflict"],
      open: (ctx, params) => service.open(ctx, params.id),
    }),
  ];
}
