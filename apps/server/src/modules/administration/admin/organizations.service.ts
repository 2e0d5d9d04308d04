import { recordAudit } from "#platform/audit/audit.ts";
import type { Reach } from "#platform/auth/reach.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { AdminOrganization, ListOrganizationsQuery, UpdateAdminOrganization } from "./admin.schema.ts";
import { containing } from "./list-filter.ts";
import * as queries from "./organizations.queries.ts";

export interface OrganizationsDeps {
  ids: IdSource;
  reach: Reach;
  pager: Pager;
}

export function createOrganizationsService(deps: OrganizationsDeps) {
  const within = <T>(ctx: TxContext, wire: string, verb: (there: TxContext) => Promise<T>) =>
    deps.reach.within(ctx, parseWireId("org", wire), verb);

  return {
    async list(ctx: TxContext, query: ListOrganizationsQuery) {
      const { limit, cursor, q, kind, status } = query;
      const filters = { list: "admin organizations", q, kind, status };
      const after = deps.pager.read(ctx.tenantId, filters, cursor);
      const rows = await queries.listOrganizationsWithin(deps.reach.rows(ctx), { pattern: containing(q), kind, status }, after, limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.tenant_id], renderOrganization);
    },

    get: (ctx: TxContext, wire: string): Promise<AdminOrganization> =>
      within(ctx, wire, async (there) => renderOrganization(await queries.getOrganizationRow(there.tx))),

    /**
     * 409 conflict for suspending the caller's own organization, because nobody could undo it, and for an erased one.
     */
    update: (ctx: TxContext, wire: string, input: UpdateAdminOrganization): Promise<AdminOrganization> =>
      within(ctx, wire, async (there) => {
        const row = await queries.getOrganizationRow(there.tx, true);
        if (row.erased_at !== null) throw new AppError("conflict", { message: "The organization was erased." });
        const name = input.name?.trim() ?? row.name;
        if (name === "") throw invalidField("name", "too_short");
        const before = row.suspended_at === null ? "active" : "suspended";
        const status = input.status ?? before;
        if (status === "suspended" && there.tenantId === ctx.tenantId) {
          throw new AppError("conflict", { message: "An organization cannot suspend itself." });
        }
        if (name === row.name && status === before) return renderOrganization(row);
        const suspendedAt = status === "active" ? null : (row.suspended_at ?? ctx.now);
        await queries.storeOrganization(there.tx, ctx.now, { name, suspendedAt });
        await recordAudit(there, deps.ids, "organization.updated", wire, {
          renamed: name !== row.name,
          ...(status === before ? {} : { status: { from: before, to: status } }),
        });
        return renderOrganization(await queries.getOrganizationRow(there.tx));
      }),
  };
}

export type OrganizationsService = ReturnType<typeof createOrganizationsService>;

/** In the shape of the API. */
export function renderOrganization(row: queries.OrganizationRow): AdminOrganization {
  return {
    id: wireId("org", row.tenant_id),
    name: row.name,
    kind: row.kind,
    status: row.suspended_at === null ? "active" : "suspended",
    suspendedAt: row.suspended_at?.toISOString() ?? null,
    members: row.members,
    channels: row.channels,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
