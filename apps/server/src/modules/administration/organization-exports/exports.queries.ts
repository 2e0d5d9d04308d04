import type { Database, Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { KeptFiles } from "#platform/jobs/kept-files.queries.ts";
import { isSetAsideSql, type SetAsideState } from "#platform/jobs/set-aside.ts";

/**
 * The position of an export. `table` null: the tables are done, and `after` is the last file. `part` counts the files
 * of a table.
 */
export interface Position {
  table: string | null;
  part: number;
  after: string[] | null;
}

export interface Counts {
  /** Row counts by table. */
  rows?: Record<string, number>;
  files?: number;
  /** Files whose content is not in storage. */
  missing?: number;
}

export interface ExportRow {
  id: string;
  include_media: boolean;
  state: "ready" | "leased" | "completed" | "failed" | "expired" | SetAsideState;
  attempts: number;
  tries: number;
  position: Position | null;
  counts: Counts;
  size_bytes: number;
  error: string | null;
  created_by: string;
  created_at: Date;
  began_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
  /** created_at with microseconds, for cursors. */
  at: string;
}

const columns = `e.id, e.include_media, e.state, e.attempts, e.tries, e.position, e.counts, e.size_bytes, e.error, e.created_by, e.created_at,
  e.began_at, e.finished_at, e.expires_at, e.created_at::text as at`;

/** One lane per tenant, so that a large organization does not delay others. */
export const exportSource: ClaimSource = {
  table: "organization_exports",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: [],
};

/** null: an export is already in progress. One that was set aside must be ended first. */
export async function insertExport(tx: Tx, now: Date, e: { id: string; includeMedia: boolean; by: string }): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>({
    name: "organization_export_insert",
    text: `insert into organization_exports as e (tenant_id, id, include_media, state, run_at, created_by, created_at, began_at)
           values ($1, $2, $3, 'ready', $4, $5, $4, $4) on conflict (tenant_id) where state in ('ready', 'leased', 'process_ended', 'over_limit') do nothing returning ${columns}`,
    values: [tx.tenantId, e.id, e.includeMedia, now, e.by],
  });
  return row ?? null;
}

/** The export that was set aside, locked. */
export async function lockSetAside(tx: Tx): Promise<{ id: string; state: SetAsideState } | null> {
  const [row] = await tx.query<{ id: string; state: SetAsideState }>({
    name: "organization_export_set_aside",
    text: `select id, state from organization_exports where tenant_id = $1 and ${isSetAsideSql("state")} for no key update`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

export async function findExport(tx: Tx, id: string, lock = false): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow>({
    name: `organization_export${lock ? "_locked" : ""}`,
    text: `select ${columns} from organization_exports e where e.tenant_id = $1 and e.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listExports(tx: Tx, after: string[] | null, limit: number): Promise<ExportRow[]> {
  return tx.query<ExportRow>({
    name: "organization_exports_list",
    text: `select ${columns} from organization_exports e
            where e.tenant_id = $1 and ($2::timestamptz is null or (e.created_at, e.id) < ($2::timestamptz, $3::uuid))
            order by e.created_at desc, e.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Of all organizations, newest first. Cross-tenant, as the worker, for the operator of the installation. */
export function listAllExports(
  database: Pick<Database, "worker">,
  after: string[] | null,
  limit: number,
): Promise<(ExportRow & { tenant_id: string })[]> {
  return database.worker({
    name: "organization_exports_list_all",
    text: `select e.tenant_id, ${columns} from organization_exports e
            where $1::timestamptz is null or (e.created_at, e.id) < ($1::timestamptz, $2::uuid)
            order by e.created_at desc, e.id desc limit $3`,
    values: [after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Call it before writing the piece. Until keepPiece(), the piece is due for removal at `removeAt`. */
export async function insertPiece(tx: Tx, exportId: string, id: string, removeAt: Date): Promise<void> {
  await tx.query({
    name: "organization_export_piece_insert",
    text: "insert into organization_export_pieces (tenant_id, id, export_id, remove_at) values ($1, $2, $3, $4)",
    values: [tx.tenantId, id, exportId, removeAt],
  });
}

/** Makes the piece part of the file and stores the export's position after it. */
export async function keepPiece(
  tx: Tx,
  row: ExportRow,
  piece: { id: string; sizeBytes: number },
  to: { position: Position; counts: Counts; leaseUntil: Date },
): Promise<void> {
  const kept = await tx.query({
    name: "organization_export_piece_keep",
    text: "update organization_export_pieces set start_bytes = $3, size_bytes = $4, remove_at = null where tenant_id = $1 and id = $2 returning 1",
    values: [tx.tenantId, piece.id, row.size_bytes, piece.sizeBytes],
  });
  if (kept.length === 0) throw new Error("a piece of an export was removed before it was written");
  await tx.query({
    name: "organization_export_advance",
    text: `update organization_exports e set position = $3, counts = $4, size_bytes = e.size_bytes + $5, lease_until = $6, tries = 0, error = null
            where e.tenant_id = $1 and e.id = $2`,
    values: [tx.tenantId, row.id, JSON.stringify(to.position), JSON.stringify(to.counts), piece.sizeBytes, to.leaseUntil],
  });
}

export async function putBack(tx: Tx, id: string, runAt: Date, failed: string | null): Promise<void> {
  await tx.query({
    name: "organization_export_put_back",
    text: `update organization_exports e
              set state = 'ready', lease_until = null, run_at = $3, tries = e.tries + case when $4::text is null then 0 else 1 end,
                  error = coalesce($4, e.error)
            where e.tenant_id = $1 and e.id = $2`,
    values: [tx.tenantId, id, runAt, failed],
  });
}

export async function completeExport(tx: Tx, now: Date, id: string, expiresAt: Date): Promise<void> {
  await tx.query({
    name: "organization_export_complete",
    text: `update organization_exports set state = 'completed', lease_until = null, error = null, finished_at = $3, expires_at = $4
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now, expiresAt],
  });
}

/** Ends an export without a file: failed, or expired. Its pieces become due for removal. */
export async function dropFile(tx: Tx, now: Date, id: string, state: "failed" | "expired", error: string | null): Promise<void> {
  await tx.query({
    name: "organization_export_drop",
    text: `update organization_exports set state = $4, error = $5, finished_at = coalesce(finished_at, $3), lease_until = null
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now, state, error],
  });
  await tx.query({
    name: "organization_export_pieces_drop",
    text: "update organization_export_pieces set remove_at = $3 where tenant_id = $1 and export_id = $2 and remove_at is null",
    values: [tx.tenantId, id, now],
  });
}

/** The piece of the file that contains a byte offset. */
export async function pieceAt(tx: Tx, exportId: string, at: number): Promise<{ id: string; start: number; size: number } | null> {
  const [row] = await tx.query<{ id: string; start: number; size: number }>({
    name: "organization_export_piece_at",
    text: `select p.id, p.start_bytes as start, p.size_bytes as size from organization_export_pieces p
            where p.tenant_id = $1 and p.export_id = $2 and p.start_bytes <= $3 and p.remove_at is null order by p.start_bytes desc limit 1`,
    values: [tx.tenantId, exportId, at],
  });
  return row ?? null;
}

export async function deletePiece(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "organization_export_piece_delete",
    text: "delete from organization_export_pieces where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** The people to notify when an export ends. */
export async function ownersOf(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>({
    name: "organization_export_owners",
    text: "select user_id from members where tenant_id = $1 and role = 'owner' and status = 'active' limit 100",
    values: [tx.tenantId],
  });
  return rows.map((row) => row.user_id);
}

export const keptFiles: KeptFiles = { name: "organization_exports_expired", table: "organization_exports" };

/** Runs as the cross-tenant worker, because a timer cannot know which tenants have any. Only lists them. */
export function listRemovable(database: Database, now: Date, limit: number): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "organization_export_pieces_removable",
    text: "select tenant_id, id from organization_export_pieces where remove_at <= $1 order by remove_at limit $2",
    values: [now, limit],
  });
}
