import type { Tx } from "#platform/db/database.ts";

export interface DivisionRow {
  id: string;
  name: string;
  description: string | null;
  color: string | null;
  parent_id: string | null;
  members: number;
  created_at: Date;
  updated_at: Date;
  position: string;
}

/** An invited person already counts towards the divisions in the invitation. */
const invitedTo = (tenant: string, division: string) =>
  `i.tenant_id = ${tenant} and i.state = 'pending' and i.profile->'divisionIds' @> to_jsonb((${division})::text)`;

/** At most hundreds of members and invitations: the primary keys find a tenant's. */
const columns = `d.id, d.name, d.description, d.color, d.parent_id, d.created_at, d.updated_at, d.created_at::text as position,
  (select count(*)::integer from members m where m.tenant_id = d.tenant_id and m.status <> 'removed' and m.division_ids @> array[d.id])
    + (select count(*)::integer from invitations i where ${invitedTo("d.tenant_id", "d.id")}) as members`;

export async function findDivision(tx: Tx, id: string): Promise<DivisionRow | null> {
  const [row] = await tx.query<DivisionRow>({
    name: "division_by_id",
    text: `select ${columns} from divisions d where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listDivisions(tx: Tx, after: string[] | null, limit: number): Promise<DivisionRow[]> {
  return tx.query<DivisionRow>({
    name: "divisions_list",
    text: `select ${columns} from divisions d where d.tenant_id = $1 and ($2::timestamptz is null or (d.created_at, d.id) < ($2, $3::uuid))
            order by d.created_at desc, d.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The whole tree, locked: of two concurrent moves the second sees the first one's result. */
export function lockTree(tx: Tx): Promise<{ id: string; parent_id: string | null }[]> {
  return tx.query({
    name: "divisions_lock_tree",
    text: "select d.id, d.parent_id from divisions d where d.tenant_id = $1 order by d.id for no key update",
    values: [tx.tenantId],
  });
}

/** Which of the ids are divisions; none of them can be deleted before this transaction ends. */
export async function lockExisting(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "divisions_lock_existing",
    text: "select d.id from divisions d where d.tenant_id = $1 and d.id = any($2::uuid[]) order by d.id for key share",
    values: [tx.tenantId, ids],
  });
  return new Set(rows.map((row) => row.id));
}

/** Waits for transactions that are putting something into it. */
export async function lockForRemoval(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "division_lock_for_removal",
    text: "select 1 from divisions d where d.tenant_id = $1 and d.id = $2 for update",
    values: [tx.tenantId, id],
  });
  return rows.length > 0;
}

/** Rejects with a unique violation if a sibling has the name. */
export async function insertDivision(
  tx: Tx,
  now: Date,
  d: { id: string; name: string; description: string | null; color: string | null; parentId: string | null },
): Promise<void> {
  await tx.query({
    name: "division_insert",
    text: `insert into divisions (tenant_id, id, name, description, color, parent_id, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [tx.tenantId, d.id, d.name, d.description, d.color, d.parentId, now],
  });
}

/** Rejects with a unique violation if a sibling has the name. */
export async function updateDivision(
  tx: Tx,
  now: Date,
  d: { id: string; name: string; description: string | null; color: string | null; parentId: string | null },
): Promise<void> {
  await tx.query({
    name: "division_update",
    text: `update divisions set name = $3, description = $4, color = $5, parent_id = $6, updated_at = $7 where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, d.id, d.name, d.description, d.color, d.parentId, now],
  });
}

export async function readUse(
  tx: Tx,
  id: string,
): Promise<{ members: boolean; children: boolean; conversations: boolean; tickets: boolean }> {
  const [row] = await tx.query<{ members: boolean; children: boolean; conversations: boolean; tickets: boolean }>({
    name: "division_use",
    text: `select exists (select from members m where m.tenant_id = $1 and m.status <> 'removed' and m.division_ids @> array[$2::uuid])
                    or exists (select from invitations i where ${invitedTo("$1", "$2::uuid")}) as members,
                  exists (select from divisions d where d.tenant_id = $1 and d.parent_id = $2) as children,
                  exists (select from conversations c where c.tenant_id = $1 and c.division_id = $2) as conversations,
                  exists (select from tickets k where k.tenant_id = $1 and k.division_id = $2) as tickets`,
    values: [tx.tenantId, id],
  });
  return row as { members: boolean; children: boolean; conversations: boolean; tickets: boolean };
}

/**
 * Moves invited people first: a concurrent acceptance holds the invitation until the person is a member, and is then
 * moved as one.
 */
export async function moveMembers(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query({
    name: "division_move_invited",
    text: `update invitations i
              set profile = jsonb_set(i.profile, '{divisionIds}', ((i.profile->'divisionIds') - $2::text - $3::text) || to_jsonb($3::text))
            where ${invitedTo("$1", "$2::uuid")}`,
    values: [tx.tenantId, from, to],
  });
  await tx.query({
    name: "division_move_members",
    text: `update members m set division_ids = array_remove(m.division_ids, $2::uuid)
             || case when m.division_ids @> array[$3::uuid] then '{}'::uuid[] else array[$3::uuid] end
            where m.tenant_id = $1 and m.division_ids @> array[$2::uuid]`,
    values: [tx.tenantId, from, to],
  });
}

/** Rejects with a unique violation if a child there has the name of one that is moved. */
export async function moveChildren(tx: Tx, now: Date, from: string, to: string): Promise<void> {
  await tx.query({
    name: "division_move_children",
    text: "update divisions set parent_id = $3, updated_at = $4 where tenant_id = $1 and parent_id = $2",
    values: [tx.tenantId, from, to, now],
  });
}

export async function deleteDivision(tx: Tx, id: string): Promise<void> {
  // Also for removed members: their profile must not refer to it if they return.
  await tx.query({
    name: "division_forget",
    text: `update members m set division_ids = array_remove(m.division_ids, $2::uuid) where m.tenant_id = $1 and m.division_ids @> array[$2::uuid]`,
    values: [tx.tenantId, id],
  });
  await tx.query({ name: "division_delete", text: "delete from divisions where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

export type TreeRow = Pick<DivisionRow, "id" | "name" | "description" | "color" | "parent_id">;

/** The whole tree, for building paths of names. */
export function readTree(tx: Tx): Promise<TreeRow[]> {
  return tx.query<TreeRow>({
    name: "divisions_tree",
    text: "select d.id, d.name, d.description, d.color, d.parent_id from divisions d where d.tenant_id = $1",
    values: [tx.tenantId],
  });
}

/** The division with this name directly below another, or at the top level. */
export async function findChild(tx: Tx, parentId: string | null, name: string): Promise<TreeRow | null> {
  const [row] = await tx.query<TreeRow>({
    name: "division_child",
    text: `select d.id, d.name, d.description, d.color, d.parent_id from divisions d
            where d.tenant_id = $1 and d.parent_id is not distinct from $2::uuid and d.name_key = label_key($3)`,
    values: [tx.tenantId, parentId, name],
  });
  return row ?? null;
}
