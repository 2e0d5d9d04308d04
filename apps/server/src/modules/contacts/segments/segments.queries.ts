import type { Tx } from "#platform/db/database.ts";
import type { AudienceRules } from "./audience-rules.ts";

export interface SegmentRow {
  id: string;
  name: string;
  description: string | null;
  rules: AudienceRules;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

const columns = "s.id, s.name, s.description, s.rules, s.created_by, s.created_at, s.updated_at, s.created_at::text as position";

export async function findSegment(tx: Tx, id: string, lock = false): Promise<SegmentRow | null> {
  const [row] = await tx.query<SegmentRow>({
    name: `segment_by_id${lock ? "_locked" : ""}`,
    text: `select ${columns} from segments s where s.tenant_id = $1 and s.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listSegments(tx: Tx, after: string[] | null, limit: number): Promise<SegmentRow[]> {
  return tx.query<SegmentRow>({
    name: "segments_list",
    text: `select ${columns} from segments s
            where s.tenant_id = $1 and ($2::timestamptz is null or (s.created_at, s.id) < ($2::timestamptz, $3::uuid))
            order by s.created_at desc, s.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export interface SegmentValues {
  name: string;
  description: string | null;
  rules: AudienceRules;
}

/** null: another segment has the name. */
export async function insertSegment(tx: Tx, now: Date, segment: SegmentValues & { id: string; by: string }): Promise<SegmentRow | null> {
  const [row] = await tx.query<SegmentRow>({
    name: "segment_insert",
    text: `insert into segments as s (tenant_id, id, name, description, rules, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (tenant_id, name_key) do nothing returning ${columns}`,
    values: [tx.tenantId, segment.id, segment.name, segment.description, JSON.stringify(segment.rules), segment.by, now],
  });
  return row ?? null;
}

export async function findSegmentByName(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "segment_by_name",
    text: "select s.id from segments s where s.tenant_id = $1 and s.name_key = lower($2)",
    values: [tx.tenantId, name],
  });
  return row?.id ?? null;
}

/** Rejects with a unique violation if another segment has taken the name meanwhile. */
export async function updateSegment(tx: Tx, now: Date, id: string, v: SegmentValues): Promise<SegmentRow> {
  const [row] = await tx.query<SegmentRow>({
    name: "segment_update",
    text: `update segments s set name = $3, description = $4, rules = $5, updated_at = $6
            where s.tenant_id = $1 and s.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, v.name, v.description, JSON.stringify(v.rules), now],
  });
  if (row === undefined) throw new Error("the locked segment does not exist");
  return row;
}

export async function deleteSegment(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "segment_delete", text: "delete from segments where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}
