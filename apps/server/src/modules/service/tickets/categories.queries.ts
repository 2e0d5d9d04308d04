import type { Tx } from "#platform/db/database.ts";

export interface CategoryRow {
  id: string;
  name: string;
  description: string | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = "g.id, g.name, g.description, g.created_at, g.updated_at, g.created_at::text as position";

export function listCategories(tx: Tx, after: string[] | null, limit: number): Promise<CategoryRow[]> {
  return tx.query<CategoryRow>({
    name: "ticket_categories_list",
    text: `select ${columns} from ticket_categories g
            where g.tenant_id = $1 and ($2::timestamptz is null or (g.created_at, g.id) < ($2, $3::uuid))
            order by g.created_at desc, g.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function findCategory(tx: Tx, id: string, lock = false): Promise<CategoryRow | null> {
  const [row] = await tx.query<CategoryRow>({
    name: lock ? "ticket_category_lock" : "ticket_category_by_id",
    text: `select ${columns} from ticket_categories g where g.tenant_id = $1 and g.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function findCategoryByName(tx: Tx, name: string): Promise<CategoryRow | null> {
  const [row] = await tx.query<CategoryRow>({
    name: "ticket_category_by_name",
    text: `select ${columns} from ticket_categories g where g.tenant_id = $1 and g.name_key = lower($2)`,
    values: [tx.tenantId, name],
  });
  return row ?? null;
}

/** Null if another category has the name. */
export async function insertCategory(
  tx: Tx,
  now: Date,
  row: Pick<CategoryRow, "id" | "name" | "description">,
): Promise<CategoryRow | null> {
  const [made] = await tx.query<CategoryRow>({
    name: "ticket_category_insert",
    text: `insert into ticket_categories as g (tenant_id, id, name, description, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
           on conflict (tenant_id, name_key) do nothing returning ${columns}`,
    values: [tx.tenantId, row.id, row.name, row.description, now],
  });
  return made ?? null;
}

/** Rejects with a unique violation if another category has taken the name meanwhile. */
export async function updateCategory(tx: Tx, now: Date, row: Pick<CategoryRow, "id" | "name" | "description">): Promise<CategoryRow> {
  const [changed] = await tx.query<CategoryRow>({
    name: "ticket_category_update",
    text: `update ticket_categories g set name = $3, description = $4, updated_at = $5 where g.tenant_id = $1 and g.id = $2 returning ${columns}`,
    values: [tx.tenantId, row.id, row.name, row.description, now],
  });
  return changed as CategoryRow;
}

/** Its tickets then have no category. */
export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "ticket_category_delete",
    text: "delete from ticket_categories where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}
