import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createImportService, renderImportRow } from "#platform/imports/import-service.ts";
import type { RowResult } from "#platform/imports/import-store.ts";
import * as queries from "./imports.queries.ts";
import { type ContactImport, type ContactImportRow, rowsMax } from "./imports.schema.ts";
import type { ReceivedFile } from "./receiving.ts";
import { reportFile } from "./report.ts";

export interface ImportsDeps {
  database: Database;
  ids: IdSource;
  fields: Pick<ContactFieldsService, "definitions">;
}

/** How many chunks one statement stores: a few hundred KB. */
const chunksAtOnce = 50;

export function createImportsService(deps: ImportsDeps) {
  const imports = createImportService(deps.ids, queries.imports);

  return {
    /** Queues a file that has been read. */
    async create(ctx: TxContext, { settings, chunks, ...file }: ReceivedFile): Promise<ContactImport> {
      const row = await imports.queue(
        ctx,
        { ...file, dryRun: settings.dryRun },
        { on_existing: settings.onExisting, default_country: settings.defaultCountry, tags: settings.tags },
      );
      for (let at = 0; at < chunks.length; at += chunksAtOnce)
        await queries.insertChunks(ctx.tx, row.id, at, chunks.slice(at, at + chunksAtOnce));
      return renderImport(row);
    },

    /** Throws not_found. */
    get: async (tx: Tx, wire: string) => renderImport(await imports.get(tx, wire)),

    list: imports.list,

    /** Rows already applied stay applied. 409 conflict for an import that has ended; repeating a cancellation changes nothing. */
    cancel: async (ctx: TxContext, wire: string) => renderImport(await imports.cancel(ctx, wire)),

    /** The outcomes of the rows so far, in file order, after a row. Throws not_found. */
    async rows(tx: Tx, wire: string, outcome: string | undefined, after: number | null, limit: number): Promise<RowResult[]> {
      return queries.listResults(tx, (await imports.get(tx, wire)).id, outcome, after, limit);
    },

    /** The same as a CSV file. */
    async report(ctx: Context, wire: string): Promise<Content> {
      const results = await deps.database.withTenant(ctx.tenantId, async (tx) =>
        queries.listResults(tx, (await imports.get(tx, wire)).id, undefined, null, rowsMax),
      );
      return reportFile(results.map(renderResult));
    },
  };
}

export type ImportsService = ReturnType<typeof createImportsService>;

export function renderResult({ row, outcome, id, ...wrong }: RowResult): ContactImportRow {
  return { row, outcome, contactId: id === null ? null : wireId("cnt", id), ...wrong };
}

export function renderImport(row: queries.ContactImportRow): ContactImport {
  return renderImportRow("imp", row, { onExisting: row.on_existing, defaultCountry: row.default_country, tags: row.tags });
}
