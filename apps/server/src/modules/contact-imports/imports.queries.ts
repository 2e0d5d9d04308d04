import type { Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { ContactImport, ContactImportRow } from "./imports.schema.ts";

export interface ImportColumn {
  name: string;
  samples: string[];
  suggested: string | null;
}

export interface ImportRow {
  id: string;
  state: "ready" | "leased" | "completed" | "failed" | "cancelled";
  attempts: number;
  filename: string | null;
  delimiter: ContactImport["delimiter"];
  encoding: ContactImport["encoding"];
  columns: ImportColumn[];
  mapping: Record<string, string>;
  on_existing: ContactImport["onExisting"];
  default_country: string | null;
  tags: string[];
  dry_run: boolean;
  rows_total: number;
  next_chunk: number;
  tries: number;
  created_count: number;
  updated_count: number;
  skipped_count: number;
  failed_count: number;
  error: string | null;
  actor_kind: "api" | "member" | "system";
  actor_id: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

/** A row of the file: its number, its cells, and the earlier row that has the same phone or email. */
export interface FileRow {
  r: number;
  v: string[];
  d: number | null;
}

const columns = `i.id, i.state, i.attempts, i.filename, i.delimiter, i.encoding, i.columns, i.mapping, i.on_existing, i.default_country, i.tags,
  i.dry_run, i.rows_total, i.next_chunk, i.tries, i.created_count, i.updated_count, i.skipped_count, i.failed_count, i.error, i.actor_kind,
  i.actor_id, i.created_at, i.started_at, i.finished_at, i.created_at::text as position`;

/** A lane per tenant, so that one tenant's large files keep no other waiting. */
export const importSource: ClaimSource = { table: "contact_imports", lane: "tenant_id", order: "t.run_at, t.id", key: ["id"], columns: [] };

export async function insertImport(
  tx: Tx,
  now: Date,
  i: Pick<
    ImportRow,
    | "id"
    | "filename"
    | "delimiter"
    | "encoding"
    | "columns"
    | "mapping"
    | "on_existing"
    | "default_country"
    | "tags"
    | "dry_run"
    | "rows_total"
  > & { actor: { kind: string; id: string } },
): Promise<ImportRow> {
  const [row] = await tx.query<ImportRow>({
    name: "import_insert",
    text: `insert into contact_imports as i (tenant_id, id, state, run_at, filename, delimiter, encoding, columns, mapping, on_existing,
             default_country, tags, dry_run, rows_total, actor_kind, actor_id, created_at)
           values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $3) returning ${columns}`,
    values: [
      tx.tenantId,
      i.id,
      now,
      i.filename,
      i.delimiter,
      i.encoding,
      JSON.stringify(i.columns),
      JSON.stringify(i.mapping),
      i.on_existing,
      i.default_country,
      i.tags,
      i.dry_run,
      i.rows_total,
      i.actor.kind,
      i.actor.id,
    ],
  });
  return row as ImportRow;
}

/** `chunks`: JSON texts of FileRow[], the first of them number `from`. */
export async function insertChunks(tx: Tx, importId: string, from: number, chunks: string[]): Promise<void> {
  await tx.query({
    name: "import_chunks_insert",
    text: `insert into contact_import_chunks (tenant_id, import_id, n, rows)
           select $1, $2, $3 + c.n - 1, c.rows::jsonb from unnest($4::text[]) with ordinality as c (rows, n)`,
    values: [tx.tenantId, importId, from, chunks],
  });
}

export async function findImport(tx: Tx, id: string, lock = false): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>({
    name: `import_by_id${lock ? "_locked" : ""}`,
    text: `select ${columns} from contact_imports i where i.tenant_id = $1 and i.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listImports(tx: Tx, after: string[] | null, limit: number): Promise<ImportRow[]> {
  return tx.query<ImportRow>({
    name: "imports_list",
    text: `select ${columns} from contact_imports i
            where i.tenant_id = $1 and ($2::timestamptz is null or (i.created_at, i.id) < ($2::timestamptz, $3::uuid))
            order by i.created_at desc, i.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function readChunk(tx: Tx, importId: string, n: number): Promise<FileRow[] | null> {
  const [row] = await tx.query<{ rows: FileRow[] }>({
    name: "import_chunk",
    text: "select c.rows from contact_import_chunks c where c.tenant_id = $1 and c.import_id = $2 and c.n = $3",
    values: [tx.tenantId, importId, n],
  });
  return row?.rows ?? null;
}

export type RowResult = Omit<ContactImportRow, "contactId"> & { contactId: string | null };

export async function insertResults(tx: Tx, importId: string, results: RowResult[]): Promise<void> {
  await tx.query({
    name: "import_rows_insert",
    text: `insert into contact_import_rows (tenant_id, import_id, row, outcome, contact_id, field, issue, message)
           select $1, $2, r.row, r.outcome, r."contactId", r.field, r.issue, r.message
             from json_to_recordset($3::json) as r(row integer, outcome text, "contactId" uuid, field text, issue text, message text)`,
    values: [tx.tenantId, importId, JSON.stringify(results)],
  });
}

/** After a chunk: counted, and either back in the queue or done. Its rows are not kept: what they say is in the contacts now. */
export async function advanceImport(
  tx: Tx,
  now: Date,
  id: string,
  counts: Record<ContactImportRow["outcome"], number>,
  done: boolean,
): Promise<void> {
  await tx.query({
    name: "import_advance",
    text: `update contact_imports i
              set next_chunk = i.next_chunk + 1, tries = 0, created_count = i.created_count + $4, updated_count = i.updated_count + $5,
                  skipped_count = i.skipped_count + $6, failed_count = i.failed_count + $7, started_at = coalesce(i.started_at, $3),
                  state = case when $8 then 'completed' else 'ready' end, run_at = $3, lease_until = null,
                  finished_at = case when $8 then $3::timestamptz end
            where i.tenant_id = $1 and i.id = $2`,
    values: [tx.tenantId, id, now, counts.created, counts.updated, counts.skipped, counts.failed, done],
  });
}

/** Ends it for good; what of the file was not applied is not kept. */
export async function endImport(tx: Tx, now: Date, id: string, state: "cancelled" | "failed", error: string | null): Promise<void> {
  await tx.query({
    name: "import_end",
    text: `update contact_imports i set state = $4, error = $5, finished_at = $3, lease_until = null where i.tenant_id = $1 and i.id = $2`,
    values: [tx.tenantId, id, now, state, error],
  });
  await deleteChunks(tx, id);
}

export async function postponeImport(tx: Tx, id: string, runAt: Date): Promise<void> {
  await tx.query({
    name: "import_postpone",
    text: `update contact_imports i set state = 'ready', tries = i.tries + 1, run_at = $3, lease_until = null
            where i.tenant_id = $1 and i.id = $2`,
    values: [tx.tenantId, id, runAt],
  });
}

export async function deleteChunks(tx: Tx, importId: string): Promise<void> {
  await tx.query({
    name: "import_chunks_delete",
    text: "delete from contact_import_chunks where tenant_id = $1 and import_id = $2",
    values: [tx.tenantId, importId],
  });
}

/** In the order of the file, after a row. */
export function listResults(
  tx: Tx,
  importId: string,
  outcome: string | undefined,
  after: number | null,
  limit: number,
): Promise<RowResult[]> {
  return tx.query<RowResult>({
    name: "import_rows_list",
    text: `select r.row, r.outcome, r.contact_id as "contactId", r.field, r.issue, r.message from contact_import_rows r
            where r.tenant_id = $1 and r.import_id = $2 and ($3::text is null or r.outcome = $3) and ($4::integer is null or r.row > $4)
            order by r.row limit $5`,
    values: [tx.tenantId, importId, outcome ?? null, after, limit],
  });
}
