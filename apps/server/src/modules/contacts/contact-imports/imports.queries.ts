import type { Tx } from "#platform/db/database.ts";
import type { FileRow } from "#platform/imports/import-file.ts";
import { createImportStore, type ImportRow, type RowResult } from "#platform/imports/import-store.ts";
import type { ContactImport } from "./imports.schema.ts";

export interface ImportSettings {
  on_existing: ContactImport["onExisting"];
  default_country: string | null;
  tags: string[];
}

export interface ContactImportRow extends ImportRow, ImportSettings {
  next_chunk: number;
}

/** A stored row of the file: its number, its cells, and the earlier row with the same phone or email. */
export interface StoredRow {
  r: number;
  v: string[];
  d: number | null;
}

export const imports = createImportStore<ImportSettings, ContactImportRow>({
  prefix: "imp",
  noun: "contact_import",
  table: "contact_imports",
  settings: ["on_existing", "default_country", "tags"],
  progress: ["next_chunk"],
  advance: "next_chunk = i.next_chunk + 1",
  next: readChunk,
  settle: insertResults,
  dropRest: deleteChunks,
});

/** `chunks`: JSON texts of StoredRow[]; `from` is the number of the first. */
export async function insertChunks(tx: Tx, importId: string, from: number, chunks: string[]): Promise<void> {
  await tx.query({
    name: "import_chunks_insert",
    text: `insert into contact_import_chunks (tenant_id, import_id, n, rows)
           select $1, $2, $3 + c.n - 1, c.rows::jsonb from unnest($4::text[]) with ordinality as c (rows, n)`,
    values: [tx.tenantId, importId, from, chunks],
  });
}

async function readChunk(tx: Tx, held: ContactImportRow): Promise<FileRow[]> {
  const [chunk] = await tx.query<{ rows: StoredRow[] }>({
    name: "import_chunk",
    text: "select c.rows from contact_import_chunks c where c.tenant_id = $1 and c.import_id = $2 and c.n = $3",
    values: [tx.tenantId, held.id, held.next_chunk],
  });
  if (chunk === undefined) throw new Error(`chunk ${held.next_chunk} of an import is missing`);
  return chunk.rows.map(({ r, v, d }) => ({ row: r, cells: v, isRepeated: d !== null }));
}

/** Their contents are stored in contacts by then. */
async function deleteChunks(tx: Tx, importId: string): Promise<void> {
  await tx.query({
    name: "import_chunks_delete",
    text: "delete from contact_import_chunks where tenant_id = $1 and import_id = $2",
    values: [tx.tenantId, importId],
  });
}

async function insertResults(tx: Tx, importId: string, results: RowResult[]): Promise<void> {
  await tx.query({
    name: "import_rows_insert",
    text: `insert into contact_import_rows (tenant_id, import_id, row, outcome, contact_id, field, issue, message)
           select $1, $2, r.row, r.outcome, r.id, r.field, r.issue, r.message
             from json_to_recordset($3::json) as r(row integer, outcome text, id uuid, field text, issue text, message text)`,
    values: [tx.tenantId, importId, JSON.stringify(results)],
  });
}

/** In file order, after a row. */
export function listResults(
  tx: Tx,
  importId: string,
  outcome: string | undefined,
  after: number | null,
  limit: number,
): Promise<RowResult[]> {
  return tx.query<RowResult>({
    name: "import_rows_list",
    text: `select r.row, r.outcome, r.contact_id as id, r.field, r.issue, r.message from contact_import_rows r
            where r.tenant_id = $1 and r.import_id = $2 and ($3::text is null or r.outcome = $3) and ($4::integer is null or r.row > $4)
            order by r.row limit $5`,
    values: [tx.tenantId, importId, outcome ?? null, after, limit],
  });
}
