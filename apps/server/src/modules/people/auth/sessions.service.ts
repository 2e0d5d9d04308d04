import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { PersonContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./auth.queries.ts";
import type { Session } from "./auth.schema.ts";
import { auditIn } from "./person-audit.ts";

export interface SessionsDeps {
  ids: IdSource;
  pager: Pager;
  sessionIdleMs: number;
}

export function createSessionsService(deps: SessionsDeps) {
  const audit = (ctx: PersonContext, action: string, changes: object = {}) =>
    auditIn(ctx.tx.query, deps.ids, ctx.tenantId, { ...ctx, userId: ctx.actor.id, action, changes });

  async function current(ctx: PersonContext): Promise<Session> {
    const row = await queries.findSession(ctx.tx.query, ctx.actor.id, ctx.session.sessionId);
    // Ended since it was verified.
    if (row === null) throw new AppError("unauthorized");
    return renderSession(row, ctx.session.sessionId);
  }

  return {
    current,

    async list(ctx: PersonContext, page: { limit: number; cursor?: string | undefined }) {
      const filters = { list: "sessions", of: ctx.actor.id };
      const rows = await queries.listSessions(
        ctx.tx.query,
        ctx.actor.id,
        { now: ctx.now, idleSince: new Date(ctx.now.getTime() - deps.sessionIdleMs) },
        deps.pager.read(ctx.tenantId, filters, page.cursor),
        page.limit + 1,
      );
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.id],
        (row) => renderSession(row, ctx.session.sessionId),
      );
    },

    /**
     * Throws not_found, also for an existing tenant to which the person does not belong; forbidden for a bound session
     * that would leave its tenant.
     */
    async chooseTenant(ctx: PersonContext, wire: string): Promise<Session> {
      const tenantId = parseWireId("org", wire);
      const { id } = ctx.actor;
      if (ctx.session.bound && tenantId !== ctx.tenantId) {
        throw new AppError("forbidden", { message: "This session comes from a login link and cannot switch organizations." });
      }
      if (tenantId === null || !(await queries.chooseTenant(ctx.tx.query, id, ctx.session.sessionId, tenantId))) throw notFound(wire);
      await auditIn(ctx.tx.query, deps.ids, tenantId, { ...ctx, userId: id, action: "session.entered" });
      return current(ctx);
    },

    /** Throws not_found, also for another person's session. Callers may end their own. */
    async revoke(ctx: PersonContext, wire: string): Promise<{ id: string; deleted: true }> {
      const id = parseWireId("ses", wire);
      if (id === null || (await queries.endSession(ctx.tx.query, ctx.actor.id, id)) === null) throw notFound(wire);
      await audit(ctx, "session.revoked", { sessionId: wire });
      return { id: wire, deleted: true };
    },

    async revokeOthers(ctx: PersonContext): Promise<{ revoked: number }> {
      const revoked = await queries.endSessions(ctx.tx.query, ctx.actor.id, ctx.session.sessionId);
      await audit(ctx, "session.others_revoked", { revoked });
      return { revoked };
    },
  };
}

export function renderSession(row: queries.SessionRow, currentId: string): Session {
  return {
    id: wireId("ses", row.id),
    current: row.id === currentId,
    tenantId: wireId("org", row.current_tenant_id),
    tenantName: row.tenant_name,
    address: row.address,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
