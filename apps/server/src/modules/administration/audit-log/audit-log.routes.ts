import type { Reach, ReachedRows } from "#platform/auth/reach.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { notFound } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { AdminAuditQuery, AuditEntryList, AuditQuery } from "./audit-log.schema.ts";
import type { AuditLogService } from "./audit-log.service.ts";

export function auditLogRoutes(reach: Reach, service: AuditLogService): AnyRoute[] {
  const own = (ctx: TxContext): ReachedRows => ({
    kind: "own",
    where: (column) => `${column} = $1::uuid`,
    values: [ctx.tenantId],
    query: (statement) => ctx.tx.query(statement),
  });
  return [
    readRoute({
      method: "GET",
      path: "/audit-log",
      operationId: "listAuditLog",
      tag: "Organization",
      summary: "List the organization's audit log, newest first",
      scope: "organization:read",
      query: AuditQuery,
      response: AuditEntryList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, own(ctx), query, "own"),
    }),
    readRoute({
      method: "GET",
      path: "/admin/audit-log",
      operationId: "listAdminAuditLog",
      tag: "Administration",
      summary: "List the audit log of all organizations in reach, newest first",
      description:
        "An entry belongs to the organization it is about; `changes.byOrganization` names the acting organization, if different.",
      scope: "admin:read",
      query: AdminAuditQuery,
      response: AuditEntryList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { organizationId, ...query } }) {
        if (organizationId === undefined) return service.list(ctx, reach.rows(ctx), query, null);
        const tenantId = parseWireId("org", organizationId);
        if (tenantId === null) throw notFound(organizationId);
        return reach.within(ctx, tenantId, (there) =>
          service.list({ ...there, tenantId: ctx.tenantId }, own(there), query, organizationId),
        );
      },
    }),
  ];
}
