import type { ContactFieldsService } from "#modules/contact-fields/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { renderReport, textContent } from "./report.ts";
import * as queries from "./imports.queries.ts";
import { type ContactImport, type ContactImportRow, rowsMax } from "./imports.schema.ts";
import { readMapping } from "./mapping.ts";
import type { ReceivedFile } from "./receiving.ts";

export interface ImportsDeps {
  database: Database;
  ids: IdSource;
  fields: Pick<ContactFieldsService, "definitions">;
}

/** Chunks stored by one statement: some hundred KB. */
const chunksAtOnce = 50;

export function createImportsService(deps: ImportsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.ImportRow> {
    const id = parseWireId("imp", wire);
    const row = id === null ? null : await queries.findImport(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  return {
    /** Queues a file that was read. Throws validation_error for a mapping that does not fit it. */
    async create(ctx: TxContext, file: ReceivedFile): Promise<ContactImport> {
      const mapping = readMapping(file.columns, file.settings.mapping);
      const id = deps.ids.uuid();
      const row = await queries.insertImport(ctx.tx, ctx.now, {
        id,
        filename: file.filename,
        delimiter: file.delimiter,
        encoding: file.encoding,
        columns: file.columns,
        mapping,
        on_existing: file.settings.onExisting,
        default_country: file.settings.defaultCountry,
        tags: file.settings.tags,
        dry_run: file.settings.dryRun,
        rows_total: file.rowsTotal,
        actor: ctx.actor,
      });
      for (let at = 0; at < file.chunks.length; at += chunksAtOnce)
        await queries.insertChunks(ctx.tx, id, at, file.chunks.slice(at, at + chunksAtOnce));
      await recordAudit(ctx, deps.ids, "contact_import.created", wireId("imp", id), { rows: file.rowsTotal, dryRun: file.settings.dryRun });
      return renderImport(row);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<ContactImport> {
      return renderImport(await find(tx, wire));
    },

    list: (tx: Tx, after: string[] | null, limit: number) => queries.listImports(tx, after, limit),

    /** Rows that were applied stay so. 409 conflict for an import that has ended; cancelled already: nothing happens. */
    async cancel(ctx: TxContext, wire: string): Promise<ContactImport> {
      const row = await find(ctx.tx, wire, true);
      if (row.state === "cancelled") return renderImport(row);
      if (row.state !== "ready" && row.state !== "leased") throw new AppError("conflict", { message: "The import has ended already." });
      await queries.endImport(ctx.tx, ctx.now, row.id, "cancelled", null);
      await recordAudit(ctx, deps.ids, "contact_import.cancelled", wire);
      return renderImport(await find(ctx.tx, wire));
    },

    /** What became of the rows so far, in their order, after a row. Throws not_found. */
    async rows(tx: Tx, wire: string, outcome: string | undefined, after: number | null, limit: number): Promise<queries.RowResult[]> {
      return queries.listResults(tx, (await find(tx, wire)).id, outcome, after, limit);
    },

    /** The same as a file. */
    async report(ctx: Context, wire: string): Promise<Content> {
      const results = await deps.database.withTenant(ctx.tenantId, async (tx) =>
        queries.listResults(tx, (await find(tx, wire)).id, undefined, null, rowsMax),
      );
      return textContent("import-rows.csv", renderReport(results.map(renderResult)));
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;

export function renderResult(row: queries.RowResult): ContactImportRow {
  return { ...row, contactId: row.contactId === null ? null : wireId("cnt", row.contactId) };
}

export function renderImport(row: queries.ImportRow): ContactImport {
  const done = row.created_count + row.updated_count + row.skipped_count + row.failed_count;
  const waiting = row.state === "ready" || row.state === "leased";
  return {
    id: wireId("imp", row.id),
    status: !waiting ? (row.state as "completed") : row.state === "ready" && row.started_at === null ? "queued" : "running",
    filename: row.filename,
    dryRun: row.dry_run,
    onExisting: row.on_existing,
    defaultCountry: row.default_country,
    tags: row.tags,
    delimiter: row.delimiter,
    encoding: row.encoding,
    columns: row.columns.map(({ name, samples, suggested }) => ({
      name,
      samples,
      suggestedField: suggested,
      field: Object.hasOwn(row.mapping, name) ? (row.mapping[name] ?? null) : null,
    })),
    rowsTotal: row.rows_total,
    rowsDone: done,
    created: row.created_count,
    updated: row.updated_count,
    skipped: row.skipped_count,
    failed: row.failed_count,
    error: row.error,
    createdBy: actorWireId({ kind: row.actor_kind, id: row.actor_id }),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
