import type { SnapshotInput } from "#modules/agency/snapshots/index.ts";
import type { Tx } from "#platform/db/database.ts";

export interface LibraryRow {
  id: string;
  name: string;
  description: string | null;
  version: number;
  is_default: boolean;
  parts: string[];
  size_bytes: number;
  from_client_id: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

export interface LibraryValues {
  name: string;
  description: string | null;
  isDefault: boolean;
}

export interface Content {
  snapshot: SnapshotInput;
  fromClientId: string | null;
}

const columns = `s.id, s.name, s.description, s.version, s.is_default, s.parts, s.size_bytes, s.from_client_id, s.created_by, s.created_at, s.updated_at,
  s.created_at::text as position`;

/** @param hold "share": it cannot be deleted until the end of the transaction; "update": nobody else holds it */
export async function findSnapshot(tx: Tx, id: string, hold: "none" | "share" | "update" = "none"): Promise<LibraryRow | null> {
  const lock = { none: "", share: "for share", update: "for update" }[hold];
  const [row] = await tx.query<LibraryRow>({
    name: `agency_snapshot_hold_${hold}`,
    text: `select ${columns} from agency_snapshots s where s.tenant_id = $1 and s.id = $2 ${lock}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** The content of one snapshot, or, for null, of the default. */
export async function contentOf(tx: Tx, id: string | null): Promise<SnapshotInput | null> {
  const [row] = await tx.query<{ snapshot: SnapshotInput }>({
    name: id === null ? "agency_snapshot_default" : "agency_snapshot_content",
    text: `select snapshot from agency_snapshots where tenant_id = $1 and ${id === null ? "is_default" : "id = $2"}`,
    values: id === null ? [tx.tenantId] : [tx.tenantId, id],
  });
  return row?.snapshot ?? null;
}

export function listSnapshots(tx: Tx, after: string[] | null, limit: number): Promise<LibraryRow[]> {
  return tx.query<LibraryRow>({
    name: "agency_snapshots_list",
    text: `select ${columns} from agency_snapshots s
            where s.tenant_id = $1 and ($2::timestamptz is null or (s.created_at, s.id) < ($2::timestamptz, $3::uuid))
            order by s.created_at desc, s.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Serialises writes to an agency's library, because the default and the number of snapshots concern all of it. */
export async function lockLibrary(tx: Tx): Promise<number> {
  await tx.query({
    name: "agency_snapshots_turn",
    text: "select pg_advisory_xact_lock(hashtextextended('agency snapshots ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "agency_snapshots_count",
    text: "select count(*)::int as count from agency_snapshots where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

export async function findByName(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "agency_snapshot_by_name",
    text: "select id from agency_snapshots where tenant_id = $1 and lower(name) = lower($2)",
    values: [tx.tenantId, name],
  });
  return row?.id ?? null;
}

/** Leaves no snapshot as the default. */
export async function clearDefault(tx: Tx): Promise<void> {
  await tx.query({
    name: "agency_snapshots_no_default",
    text: "update agency_snapshots set is_default = false where tenant_id = $1 and is_default",
    values: [tx.tenantId],
  });
}

export async function insertSnapshot(
  tx: Tx,
  now: Date,
  id: string,
  values: LibraryValues,
  content: Content,
  by: string,
): Promise<LibraryRow> {
  const text = JSON.stringify(content.snapshot);
  const [row] = await tx.query<LibraryRow>({
    name: "agency_snapshot_insert",
    text: `insert into agency_snapshots as s
             (tenant_id, id, name, description, version, is_default, snapshot, parts, size_bytes, from_client_id, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $11) returning ${columns}`,
    values: [
      tx.tenantId,
      id,
      values.name,
      values.description,
      values.isDefault,
      text,
      Object.keys(content.snapshot.parts),
      Buffer.byteLength(text),
      content.fromClientId,
      by,
      now,
    ],
  });
  return row as LibraryRow;
}

export async function updateSnapshot(tx: Tx, now: Date, id: string, values: LibraryValues, content: Content | null): Promise<LibraryRow> {
  const text = content === null ? null : JSON.stringify(content.snapshot);
  const [row] = await tx.query<LibraryRow>({
    name: "agency_snapshot_update",
    text: `update agency_snapshots s
              set name = $3, description = $4, is_default = $5, updated_at = $6,
                  version = s.version + case when $7::json is null then 0 else 1 end, snapshot = coalesce($7::json, s.snapshot),
                  parts = coalesce($8, s.parts), size_bytes = coalesce($9, s.size_bytes),
                  from_client_id = case when $7::json is null then s.from_client_id else $10 end
            where s.tenant_id = $1 and s.id = $2 returning ${columns}`,
    values: [
      tx.tenantId,
      id,
      values.name,
      values.description,
      values.isDefault,
      now,
      text,
      content === null ? null : Object.keys(content.snapshot.parts),
      text === null ? null : Buffer.byteLength(text),
      content?.fromClientId ?? null,
    ],
  });
  return row as LibraryRow;
}

export async function deleteSnapshot(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "agency_snapshot_delete",
    text: "delete from agency_snapshots where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}
