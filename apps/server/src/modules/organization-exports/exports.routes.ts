import { Type } from "typebox";
import { type AnyRoute, contentRoute, personRoute, readRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateOrganizationExport, ListOrganizationExportsQuery, OrganizationExport, OrganizationExportList } from "./exports.schema.ts";
import { type ExportsService, renderExport } from "./exports.service.ts";

const tag = "Privacy";

export function exportRoutes(service: ExportsService, pager: Pager): AnyRoute[] {
  return [
    personRoute({
      method: "POST",
      path: "/organization/export",
      operationId: "exportOrganization",
      tag,
      summary: "Write all that the organization has into a file",
      description:
        "For owners. A tar archive, gzipped: for each kind of record files of JSON Lines (`data/messages-00001.ndjson`), the media, and `manifest.json`. No secret, no hash. Written in the background, one at a time; owners are notified, and the file is kept for 7 days.",
      scope: null,
      body: CreateOrganizationExport,
      response: OrganizationExport,
      errors: ["conflict"],
      example: { body: { includeMedia: true } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/organization/exports",
      operationId: "listOrganizationExports",
      tag,
      summary: "List exports of the organization",
      scope: "organization:read",
      query: ListOrganizationExportsQuery,
      response: OrganizationExportList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "organization-exports" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.at, row.id], renderExport);
      },
    }),
    readRoute({
      method: "GET",
      path: "/organization/exports/:id",
      operationId: "getOrganizationExport",
      tag,
      summary: "Get an export of the organization, with its progress",
      scope: "organization:read",
      params: IdParams,
      response: OrganizationExport,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    contentRoute({
      method: "GET",
      path: "/organization/exports/:id/file",
      operationId: "getOrganizationExportFile",
      contentType: "application/gzip",
      tag,
      summary: "Get the file of an export of the organization",
      description: "For the session of an owner; takes Range and HEAD. 409 until it is complete, and when it has expired.",
      scope: null,
      personal: true,
      params: IdParams,
      response: Type.String(),
      errors: ["conflict"],
      open: (ctx, params) => service.open(ctx, params.id),
    }),
  ];
}
