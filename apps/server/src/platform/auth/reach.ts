import { asTenant, type Database, type Statement } from "../db/database.ts";
import { notFound } from "../errors/app-error.ts";
import { wireId } from "../ids/ids.ts";
import type { Context, TxContext } from "../http/context.ts";
import type { Scope } from "./scopes.ts";

/** Query access to rows of the tenants within a reach. */
export interface ReachedRows {
  /** Part of a statement's name, because its text differs. */
  kind: "all" | "some" | "own";
  /** A condition on a tenant column; `values` are its parameters, from $1 on. */
  where(column: string): string;
  values: unknown[];
  query<R extends object>(statement: Statement): Promise<R[]>;
}

/**
 * The organizations that a credential reaches through `/api/admin/*`. A platform tenant reaches all. An agency reaches
 * its own and the clients whose grants include the request's scope (looked up with the key, at most a second old),
 * where it acts with the scopes that both key and grant have. Any other tenant reaches its own. This is the only place
 * that decides it.
 */
export interface Reach {
  /**
   * Runs a verb in an organization within the reach, in the request's transaction. Throws not_found for any other id
   * and for null.
   */
  within<T>(ctx: TxContext, tenantId: string | null, verb: (ctx: TxContext) => Promise<T>): Promise<T>;
  /** The same for a resource of one of these organizations: `table` has the columns tenant_id and id. */
  withinOwner<T>(ctx: TxContext, table: OwnedTable, id: string | null, verb: (ctx: TxContext, id: string) => Promise<T>): Promise<T>;
  /** For a list across all of them. */
  rows(ctx: TxContext): ReachedRows;
  /** For customers' texts: the platform reads all; anybody else reads only their own, whatever their grants. */
  ownRows(ctx: TxContext): ReachedRows;
}

/** Tables with an index on id alone. */
export type OwnedTable = "apps" | "payment_requests" | "pricing" | "subscriptions";

export function createReach(deps: { database: Pick<Database, "worker"> }): Reach {
  /** null: all. */
  function reachedTenants(ctx: Context): string[] | null {
    return ctx.platform === true ? null : [ctx.tenantId, ...(ctx.reaches ?? []).map((grant) => grant.tenantId)];
  }

  function at<T>(ctx: TxContext, tenantId: string, verb: (ctx: TxContext) => Promise<T>): Promise<T> {
    if (tenantId === ctx.tenantId) return verb(ctx);
    return asTenant(ctx.tx, tenantId, (tx) => verb({ ...ctx, tenantId, homeTenantId: ctx.tenantId, scopes: scopesAt(ctx, tenantId), tx }));
  }

  /** The agency's own key cannot do more than the client's grant allows. */
  function scopesAt(ctx: Context, tenantId: string): ReadonlySet<Scope> {
    if (ctx.platform === true) return ctx.scopes;
    const granted = ctx.reaches?.find((grant) => grant.tenantId === tenantId)?.scopes ?? new Set();
    return new Set([...ctx.scopes].filter((scope) => granted.has(scope)));
  }

  // Cross-tenant: a list across every organization, for a credential that reaches all of them.
  const allRows = (): ReachedRows => ({
    kind: "all",
    where: (column) => `${column} is not null`,
    values: [],
    query: (statement) => deps.database.worker(statement),
  });

  return {
    async within(ctx, tenantId, verb) {
      if (tenantId === null) throw notFound();
      if (tenantId === ctx.tenantId) return verb(ctx);
      const tenants = reachedTenants(ctx);
      if (tenants !== null && !tenants.includes(tenantId)) throw notFound(wireId("org", tenantId));
      return at(ctx, tenantId, async (there) => {
        const known = await there.tx.query({
          name: "reach_tenant",
          text: "select 1 from tenants where tenant_id = $1",
          values: [tenantId],
        });
        if (known.length === 0) throw notFound(wireId("org", tenantId));
        return verb(there);
      });
    },
    async withinOwner(ctx, table, id, verb) {
      if (id === null) throw notFound();
      const tenants = reachedTenants(ctx);
      if (tenants?.every((tenant) => tenant === ctx.tenantId)) return verb(ctx, id);
      // Cross-tenant, because the resource's owner is unknown. Everything else happens inside its tenant.
      const [owner] = await deps.database.worker<{ tenant_id: string }>({
        name: `reach_owner_${table}`,
        text: `select tenant_id from ${table} where id = $1 and ($2::uuid[] is null or tenant_id = any($2))`,
        values: [id, tenants],
      });
      if (owner === undefined) throw notFound();
      return at(ctx, owner.tenant_id, (there) => verb(there, id));
    },
    ownRows(ctx) {
      if (reachedTenants(ctx) === null) return allRows();
      return {
        kind: "own",
        where: (column) => `${column} = $1::uuid`,
        values: [ctx.tenantId],
        query: (statement) => ctx.tx.query(statement),
      };
    },
    rows(ctx) {
      const tenants = reachedTenants(ctx);
      if (tenants === null) return allRows();
      const own = tenants.every((tenant) => tenant === ctx.tenantId);
      return {
        kind: "some",
        where: (column) => `${column} = any($1::uuid[])`,
        values: [tenants],
        query: <R extends object>(statement: Statement) => (own ? ctx.tx.query<R>(statement) : deps.database.worker<R>(statement)),
      };
    },
  };
}
