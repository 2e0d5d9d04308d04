import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { KeptFiles } from "#platform/jobs/kept-files.queries.ts";
import { isSetAsideSql, type SetAsideState } from "#platform/jobs/set-aside.ts";

export interface ExportRow {
  id: string;
  state: "ready" | "leased" | "completed" | "failed" | "expired" | SetAsideState;
  attempts: number;
  tries: number;
  segment_name: string | null;
  rules: AudienceRules | null;
  fields: string[];
  next_chunk: number;
  after_at: string | null;
  after_id: string | null;
  contact_count: number;
  size_bytes: number;
  error: string | null;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

const columns = `e.id, e.state, e.attempts, e.tries, e.segment_name, e.rules, e.fields, e.next_chunk, e.after_at::text, e.after_id, e.contact_count,
  e.size_bytes, e.error, e.created_by, e.created_at, e.finished_at, e.expires_at, e.created_at::text as position`;

/** One lane per tenant, so that a large file delays no other tenant. */
export const exportSource: ClaimSource = { table: "contact_exports", lane: "tenant_id", order: "t.run_at, t.id", key: ["id"], columns: [] };

export async function insertExport(
  tx: Tx,
  now: Date,
  e: { id: string; segmentName: string | null; rules: AudienceRules | null; fields: string[]; by: string },
): Promise<ExportRow> {
  const [row] = await tx.query<ExportRow>({
    name: "export_insert",
    text: `insert into contact_exports as e (tenant_id, id, state, run_at, segment_name, rules, fields, created_by, created_at)
           values ($1, $2, 'ready', $3, $4, $5, $6, $7, $3) returning ${columns}`,
    values: [tx.tenantId, e.id, now, e.segmentName, e.rules === null ? null : JSON.stringify(e.rules), e.fields, e.by],
  });
  return row as ExportRow;
}

export async function findExport(tx: Tx, id: string, lock = false): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>({
    name: `export_by_id${lock ? "_locked" : ""}`,
    text: `select ${columns} from contact_exports e where e.tenant_id = $1 and e.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listExports(tx: Tx, after: string[] | null, limit: number): Promise<ExportRow[]> {
  return tx.query<ExportRow>({
    name: "exports_list",
    text: `select ${columns} from contact_exports e
            where e.tenant_id = $1 and ($2::timestamptz is null or (e.created_at, e.id) < ($2::timestamptz, $3::uuid))
            order by e.created_at desc, e.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Stores the next piece of the file and advances; `done`: it was the last. */
export async function appendChunk(
  tx: Tx,
  now: Date,
  row: ExportRow,
  piece: { bytes: Buffer; contacts: number; after: { at: string; id: string } | null; expiresAt: Date | null },
): Promise<void> {
  const done = piece.expiresAt !== null;
  await tx.query({
    name: "export_chunk_insert",
    text: "insert into contact_export_chunks (tenant_id, export_id, n, start_bytes, bytes) values ($1, $2, $3, $4, $5)",
    values: [tx.tenantId, row.id, row.next_chunk, row.size_bytes, piece.bytes],
  });
  await tx.query({
    name: "export_advance",
    text: `update contact_exports e
              set next_chunk = e.next_chunk + 1, tries = 0, contact_count = e.contact_count + $4, size_bytes = e.size_bytes + $5,
                  after_at = coalesce($6::timestamptz, e.after_at), after_id = coalesce($7::uuid, e.after_id), run_at = $3, lease_until = null,
                  state = case when $8 then 'completed' else 'ready' end, finished_at = case when $8 then $3::timestamptz end, expires_at = $9
            where e.tenant_id = $1 and e.id = $2`,
    values: [
      tx.tenantId,
      row.id,
      now,
      piece.contacts,
      piece.bytes.length,
      piece.after?.at ?? null,
      piece.after?.id ?? null,
      done,
      piece.expiresAt,
    ],
  });
}

export async function postponeExport(tx: Tx, id: string, runAt: Date): Promise<void> {
  await tx.query({
    name: "export_postpone",
    text: `update contact_exports e set state = 'ready', tries = e.tries + 1, run_at = $3, lease_until = null
            where e.tenant_id = $1 and e.id = $2`,
    values: [tx.tenantId, id, runAt],
  });
}

/** Ends the export without a file: failed, or expired. */
export async function dropFile(tx: Tx, now: Date, id: string, state: "failed" | "expired", error: string | null): Promise<void> {
  await tx.query({
    name: "export_drop",
    text: `update contact_exports e set state = $4, error = $5, finished_at = coalesce(e.finished_at, $3), lease_until = null
            where e.tenant_id = $1 and e.id = $2`,
    values: [tx.tenantId, id, now, state, error],
  });
  await tx.query({
    name: "export_chunks_delete",
    text: "delete from contact_export_chunks where tenant_id = $1 and export_id = $2",
    values: [tx.tenantId, id],
  });
}

export const keptFiles: KeptFiles = { name: "exports_expired", table: "contact_exports" };

/** The piece of a file that contains the byte at this offset. */
export async function readPiece(tx: Tx, exportId: string, at: number): Promise<{ start: number; bytes: Buffer } | null> {
  const [row] = await tx.query<{ start: number; bytes: Buffer }>({
    name: "export_piece",
    text: `select c.start_bytes as start, c.bytes from contact_export_chunks c
            where c.tenant_id = $1 and c.export_id = $2 and c.start_bytes <= $3 order by c.n desc limit 1`,
    values: [tx.tenantId, exportId, at],
  });
  return row ?? null;
}

export function lockExportsOfGrant(tx: Tx, grantId: string): Promise<{ id: string; state: string }[]> {
  return tx.query({
    name: "exports_of_grant",
    text: `select id, state from contact_exports
            where tenant_id = $1 and grant_id = $2 and (state in ('ready', 'leased', 'completed') or ${isSetAsideSql("state")})
            order by id for no key update`,
    values: [tx.tenantId, grantId],
  });
}
