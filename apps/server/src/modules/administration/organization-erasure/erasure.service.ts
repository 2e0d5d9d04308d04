import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, brokenRule, notFound } from "#platform/errors/app-error.ts";
import type { PersonContext, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import * as queries from "./erasure.queries.ts";
import { type CurrentErasure, type EraseOrganization, graceDays, type OrganizationErasure } from "./erasure.schema.ts";

export interface ErasureDeps {
  database: Database;
  ids: IdSource;
}

export function createErasureService(deps: ErasureDeps) {
  /** Throws forbidden for anybody but an owner: an administrator manages the organization but may not end it. */
  function onlyOwner(ctx: PersonContext): void {
    if (ctx.session.role !== "owner") throw new AppError("forbidden", { message: "Only an owner can do this." });
  }

  return {
    async current(ctx: TxContext): Promise<CurrentErasure> {
      const row = await queries.findErasure(ctx.tx);
      return { erasure: row === null ? null : renderErasure(row) };
    },

    /**
     * 422 if `confirm` is not the organization's name; conflict if already requested, for the platform organization, and for an agency with
     * clients, which would stay under its terms with nobody to end them.
     */
    async request(ctx: PersonContext, input: EraseOrganization): Promise<OrganizationErasure> {
      onlyOwner(ctx);
      const { name, kind } = await queries.getOrganization(ctx.tx);
      if (kind === "platform")
        throw new AppError("conflict", { message: "The organization that operates the installation cannot be erased." });
      if (input.confirm !== name)
        throw brokenRule("confirm", "unknown_value", "Send the organization's name to confirm. Erased data cannot be restored.");
      const clients = await queries.countClients((statement) => ctx.tx.query(statement), ctx.tenantId);
      if (clients > 0)
        throw new AppError("conflict", {
          message: `The agency has ${clients} ${clients === 1 ? "client that has" : "clients that have"} not ended; end them first.`,
        });
      const erasesAt = new Date(ctx.now.getTime() + graceDays * 86_400_000);
      const row = await queries.insertErasure(ctx.tx, ctx.now, { id: deps.ids.uuid(), erasesAt, by: actorWireId(ctx.actor) });
      if (row === null) throw new AppError("conflict", { message: "The organization's erasure has already been requested." });
      await recordAudit(ctx, deps.ids, "organization.erasure_requested", wireId("org", ctx.tenantId), { erasesAt: erasesAt.toISOString() });
      return renderErasure(row);
    },

    /** Throws not_found if no erasure is requested; conflict once it has begun. */
    async cancel(ctx: PersonContext): Promise<{ id: string; deleted: true }> {
      const row = await queries.findErasure(ctx.tx, true);
      if (row === null || row.state === "cancelled") throw notFound();
      onlyOwner(ctx);
      if (row.step !== "waiting" || row.state !== "ready") throw new AppError("conflict", { message: "The erasure has already started." });
      await queries.cancelErasure(ctx.tx, row.id, actorWireId(ctx.actor));
      const id = wireId("org", ctx.tenantId);
      await recordAudit(ctx, deps.ids, "organization.erasure_cancelled", id);
      return { id, deleted: true };
    },

    list: (status: string | undefined, after: string[] | null, limit: number) =>
      queries.listErasures((statement) => deps.database.worker(statement), status ?? null, after, limit),
  };
}

export type ErasureService = ReturnType<typeof createErasureService>;

export function renderErasure(row: queries.ErasureRow): OrganizationErasure {
  return {
    organizationId: wireId("org", row.tenant_id),
    status:
      row.state === "completed" || row.state === "cancelled"
        ? row.state
        : row.state === "ready" && row.step === "waiting"
          ? "scheduled"
          : "running",
    requestedBy: row.requested_by,
    requestedAt: row.created_at.toISOString(),
    erasesAt: row.erases_at.toISOString(),
    removed: row.counts,
    finishedAt: row.finished_at?.toISOString() ?? null,
    seal: row.seal?.toString("hex") ?? null,
  };
}
