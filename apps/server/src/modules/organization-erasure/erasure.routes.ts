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
        "For owners. Until then everything works and it can be taken back. Then its key is destroyed, nobody is let in any more, and all its rows and files go; so do people who are in no other organization. A report without personal data stays with the platform.",
      scope: null,
      body: EraseOrganization,
      response: OrganizationErasure,
      errors: ["conflict"],
      rules: "`confirm` is not the organization's name",
      example: { body: { confirm: "Acme" } },
      handle: (ctx, { body }) => service.request(ctx, body),
    }),
    personRoute({
      method: "DELETE",
      path: "/organization/erase",
      operationId: "cancelOrganizationErasure",
      tag,
      summary: "Cancel the organization's erasure",
      description: "For owners, as long as it has not begun.",
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
      description: "For the platform: of an erased organization nothing else is left.",
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
