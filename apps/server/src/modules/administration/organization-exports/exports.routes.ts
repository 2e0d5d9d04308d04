import { Type } from "typebox";
import { type AnyRoute, contentRoute, personRoute, readRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  AdminOrganizationExportList,
  CreateOrganizationExport,
  ListOrganizationExportsQuery,
  OrganizationExport,
  OrganizationExportList,
} from "./exports.schema.ts";
import type { ExportsService } from "./exports.service.ts";

const tag = "Privacy";

export function exportRoutes(service: ExportsService, pager: Pager): AnyRoute[] {
  return [
    personRoute({
      method: "POST",
      path: "/organization/export",
      operationId: "exportOrganization",
      tag,
      summary: "Export all data of the organization",
      description:
        "Owners only. A gzipped tar archive with JSON Lines files for each kind of record (`data/messages-00001.ndjson`), the media, and `manifest.json`. Secrets and hashes are not included. Written in the background, one at a time; owners are notified, and the file is kept for 7 days.",
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
      summary: "List the organization's exports",
      scope: "organization:read",
      query: ListOrganizationExportsQuery,
      response: OrganizationExportList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "organization-exports" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.at, row.id], service.render);
      },
    }),
    readRoute({
      method: "GET",
      path: "/organization/exports/:id",
      operationId: "getOrganizationExport",
      tag,
      summary: "Get an organization export with its progress",
      scope: "organization:read",
      params: IdParams,
      response: OrganizationExport,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/admin/exports",
      operationId: "listAdminOrganizationExports",
      tag: "Administration",
      summary: "List the exports of all organizations, newest first",
      description: "Shows their state and size; only an owner of the organization can open the file.",
      scope: "admin:read",
      platformOnly: true,
      query: ListOrganizationExportsQuery,
      response: AdminOrganizationExportList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "all-organization-exports" };
        const rows = await service.listAll(pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.at, row.id], service.renderForAdmin);
      },
    }),
    contentRoute({
      method: "GET",
      path: "/organization/exports/:id/file",
      operationId: "getOrganizationExportFile",
      contentType: "application/gzip",
      tag,
      summary: "Download the file of an organization export",
      description: "Needs an owner's session; supports Range and HEAD. 409 until the file is complete, and after it has expired.",
      scope: null,
      personal: true,
      params: IdParams,
      response: Type.String(),
      errors: ["conflict"],
      open: (ctx, params) => service.open(ctx, params.id),
    }),
  ];
}
