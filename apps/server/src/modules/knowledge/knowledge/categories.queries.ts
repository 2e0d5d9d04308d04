import type { Tx } from "#platform/db/database.ts";

export interface CategoryRow {
  id: string;
  parent_id: string | null;
  name: string;
  description: string | null;
  position: number;
  created_at: Date;
  updated_at: Date;
  source_count: number;
  faq_count: number;
}

const columns = `c.id, c.parent_id, c.name, c.description, c.position, c.created_at, c.updated_at,
  (select count(*)::integer from knowledge_sources s where s.tenant_id = c.tenant_id and s.category_id = c.id) as source_count,
  (select count(*)::integer from knowledge_faqs f where f.tenant_id = c.tenant_id and f.category_id = c.id) as faq_count`;

export async function findCategory(tx: Tx, id: string): Promise<CategoryRow | null> {
  const [row] = await tx.query<CategoryRow>({
    name: "knowledge_category_by_id",
    text: `select ${columns} from knowledge_categories c where c.tenant_id = $1 and c.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** A category by its name, ignoring case, or null: those without a parent first, then the oldest. */
export async function findCategoryByName(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "knowledge_category_by_name",
    text: `select c.id from knowledge_categories c where c.tenant_id = $1 and lower(c.name) = lower($2)
            order by c.parent_id is not null, c.created_at, c.id limit 1`,
    values: [tx.tenantId, name],
  });
  return row?.id ?? null;
}

/** By (position, id). */
export function listCategories(tx: Tx, parentId: string | null, after: string[] | null, limit: number): Promise<CategoryRow[]> {
  return tx.query<CategoryRow>({
    name: "knowledge_categories_list",
    text: `select ${columns} from knowledge_categories c
            where c.tenant_id = $1 and ($2::uuid is null or c.parent_id = $2)
              and ($3::integer is null or (c.position, c.id) > ($3, $4::uuid))
            order by c.position, c.id limit $5`,
    values: [tx.tenantId, parentId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/**
 * The parents of all categories of the tenant, by id; locked in the order of ids, so that two moves cannot create a
 * cycle.
 */
export async function lockTree(tx: Tx): Promise<Map<string, string | null>> {
  const rows = await tx.query<{ id: string; parent_id: string | null }>({
    name: "knowledge_categories_lock",
    text: "select id, parent_id from knowledge_categories where tenant_id = $1 order by id for update",
    values: [tx.tenantId],
  });
  return new Map(rows.map((row) => [row.id, row.parent_id]));
}

/** Serializes creations in a tenant, so that the count includes concurrent ones. */
export async function countCategories(tx: Tx): Promise<number> {
  await tx.query({
    name: "knowledge_categories_serialize",
    text: "select pg_advisory_xact_lock(hashtextextended('knowledge categories ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "knowledge_categories_count",
    text: "select count(*)::integer as count from knowledge_categories where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

export interface CategoryValues {
  name: string;
  description: string | null;
  position: number;
  parentId: string | null;
}

export async function insertCategory(tx: Tx, now: Date, id: string, values: CategoryValues): Promise<void> {
  await tx.query({
    name: "knowledge_category_insert",
    text: `insert into knowledge_categories (tenant_id, id, parent_id, name, description, position, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [tx.tenantId, id, values.parentId, values.name, values.description, values.position, now],
  });
}

export async function updateCategory(tx: Tx, now: Date, id: string, values: CategoryValues): Promise<void> {
  await tx.query({
    name: "knowledge_category_update",
    text: `update knowledge_categories set parent_id = $3, name = $4, description = $5, position = $6, updated_at = $7
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, values.parentId, values.name, values.description, values.position, now],
  });
}

export async function moveContent(tx: Tx, now: Date, from: string, to: string | null): Promise<void> {
  for (const table of ["knowledge_sources", "knowledge_faqs"])
    await tx.query({
      name: `${table}_move`,
      text: `update ${table} set category_id = $3, updated_at = $4 where tenant_id = $1 and category_id = $2`,
      values: [tx.tenantId, from, to, now],
    });
  await tx.query({
    name: "knowledge_categories_move",
    text: "update knowledge_categories set parent_id = $3, updated_at = $4 where tenant_id = $1 and parent_id = $2",
    values: [tx.tenantId, from, to, now],
  });
}

/** Rejects with a foreign key violation while the category is not empty, even if a concurrent request fills it. */
export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "knowledge_category_delete",
    text: "delete from knowledge_categories where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

export type TreeRow = Pick<CategoryRow, "id" | "parent_id" | "name" | "description" | "position">;

/** All of a tenant's categories, oldest first: some hundreds. */
export function readTree(tx: Tx): Promise<TreeRow[]> {
  return tx.query<TreeRow>({
    name: "knowledge_categories_tree",
    text: `select c.id, c.parent_id, c.name, c.description, c.position from knowledge_categories c
            where c.tenant_id = $1 order by c.created_at, c.id`,
    values: [tx.tenantId],
  });
}
