import { Readable } from "node:stream";
import { categoryPaths, listFaqs } from "#modules/knowledge/knowledge/index.ts";
import { csvContent, csvHeading, csvLines } from "#platform/csv/write.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createImportService, renderImportRow } from "#platform/imports/import-service.ts";
import type { RowResult } from "#platform/imports/import-store.ts";
import * as queries from "./imports.queries.ts";
import type { FaqImport, FaqImportRow } from "./imports.schema.ts";
import { importFields, joinAlternatives, joinPath, type ReceivedFile } from "./rows.ts";

export interface ImportsDeps {
  database: Database;
  ids: IdSource;
}

/** How many rows one statement stores. */
const rowsAtOnce = 1_000;
/** How many an export reads at a time. */
const faqsAtOnce = 200;

export function createImportsService(deps: ImportsDeps) {
  const imports = createImportService(deps.ids, queries.imports);

  return {
    /** Queues a file that has been read. */
    async create(ctx: TxContext, { settings, rows, ...file }: ReceivedFile): Promise<FaqImport> {
      const row = await imports.queue(
        ctx,
        { ...file, dryRun: settings.dryRun },
        { on_existing: settings.onExisting, create_categories: settings.createCategories },
      );
      for (let at = 0; at < rows.length; at += rowsAtOnce) await queries.insertRows(ctx.tx, row.id, rows.slice(at, at + rowsAtOnce));
      return renderImport(row);
    },

    /** Throws not_found. */
    get: async (tx: Tx, wire: string) => renderImport(await imports.get(tx, wire)),

    list: imports.list,

    /**
     * Applied rows stay applied. 409 conflict for an import that has ended; cancelling a cancelled import changes
     * nothing.
     */
    cancel: async (ctx: TxContext, wire: string) => renderImport(await imports.cancel(ctx, wire)),

    /** Outcomes of the processed rows after a given row, in order. Throws not_found. */
    async rows(tx: Tx, wire: string, outcome: string | undefined, after: number | null, limit: number): Promise<RowResult[]> {
      return queries.listResults(tx, (await imports.get(tx, wire)).id, outcome, after, limit);
    },

    /**
     * All FAQs as a file that an import can read, newest first. It is read while it is sent, in batches, each in a
     * separate transaction.
     */
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
        yield csvHeading(importFields);
        for (let rows = await next(null); rows.length > 0; rows = await next(rows.at(-1)?.at ?? null))
          yield csvLines(rows.map(({ cells }) => cells));
      }
      return csvContent("faqs.csv", async () => Readable.from(lines()));
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;

export function renderResult({ row, outcome, id, ...wrong }: RowResult): FaqImportRow {
  return { row, outcome, faqId: id === null ? null : wireId("kfq", id), ...wrong };
}

export function renderImport(row: queries.FaqImportRow): FaqImport {
  return renderImportRow("fim", row, { onExisting: row.on_existing, createCategories: row.create_categories });
}
