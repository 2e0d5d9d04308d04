import type { Tx } from "#platform/db/database.ts";

export interface LabelRow {
  id: string;
  name: string;
  color: string | null;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

export interface LabelValues {
  name: string;
  color: string | null;
  description: string | null;
}

const columns = "l.id, l.name, l.color, l.description, l.created_at, l.updated_at, l.created_at::text as position";

export async function findLabel(tx: Tx, id: string, lock = false): Promise<LabelRow | null> {
  const [row] = await tx.query<LabelRow>({
    name: lock ? "label_lock" : "label_by_id",
    text: `select ${columns} from labels l where l.tenant_id = $1 and l.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Those of the ids that are the tenant's labels, in the order given. */
export function labelsById(tx: Tx, ids: string[]): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>({
    name: "labels_by_ids",
    text: `select l.id, l.name from unnest($2::uuid[]) with ordinality g (id, place)
             join labels l on l.tenant_id = $1 and l.id = g.id order by g.place`,
    values: [tx.tenantId, ids],
  });
}

/** Labels by name, in the order given. Unknown names are left out, repeated ones appear once. */
export function labelsByName(tx: Tx, names: string[]): Promise<{ id: string; name: string }[]> {
  return tx.query<{ id: string; name: string }>({
    name: "labels_by_names",
    text: `select l.id, l.name from unnest($2::text[]) with ordinality g (name, place)
             join labels l on l.tenant_id = $1 and l.name_key = label_key(g.name)
            group by l.tenant_id, l.id, l.name order by min(g.place)`,
    values: [tx.tenantId, names],
  });
}

export async function labelByName(tx: Tx, name: string): Promise<{ id: string } | null> {
  const [row] = await labelsByName(tx, [name]);
  return row ?? null;
}

/** Inserts the labels that do not exist yet and returns them. Sorted, so that two writers do not deadlock. */
export function insertLabels(tx: Tx, now: Date, labels: (LabelValues & { id: string })[]): Promise<LabelRow[]> {
  return tx.query<LabelRow>({
    name: "labels_insert",
    text: `insert into labels as l (tenant_id, id, name, color, description, created_at, updated_at)
           select $1, g.id, g.name, g.color, g.description, $3, $3
             from jsonb_to_recordset($2::jsonb) as g (id uuid, name text, color text, description text) order by label_key(g.name)
           on conflict (tenant_id, name_key) do nothing returning ${columns}`,
    values: [tx.tenantId, JSON.stringify(labels), now],
  });
}

/** Rejects with a unique violation when another label has the name. */
export async function updateLabel(tx: Tx, now: Date, id: string, values: LabelValues): Promise<LabelRow> {
  const [row] = await tx.query<LabelRow>({
    name: "label_update",
    text: `update labels l set name = $3, color = $4, description = $5, updated_at = $6
            where l.tenant_id = $1 and l.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, values.name, values.color, values.description, now],
  });
  if (row === undefined) throw new Error("the locked label does not exist");
  return row;
}

export async function deleteLabel(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "label_delete", text: "delete from labels where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

/** Newest first. */
export function listLabels(tx: Tx, q: string | null, after: string[] | null, limit: number): Promise<LabelRow[]> {
  return tx.query<LabelRow>({
    name: "labels_list",
    text: `select ${columns} from labels l
            where l.tenant_id = $1 and ($2::text is null or strpos(l.name_key, label_key($2)) > 0)
              and ($3::timestamptz is null or (l.created_at, l.id) < ($3, $4::uuid))
            order by l.created_at desc, l.id desc limit $5`,
    values: [tx.tenantId, q, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** How many conversations have each label, up to `max`. */
export async function countConversations(tx: Tx, ids: string[], max: number): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; count: number }>({
    name: "labels_count",
    text: `select l.id, n.count from labels l
            cross join lateral (select count(*)::int as count from labelled_conversations(l.id, $3)) n
            where l.tenant_id = $1 and l.id = any($2::uuid[])`,
    values: [tx.tenantId, ids, max],
  });
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** All labels of a tenant, for a snapshot. */
export function allLabels(tx: Tx, limit: number): Promise<LabelRow[]> {
  return tx.query<LabelRow>({
    name: "labels_all",
    text: `select ${columns} from labels l where l.tenant_id = $1 order by l.created_at desc, l.id desc limit $2`,
    values: [tx.tenantId, limit],
  });
}
