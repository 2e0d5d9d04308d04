import type { Tx } from "#platform/db/database.ts";
import type { FileRow } from "#platform/imports/import-file.ts";
import { createImportStore, type ImportRow, type RowResult } from "#platform/imports/import-store.ts";
import type { FaqImport } from "./imports.schema.ts";

export interface ImportSettings {
  on_existing: FaqImport["onExisting"];
  create_categories: boolean;
}

export interface FaqImportRow extends ImportRow, ImportSettings {}

export const imports = createImportStore<ImportSettings, FaqImportRow>({
  prefix: "fim",
  noun: "faq_import",
  table: "faq_imports",
  settings: ["on_existing", "create_categories"],
  next: nextRows,
  settle: settleRows,
  dropRest: dropRows,
});

/** Each FAQ is indexed for search in the same transaction. */
const rowsAtOnce = 50;

export async function insertRows(tx: Tx, importId: string, rows: FileRow[]): Promise<void> {
  await tx.query({
    name: "faq_import_rows_insert",
    text: `insert into faq_import_rows (tenant_id, import_id, row, cells, is_repeated)
           select $1, $2, (r->>'row')::integer, array(select jsonb_array_elements_text(r->'cells')), (r->>'isRepeated')::boolean
             from jsonb_array_elements($3::jsonb) r`,
    values: [tx.tenantId, importId, JSON.stringify(rows)],
  });
}

/** The next unapplied rows, in file order. */
function nextRows(tx: Tx, { id }: FaqImportRow): Promise<FileRow[]> {
  return tx.query<FileRow>({
    name: "faq_import_rows_next",
    text: `select r.row, r.cells, r.is_repeated as "isRepeated" from faq_import_rows r
            where r.tenant_id = $1 and r.import_id = $2 and r.outcome is null order by r.row limit $3`,
    values: [tx.tenantId, id, rowsAtOnce],
  });
}

/** Drops their contents, which are now in the FAQs. */
async function settleRows(tx: Tx, importId: string, results: RowResult[]): Promise<void> {
  await tx.query({
    name: "faq_import_rows_settle",
    text: `update faq_import_rows r set cells = null, outcome = x.outcome, faq_id = x.id, field = x.field, issue = x.issue, message = x.message
             from json_to_recordset($3::json) as x(row integer, outcome text, id uuid, field text, issue text, message text)
            where r.tenant_id = $1 and r.import_id = $2 and r.row = x.row`,
    values: [tx.tenantId, importId, JSON.stringify(results)],
  });
}

async function dropRows(tx: Tx, importId: string): Promise<void> {
  await tx.query({
    name: "faq_import_rows_drop",
    text: "delete from faq_import_rows where tenant_id = $1 and import_id = $2 and outcome is null",
    values: [tx.tenantId, importId],
  });
}

/** Row outcomes after a given row, in file order. */
export function listResults(
  tx: Tx,
  importId: string,
  outcome: string | undefined,
  after: number | null,
  limit: number,
): Promise<RowResult[]> {
  return tx.query<RowResult>({
    name: "faq_import_rows_list",
    text: `select r.row, r.outcome, r.faq_id as id, r.field, r.issue, r.message from faq_import_rows r
            where r.tenant_id = $1 and r.import_id = $2 and r.outcome is not null and ($3::text is null or r.outcome = $3)
              and ($4::integer is null or r.row > $4) order by r.row limit $5`,
    values: [tx.tenantId, importId, outcome ?? null, after, limit],
  });
}
