import type { SortOption, StoredFilters } from "#modules/inbox/conversations/index.ts";
import type { Tx } from "#platform/db/database.ts";

export interface ViewRow {
  id: string;
  name: string;
  visibility: "private" | "shared";
  /** Wire id. */
  owner: string;
  filters: StoredFilters;
  sort: SortOption;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

export type ViewValues = Pick<ViewRow, "name" | "visibility" | "filters" | "sort">;

const columns = "v.id, v.name, v.visibility, v.owner, v.filters, v.sort, v.created_at, v.updated_at, v.created_at::text as position";

/** A view visible to the caller: shared, or their own. */
export async function findView(tx: Tx, id: string, asker: string, lock = false): Promise<ViewRow | null> {
  const [row] = await tx.query<ViewRow>({
    name: lock ? "view_lock" : "view_by_id",
    text: `select ${columns} from views v where v.tenant_id = $1 and v.id = $2 and (v.visibility = 'shared' or v.owner = $3)
           ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id, asker],
  });
  return row ?? null;
}

/** Newest first. */
export function listViews(
  tx: Tx,
  asker: string,
  visibility: string | undefined,
  after: string[] | null,
  limit: number,
): Promise<ViewRow[]> {
  return tx.query<ViewRow>({
    name: "views_list",
    text: `select ${columns} from views v
            where v.tenant_id = $1 and (v.visibility = 'shared' or v.owner = $2) and ($3::text is null or v.visibility = $3)
              and ($4::timestamptz is null or (v.created_at, v.id) < ($4, $5::uuid))
            order by v.created_at desc, v.id desc limit $6`,
    values: [tx.tenantId, asker, visibility ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function insertView(tx: Tx, now: Date, id: string, owner: string, values: ViewValues): Promise<ViewRow> {
  const [row] = await tx.query<ViewRow>({
    name: "view_insert",
    text: `insert into views as v (tenant_id, id, name, visibility, owner, filters, sort, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning ${columns}`,
    values: [tx.tenantId, id, values.name, values.visibility, owner, JSON.stringify(values.filters), values.sort, now],
  });
  return row as ViewRow;
}

export async function updateView(tx: Tx, now: Date, id: string, values: ViewValues): Promise<ViewRow> {
  const [row] = await tx.query<ViewRow>({
    name: "view_update",
    text: `update views v set name = $3, visibility = $4, filters = $5, sort = $6, updated_at = $7
            where v.tenant_id = $1 and v.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, values.name, values.visibility, JSON.stringify(values.filters), values.sort, now],
  });
  if (row === undefined) throw new Error("the locked view does not exist");
  return row;
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "view_delete", text: "delete from views where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

/** Shared views, oldest first, for a snapshot. */
export function sharedViews(tx: Tx, limit: number): Promise<ViewRow[]> {
  return tx.query<ViewRow>({
    name: "views_shared",
    text: `select ${columns} from views v where v.tenant_id = $1 and v.visibility = 'shared' order by v.created_at, v.id limit $2`,
    values: [tx.tenantId, limit],
  });
}

/** The oldest, if several have the name. */
export async function sharedViewByName(tx: Tx, name: string): Promise<ViewRow | null> {
  const [row] = await tx.query<ViewRow>({
    name: "view_shared_by_name",
    text: `select ${columns} from views v where v.tenant_id = $1 and v.visibility = 'shared' and v.name = $2 order by v.created_at, v.id limit 1`,
    values: [tx.tenantId, name],
  });
  return row ?? null;
}
