import { Readable } from "node:stream";
import { storageKey } from "#modules/channels/media/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context, PersonContext, SessionInfo } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import * as queries from "./exports.queries.ts";
import type { AdminOrganizationExport, CreateOrganizationExport, OrganizationExport } from "./exports.schema.ts";
import type { ExportPlan } from "./plan.ts";

export interface ExportsDeps {
  database: Database;
  storage: MediaStorage;
  ids: IdSource;
  clock: Clock;
  plan: ExportPlan;
}

/**
 * An export contains everything, so only an owner may start or open it: no key, and no session that somebody else
 * opened. Throws forbidden.
 */
function onlyOwner(session: SessionInfo | null): void {
  if (session?.role !== "owner" || session.bound)
    throw new AppError("forbidden", { message: "Only an owner can do this, with a sign-in of their own." });
}

export function createExportsService(deps: ExportsDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.ExportRow> {
    const id = parseWireId("oex", wire);
    const row = id === null ? null : await queries.findExport(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function* bytesOf(tenantId: string, id: string, start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at <= end; ) {
      // One transaction per piece, so that a slow reader holds none open.
      const piece = await deps.database.withTenant(tenantId, (tx) => queries.pieceAt(tx, id, at));
      if (piece === null || at >= piece.start + piece.size) throw new Error("the file of an export was removed while it was read");
      const until = Math.min(end, piece.start + piece.size - 1);
      const content = await deps.storage.read(storageKey(tenantId, piece.id), { start: at - piece.start, end: until - piece.start });
      for await (const chunk of content) {
        yield chunk as Buffer;
        at += (chunk as Buffer).length;
      }
      if (at !== until + 1) throw new Error("the storage gave another number of bytes than the piece has");
    }
  }

  return {
    /** Ends one that was set aside. Throws forbidden for anybody but an owner; conflict while an export is in progress. */
    async create(ctx: PersonContext, input: CreateOrganizationExport): Promise<OrganizationExport> {
      onlyOwner(ctx.session);
      // A personal route runs as the worker, so that it may end the previous export too.
      const left = await queries.lockSetAside(ctx.tx);
      if (left !== null) {
        await queries.dropFile(ctx.tx, ctx.now, left.id, "failed", setAsideReason(left.state));
        await recordAudit(ctx, deps.ids, "organization.export_failed", wireId("oex", left.id));
      }
      const row = await queries.insertExport(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        includeMedia: input.includeMedia ?? true,
        by: actorWireId(ctx.actor),
      });
      if (row === null) throw new AppError("conflict", { message: "An export of the organization is already in progress." });
      await recordAudit(ctx, deps.ids, "organization.export_requested", wireId("oex", row.id), { includeMedia: row.include_media });
      return renderExport(deps.plan, row);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<OrganizationExport> {
      return renderExport(deps.plan, await find(tx, wire));
    },

    render: (row: queries.ExportRow) => renderExport(deps.plan, row),

    listAll: (after: string[] | null, limit: number) => queries.listAllExports(deps.database, after, limit),

    renderForAdmin(row: queries.ExportRow & { tenant_id: string }): AdminOrganizationExport {
      const { url: _own, ...shown } = renderExport(deps.plan, row);
      return { organizationId: wireId("org", row.tenant_id), ...shown };
    },

    list: (tx: Tx, after: string[] | null, limit: number) => queries.listExports(tx, after, limit),

    /** Throws not_found; forbidden for anybody but an owner; conflict before the file exists and after it is gone. */
    async open(ctx: Context, wire: string): Promise<Content> {
      const row = await deps.database.withTenant(ctx.tenantId, async (tx) => {
        const found = await find(tx, wire);
        onlyOwner(ctx.session);
        if (found.state === "completed") await recordAudit({ ...ctx, tx }, deps.ids, "organization.export_downloaded", wire);
        return found;
      });
      if (row.state === "ready" || row.state === "leased")
        throw new AppError("conflict", { message: "The file is not ready yet.", retryAfterSeconds: 5 });
      if (row.state !== "completed" || row.expires_at === null || row.expires_at <= deps.clock.now())
        throw new AppError("conflict", { message: row.error ?? "The file has expired. Create another export." });
      return {
        contentType: "application/gzip",
        disposition: "attachment",
        filename: `organization-${row.created_at.toISOString().slice(0, 10)}.tar.gz`,
        sizeBytes: row.size_bytes,
        tag: row.id.replaceAll("-", ""),
        read: async (range) => Readable.from(bytesOf(ctx.tenantId, row.id, range?.start ?? 0, range?.end ?? row.size_bytes - 1)),
      };
    },
  };
}

export type ExportsService = ReturnType<typeof createExportsService>;

function renderExport({ tables }: ExportPlan, row: queries.ExportRow): OrganizationExport {
  const id = wireId("oex", row.id);
  const state = isSetAside(row.state) ? "failed" : row.state;
  const status = state === "leased" || (state === "ready" && row.position !== null) ? "running" : state === "ready" ? "queued" : state;
  const table = row.position?.table;
  return {
    id,
    status,
    includeMedia: row.include_media,
    progress: {
      tablesDone: row.position === null ? 0 : table == null ? tables.length : tables.filter((name) => name < table).length,
      tablesTotal: tables.length,
      rows: Object.values(row.counts.rows ?? {}).reduce((sum, n) => sum + n, 0),
      files: row.counts.files ?? 0,
    },
    sizeBytes: row.size_bytes,
    error: row.error ?? setAsideReason(row.state),
    url: row.state === "completed" ? `/api/v1/organization/exports/${id}/file` : null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
