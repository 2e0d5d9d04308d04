import { type MembersService, suspendedBy } from "#modules/people/members/index.ts";
import type { Reach, ReachedRows } from "#platform/auth/reach.ts";
import type { MemberRole } from "#platform/auth/roles.ts";
import { notFound, unprocessable } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./admin-members.queries.ts";
import type { AdminMember, ListAdminMembersQuery } from "./admin.schema.ts";
import { containing } from "./list-filter.ts";

export interface AdminMembersDeps {
  reach: Reach;
  pager: Pager;
  members: MembersService;
}

const idOf = (wire: string) => parseWireId("agt", wire) ?? parseWireId("usr", wire);

export function createAdminMembersService(deps: AdminMembersDeps) {
  const { reach, pager } = deps;
  const tenantsOf = async (ctx: TxContext, wire: string): Promise<string[]> => {
    const userId = idOf(wire);
    return userId === null ? [] : queries.tenantsOfMember(reach.rows(ctx), userId);
  };

  /** The rows of one organization within the reach, read in the transaction inside it. */
  const rowsOf = (there: TxContext): ReachedRows => ({
    kind: "some",
    where: (column) => `${column} = any($1::uuid[])`,
    values: [[there.tenantId]],
    query: (statement) => there.tx.query(statement),
  });

  async function one(there: TxContext, wire: string): Promise<AdminMember> {
    const [tenant] = await queries.nameOfOrganization(there.tx);
    const member = await deps.members.get(there.tx, wire);
    return { ...member, organizationId: wireId("org", there.tenantId), organizationName: tenant?.name ?? "" };
  }

  return {
    async list(ctx: TxContext, query: ListAdminMembersQuery) {
      const { limit, cursor, organizationId, q, role, status } = query;
      const filters = { list: "admin members", organizationId, q, role, status };
      const after = pager.read(ctx.tenantId, filters, cursor);
      const page = async (rows: ReachedRows) =>
        pager.page(
          ctx.tenantId,
          filters,
          await queries.listMembersWithin(rows, { role, status, pattern: containing(q) }, after, limit + 1),
          limit,
          (row) => [row.position, row.user_id, row.tenant_id],
          render,
        );
      if (organizationId === undefined) return page(reach.rows(ctx));
      const tenantId = parseWireId("org", organizationId);
      if (tenantId === null) throw notFound(organizationId);
      return reach.within(ctx, tenantId, (there) => page(rowsOf(there)));
    },

    async exists(ctx: TxContext, wire: string): Promise<void> {
      if ((await tenantsOf(ctx, wire)).length === 0) throw notFound(wire);
    },

    /**
     * Applies the rules for a member's role (modules/people/members) in the named organization; without a name, in the only one within the
     * reach of which the person is a member, otherwise 422. Throws last_owner and forbidden like members do.
     */
    async setRole(ctx: TxContext, wire: string, role: MemberRole, organizationId: string | undefined): Promise<AdminMember> {
      const named = organizationId === undefined ? undefined : parseWireId("org", organizationId);
      if (named === null) throw notFound(organizationId);
      const tenants = named === undefined ? await tenantsOf(ctx, wire) : [named];
      if (tenants.length > 1) {
        throw unprocessable("The person is a member of several organizations. Name one in `organizationId`.", [
          { field: "organizationId", issue: "required" },
        ]);
      }
      return reach.within(ctx, tenants[0] ?? null, async (there) => {
        await deps.members.update(there, wire, { role });
        return one(there, wire);
      });
    },
  };
}

export type AdminMembersService = ReturnType<typeof createAdminMembersService>;

function render(row: queries.AdminMemberRow): AdminMember {
  return {
    id: wireId("agt", row.user_id),
    userId: wireId("usr", row.user_id),
    organizationId: wireId("org", row.tenant_id),
    organizationName: row.organization_name,
    name: row.name,
    email: row.email,
    role: row.role,
    status: row.status,
    suspendedBy: suspendedBy(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at?.toISOString() ?? null,
  };
}
