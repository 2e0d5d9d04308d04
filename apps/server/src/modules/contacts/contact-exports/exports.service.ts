import { Readable } from "node:stream";
import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import { normalizeRules, type SegmentsService } from "#modules/contacts/segments/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { csvContent } from "#platform/csv/write.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import { readPieces } from "#platform/storage/pieces.ts";
import { readFields } from "./export-columns.ts";
import * as queries from "./exports.queries.ts";
import type { ContactExport, CreateExport } from "./exports.schema.ts";

export interface ExportsDeps {
  database: Database;
  ids: IdSource;
  clock: Clock;
  segments: Pick<SegmentsService, "check" | "get" | "compile" | "render">;
  fields: Pick<ContactFieldsService, "definitions">;
}

export function createExportsService(deps: ExportsDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.ExportRow> {
    const id = parseWireId("exp", wire);
    const row = id === null ? null : await queries.findExport(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    /** 404 for an unknown segment; 400 for a segment together with rules, and for invalid rules or fields. */
    async create(ctx: TxContext, input: CreateExport): Promise<ContactExport> {
      if (input.segmentId !== undefined && input.rules !== undefined)
        throw invalidField("rules", "not_allowed", "Send either a segment or rules.");
      const segment = input.segmentId === undefined ? null : await deps.segments.get(ctx.tx, input.segmentId);
      if (input.rules !== undefined) await deps.segments.check(ctx.tx, ctx.now, input.rules, "rules");
      const customKeys = (await deps.fields.definitions(ctx.tx)).map(({ key }) => key);
      const row = await queries.insertExport(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        segmentName: segment?.name ?? null,
        rules: segment?.rules ?? (input.rules === undefined ? null : normalizeRules(input.rules)),
        fields: readFields(input.fields, customKeys),
        by: actorWireId(ctx.actor),
      });
      await recordAudit(ctx, deps.ids, "contact_export.created", wireId("exp", row.id), { fields: row.fields });
      return renderExport(row);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<ContactExport> {
      return renderExport(await find(tx, wire));
    },

    list: (tx: Tx, after: string[] | null, limit: number) => queries.listExports(tx, after, limit),

    /** Throws not_found, and conflict if there is no file yet or it has expired. */
    async open(ctx: Context, wire: string): Promise<Content> {
      const row = await deps.database.withTenant(ctx.tenantId, (tx) => find(tx, wire));
      if (row.state === "ready" || row.state === "leased")
        throw new AppError("conflict", { message: "The file is not ready yet.", retryAfterSeconds: 5 });
      if (row.state !== "completed" || row.expires_at === null || row.expires_at <= deps.clock.now())
        throw new AppError("conflict", { message: row.error ?? "The file has expired. Create another export." });
      return csvContent(
        `contacts-${row.created_at.toISOString().slice(0, 10)}.csv`,
        async ({ start, end } = { start: 0, end: row.size_bytes - 1 }) =>
          Readable.from(readPieces(deps.database, ctx.tenantId, { start, end }, (tx, at) => queries.readPiece(tx, row.id, at))),
        { sizeBytes: row.size_bytes, tag: row.id.replaceAll("-", "") },
      );
    },
  };
}

export type ExportsService = ReturnType<typeof createExportsService>;

export function renderExport(row: queries.ExportRow): ContactExport {
  const id = wireId("exp", row.id);
  const state = isSetAside(row.state) ? "failed" : row.state;
  const status = state === "ready" ? (row.next_chunk === 0 ? "queued" : "running") : state === "leased" ? "running" : state;
  return {
    id,
    status,
    segmentName: row.segment_name,
    rules: row.rules,
    fields: row.fields,
    contacts: row.contact_count,
    sizeBytes: row.size_bytes,
    error: row.error ?? setAsideReason(row.state),
    url: row.state === "completed" ? `/api/v1/contacts/exports/${id}/file` : null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
