import type { Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { FaqImport, FaqImportRow } from "./imports.schema.ts";
import type { ImportColumn, ReceivedFile } from "./rows.ts";

export interface ImportRow {
  id: string;
  state: "ready" | "leased" | "completed" | "failed" | "cancelled";
  attempts: number;
  tries: number;
  filename: string | null;
  delimiter: FaqImport["delimiter"];
  encoding: FaqImport["encoding"];
  columns: ImportColumn[];
  mapping: Record<string, string>;
  on_existing: FaqImport["onExisting"];
  create_categories: boolean;
  dry_run: boolean;
  rows_total: number;
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

export interface FileRow {
  row: number;
  cells: string[];
  is_repeated: boolean;
}

const columns = `i.id, i.state, i.attempts, i.tries, i.filename, i.delimiter, i.encoding, i.columns, i.mapping, i.on_existing, i.create_categories,
  i.dry_run, i.rows_total, i.created_count, i.updated_count, i.skipped_count, i.failed_count, i.error, i.actor_kind, i.actor_id, i.created_at,
  i.started_at, i.finished_at, i.created_at::text as position`;

/** A lane per tenant, so that one tenant's large files keep no other waiting. */
export const importSource: ClaimSource = { table: "faq_imports", lane: "tenant_id", order: "t.run_at, t.id", key: ["id"], columns: [] };

export async function insertImport(
  tx: Tx,
  now: Date,
  id: string,
  file: ReceivedFile,
  actor: { kind: string; id: string },
): Promise<ImportRow> {
  const { settings } = file;
  const [row] = await tx.query<ImportRow>({
    name: "faq_import_insert",
    text: `insert into faq_imports as i (tenant_id, id, state, run_at, filename, delimiter, encoding, columns, mapping, on_existing, create_categories,
             dry_run, rows_total, actor_kind, actor_id, created_at)
           values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $3) returning ${columns}`,
    values: [
      tx.tenantId,
      id,
      now,
      file.filename,
      file.delimiter,
      file.encoding,
      JSON.stringify(file.columns),
      JSON.stringify(file.mapping),
      settings.onExisting,
      settings.createCategories,
      settings.dryRun,
      file.rows.length,
      actor.kind,
      actor.id,
    ],
  });
  return row as ImportRow;
}

export async function insertRows(tx: Tx, importId: string, rows: ReceivedFile["rows"]): Promise<void> {
  await tx.query({
    name: "faq_import_rows_insert",
    text: `insert into faq_import_rows (tenant_id, import_id, row, cells, is_repeated)
           select $1, $2, (r->>'row')::integer, array(select jsonb_array_elements_text(r->'cells')), (r->>'isRepeated')::boolean
             from jsonb_array_elements($3::jsonb) r`,
    values: [tx.tenantId, importId, JSON.stringify(rows)],
  });
}

export async function findImport(tx: Tx, id: string, lock = false): Promise<ImportRow | null> {
  const [row] = await tx.query<ImportRow>({
    name: `faq_import${lock ? "_locked" : ""}`,
    text: `select ${columns} from faq_imports i where i.tenant_id = $1 and i.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listImports(tx: Tx, after: string[] | null, limit: number): Promise<ImportRow[]> {
  return tx.query<ImportRow>({
    name: "faq_imports_list",
    text: `select ${columns} from faq_imports i
            where i.tenant_id = $1 and ($2::timestamptz is null or (i.created_at, i.id) < ($2::timestamptz, $3::uuid))
            order by i.created_at desc, i.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The next that are not applied, in the order of the file. */
export function nextRows(tx: Tx, importId: string, limit: number): Promise<FileRow[]> {
  return tx.query<FileRow>({
    name: "faq_import_rows_next",
    text: `select r.row, r.cells, r.is_repeated from faq_import_rows r
            where r.tenant_id = $1 and r.import_id = $2 and r.outcome is null order by r.row limit $3`,
    values: [tx.tenantId, importId, limit],
  });
}

export type RowResult = Omit<FaqImportRow, "faqId"> & { faqId: string | null };

/** What they said is in the FAQs now, and not kept here. */
export async function settleRows(tx: Tx, importId: string, results: RowResult[]): Promise<void> {
  await tx.query({
    name: "faq_import_rows_settle",
    text: `update faq_import_rows r set cells = null, outcome = x.outcome, faq_id = x."faqId", field = x.field, issue = x.issue, message = x.message
             from json_to_recordset($3::json) as x(row integer, outcome text, "faqId" uuid, field text, issue text, message text)
            where r.tenant_id = $1 and r.import_id = $2 and r.row = x.row`,
    values: [tx.tenantId, importId, JSON.stringify(results)],
  });
}

/** After some rows: counted, and either back in the queue or done. */
export async function advanceImport(
  tx: Tx,
  now: Date,
  id: string,
  counts: Record<FaqImportRow["outcome"], number>,
  done: boolean,
): Promise<void> {
  await tx.query({
    name: "faq_import_advance",
    text: `update faq_imports i
              set tries = 0, created_count = i.created_count + $4, updated_count = i.updated_count + $5, skipped_count = i.skipped_count + $6,
                  failed_count = i.failed_count + $7, started_at = coalesce(i.started_at, $3), state = case when $8 then 'completed' else 'ready' end,
                  run_at = $3, lease_until = null, finished_at = case when $8 then $3::timestamptz end
            where i.tenant_id = $1 and i.id = $2`,
    values: [tx.tenantId, id, now, counts.created, counts.updated, counts.skipped, counts.failed, done],
  });
}

/** Ends it for good; what of the file was not applied is not kept. */
export async function endImport(tx: Tx, now: Date, id: string, state: "cancelled" | "failed", error: string | null): Promise<void> {
  await tx.query({
    name: "faq_import_end",
    text: "update faq_imports set state = $4, error = $5, finished_at = $3, lease_until = null where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now, state, error],
  });
  await tx.query({
    name: "faq_import_rows_drop",
    text: "delete from faq_import_rows where tenant_id = $1 and import_id = $2 and outcome is null",
    values: [tx.tenantId, id],
  });
}

export async function postponeImport(tx: Tx, id: string, runAt: Date): Promise<void> {
  await tx.query({
    name: "faq_import_postpone",
    text: "update faq_imports i set state = 'ready', tries = i.tries + 1, run_at = $3, lease_until = null where i.tenant_id = $1 and i.id = $2",
    values: [tx.tenantId, id, runAt],
  });
}

/** What became of rows, in the order of the file, after a row. */
export function listResults(
  tx: Tx,
  importId: string,
  outcome: string | undefined,
  after: number | null,
  limit: number,
): Promise<RowResult[]> {
  return tx.query<RowResult>({
    name: "faq_import_rows_list",
    text: `select r.row, r.outcome, r.faq_id as "faqId", r.field, r.issue, r.message from faq_import_rows r
            where r.tenant_id = $1 and r.import_id = $2 and r.outcome is not null and ($3::text is null or r.outcome = $3)
              and ($4::integer is null or r.row > $4) order by r.row limit $5`,
    values: [tx.tenantId, importId, outcome ?? null, after, limit],
  });
}
