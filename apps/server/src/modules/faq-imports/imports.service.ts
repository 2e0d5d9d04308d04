import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import { harmless } from "#modules/contact-exports/index.ts";
import { categoryPaths, listFaqs } from "#modules/knowledge/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import * as queries from "./imports.queries.ts";
import type { FaqImport, FaqImportRow } from "./imports.schema.ts";
import { importFields, joinAlternatives, joinPath, type ReceivedFile } from "./rows.ts";

export interface ImportsDeps {
  database: Database;
  ids: IdSource;
}

/** Rows stored by one statement. */
const rowsAtOnce = 1_000;
/** Of an export, read at a time. */
const faqsAtOnce = 200;

export function createImportsService(deps: ImportsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.ImportRow> {
    const id = parseWireId("fim", wire);
    const row = id === null ? null : await queries.findImport(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  return {
    /** Queues a file that was read. */
    async create(ctx: TxContext, file: ReceivedFile): Promise<FaqImport> {
      const id = deps.ids.uuid();
      const row = await queries.insertImport(ctx.tx, ctx.now, id, file, ctx.actor);
      for (let at = 0; at < file.rows.length; at += rowsAtOnce) await queries.insertRows(ctx.tx, id, file.rows.slice(at, at + rowsAtOnce));
      await recordAudit(ctx, deps.ids, "faq_import.created", wireId("fim", id), { rows: file.rows.length, dryRun: file.settings.dryRun });
      return renderImport(row);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<FaqImport> {
      return renderImport(await find(tx, wire));
    },

    list: (tx: Tx, after: string[] | null, limit: number) => queries.listImports(tx, after, limit),

    /** Rows that were applied stay so. 409 conflict for an import that has ended; cancelled already: nothing happens. */
    async cancel(ctx: TxContext, wire: string): Promise<FaqImport> {
      const row = await find(ctx.tx, wire, true);
      if (row.state === "cancelled") return renderImport(row);
      if (row.state !== "ready" && row.state !== "leased") throw new AppError("conflict", { message: "The import has ended already." });
      await queries.endImport(ctx.tx, ctx.now, row.id, "cancelled", null);
      await recordAudit(ctx, deps.ids, "faq_import.cancelled", wire);
      return renderImport(await find(ctx.tx, wire));
    },

    /** What became of the rows so far, in their order, after a row. Throws not_found. */
    async rows(tx: Tx, wire: string, outcome: string | undefined, after: number | null, limit: number): Promise<queries.RowResult[]> {
      return queries.listResults(tx, (await find(tx, wire)).id, outcome, after, limit);
    },

    /** All FAQs as a file that an import reads back, newest first. Read as it is sent, some at a time, each in a transaction of its own. */
    async file(ctx: Context): Promise<Content> {
      const next = (after: string[] | null) =>
        deps.database.withTenant(ctx.tenantId, async (tx) => {
          const paths = await categoryPaths(tx);
          const all = { status: undefined, categoryId: null, language: undefined };
          return (await listFaqs(tx, all, after, faqsAtOnce)).map((faq) => ({
            at: [faq.position, faq.id],
            cells: [
              faq.question,
              faq.answer,
              faq.category_id === null ? "" : joinPath(paths.get(faq.category_id)?.path ?? []),
              faq.language_given ? faq.language : "",
              faq.status,
              joinAlternatives(faq.alternatives),
            ],
          }));
        });
      async function* lines() {
        yield stringify([[...importFields]], { bom: true });
        for (let rows = await next(null); rows.length > 0; rows = await next(rows.at(-1)?.at ?? null))
          yield stringify(rows.map(({ cells }) => cells.map(harmless)));
      }
      return {
        contentType: "text/csv; charset=utf-8",
        disposition: "attachment",
        filename: "faqs.csv",
        sizeBytes: null,
        read: async () => Readable.from(lines()),
      };
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;

export function renderResult(row: queries.RowResult): FaqImportRow {
  return { ...row, faqId: row.faqId === null ? null : wireId("kfq", row.faqId) };
}

export function renderImport(row: queries.ImportRow): FaqImport {
  const waiting = row.state === "ready" || row.state === "leased";
  return {
    id: wireId("fim", row.id),
    status: !waiting ? (row.state as "completed") : row.state === "ready" && row.started_at === null ? "queued" : "running",
    filename: row.filename,
    dryRun: row.dry_run,
    onExisting: row.on_existing,
    createCategories: row.create_categories,
    delimiter: row.delimiter,
    encoding: row.encoding,
    columns: row.columns.map(({ name, samples, suggested }) => ({
      name,
      samples,
      suggestedField: suggested,
      field: Object.hasOwn(row.mapping, name) ? (row.mapping[name] ?? null) : null,
    })),
    rowsTotal: row.rows_total,
    rowsDone: row.created_count + row.updated_count + row.skipped_count + row.failed_count,
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
