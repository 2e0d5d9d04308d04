import { type AnyRoute, personRoute, readRoute } from "#platform/http/route.ts";
import { Deleted } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CurrentErasure, EraseOrganization, ListErasuresQuery, OrganizationErasure, OrganizationErasureList } from "./erasure.schema.ts";
import { type ErasureService, renderErasure } from "./erasure.service.ts";

const tag = "Privacy";

export function erasureRoutes(service: ErasureService, pager: Pager): AnyRoute[] {
  return [
    personRoute({
      method: "POST",
      path: "/organization/erase",
      operationId: "eraseOrganization",
      tag,
      summary: "Schedule the organization's erasure in seven days",
      description:
        "Owners only. Until then everything works and the erasure can be cancelled. Then the organization's encryption key is destroyed, all access ends, and all its rows and files are deleted, including people who belong to no other organization. A report without personal data stays with the platform.",
      scope: null,
      body: EraseOrganization,
      response: OrganizationErasure,
      errors: ["conflict"],
      rules: "`confirm` does not match the organization's name",
      example: { body: { confirm: "Acme" } },
      handle: (ctx, { body }) => service.request(ctx, body),
    }),
    personRoute({
      method: "DELETE",
      path: "/organization/erase",
      operationId: "cancelOrganizationErasure",
      tag,
      summary: "Cancel the organization's erasure",
      description: "Owners only, until the erasure has started.",
      scope: null,
      response: Deleted,
      errors: ["conflict", "not_found"],
      handle: (ctx) => service.cancel(ctx),
    }),
    readRoute({
      method: "GET",
      path: "/organization/erasure",
      operationId: "getOrganizationErasure",
      tag,
      summary: "Get whether and when the organization will be erased",
      scope: "organization:read",
      response: CurrentErasure,
      handle: (ctx) => service.current(ctx),
    }),
    readRoute({
      method: "GET",
      path: "/admin/erasures",
      operationId: "listOrganizationErasures",
      tag: "Administration",
      summary: "List organization erasures with their reports",
      description: "For the platform: an erased organization's report is all that remains of it.",
      scope: "admin:read",
      platformOnly: true,
      query: ListErasuresQuery,
      response: OrganizationErasureList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, status } }) {
        const filters = { list: "organization-erasures", status };
        const rows = await service.list(status, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.at, row.id], renderErasure);
      },
    }),
  ];
}
