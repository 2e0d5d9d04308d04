import { dropEmailChange } from "#modules/people/auth/index.ts";
import { membershipsOf } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Reach } from "#platform/auth/reach.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { AdminUser } from "./admin.schema.ts";
import * as queries from "./users.queries.ts";

export interface UsersDeps {
  database: Database;
  ids: IdSource;
  reach: Reach;
  /** Unassigns the conversations of a member who no longer works here. */
  releaseAssignments(ctx: TxContext, userId: string): Promise<void>;
}

export function createUsersService(deps: UsersDeps) {
  const { database } = deps;
  const worker = <R extends object>(statement: Parameters<Database["worker"]>[0]) => database.worker<R>(statement);

  async function find(wire: string): Promise<queries.UserRow> {
    const id = parseWireId("usr", wire) ?? parseWireId("agt", wire);
    const row = id === null ? null : await queries.findUser(worker, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function render(row: queries.UserRow): Promise<AdminUser> {
    return {
      id: wireId("usr", row.id),
      email: row.email,
      platformAdmin: row.platform_admin,
      status: row.suspended_at === null ? "active" : "suspended",
      suspendedAt: row.suspended_at?.toISOString() ?? null,
      memberships: await membershipsOf(worker, row.id),
    };
  }

  /**
   * Changes the row, the sessions and an audit entry in every organization of the person, in one transaction of the worker, because the
   * application role does not read people. Repeating it changes nothing more, so nothing is lost or doubled if the surrounding request
   * fails.
   */
  async function change(ctx: TxContext, id: string, suspend: boolean): Promise<string[]> {
    return database.workerTransaction(async (query) => {
      const rows = await queries.lockUsers(query, id);
      const row = rows.find((one) => one.id === id);
      if (row === undefined) throw notFound();
      const tenants = await queries.tenantsOfUser(query, id);
      if (suspend === (row.suspended_at !== null)) return tenants;
      if (suspend && row.platform_admin && !rows.some((one) => one.platform_admin && one.id !== id && one.suspended_at === null)) {
        throw new AppError("conflict", { message: "The last platform administrator cannot be suspended." });
      }
      await queries.setSuspended(query, id, suspend ? ctx.now : null);
      // A pending change of address may have been requested by whoever is the reason for the suspension.
      if (suspend) await dropEmailChange(query, id);
      const sessionsEnded = await queries.endAllSessions(query, id);
      await queries.suspendMemberships(query, id, suspend, ctx.now);
      if (suspend) await queries.voidLoginLinks(query, id);
      for (const tenantId of tenants) {
        const there: TxContext =
          tenantId === ctx.tenantId
            ? { ...ctx, tx: { tenantId, query } }
            : { ...ctx, tenantId, homeTenantId: ctx.tenantId, tx: { tenantId, query } };
        const changes = suspend ? { sessionsEnded } : {};
        await recordAudit(there, deps.ids, suspend ? "user.suspended" : "user.unsuspended", wireId("usr", id), changes);
      }
      return tenants;
    });
  }

  return {
    async exists(wire: string): Promise<void> {
      await find(wire);
    },

    /** 409 conflict for the caller themselves and for the last platform administrator. */
    async suspend(ctx: TxContext, wire: string): Promise<AdminUser> {
      const { id } = await find(wire);
      if (ctx.actor.kind === "member" && ctx.actor.id === id) throw new AppError("conflict", { message: "You cannot suspend yourself." });
      for (const tenantId of await change(ctx, id, true)) {
        await deps.reach.within(ctx, tenantId, (there) => deps.releaseAssignments(there, id));
      }
      return render(await find(wire));
    },

    async unsuspend(ctx: TxContext, wire: string): Promise<AdminUser> {
      const { id } = await find(wire);
      await change(ctx, id, false);
      return render(await find(wire));
    },
  };
}

export type UsersService = ReturnType<typeof createUsersService>;
