import type { Tx } from "#platform/db/database.ts";
import type { StoredAction } from "./macro-actions.ts";

export interface MacroRow {
  id: string;
  name: string;
  visibility: "private" | "shared";
  /** Wire id. */
  owner: string;
  actions: StoredAction[];
  usage_count: number;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

export type MacroValues = Pick<MacroRow, "name" | "visibility" | "actions">;

const columns = `m.id, m.name, m.visibility, m.owner, m.actions, m.usage_count, m.last_used_at, m.created_at, m.updated_at,
  m.created_at::text as position`;

/** A macro visible to the caller: shared, or their own. */
export async function findMacro(tx: Tx, id: string, asker: string, lock = false): Promise<MacroRow | null> {
  const [row] = await tx.query<MacroRow>({
    name: lock ? "macro_lock" : "macro_by_id",
    text: `select ${columns} from macros m where m.tenant_id = $1 and m.id = $2 and (m.visibility = 'shared' or m.owner = $3)
           ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id, asker],
  });
  return row ?? null;
}

/** Newest first. */
export function listMacros(
  tx: Tx,
  asker: string,
  visibility: string | undefined,
  after: string[] | null,
  limit: number,
): Promise<MacroRow[]> {
  return tx.query<MacroRow>({
    name: "macros_list",
    text: `select ${columns} from macros m
            where m.tenant_id = $1 and (m.visibility = 'shared' or m.owner = $2) and ($3::text is null or m.visibility = $3)
              and ($4::timestamptz is null or (m.created_at, m.id) < ($4, $5::uuid))
            order by m.created_at desc, m.id desc limit $6`,
    values: [tx.tenantId, asker, visibility ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function insertMacro(tx: Tx, now: Date, id: string, owner: string, values: MacroValues): Promise<MacroRow> {
  const [row] = await tx.query<MacroRow>({
    name: "macro_insert",
    text: `insert into macros as m (tenant_id, id, name, visibility, owner, actions, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${columns}`,
    values: [tx.tenantId, id, values.name, values.visibility, owner, JSON.stringify(values.actions), now],
  });
  return row as MacroRow;
}

export async function updateMacro(tx: Tx, now: Date, id: string, values: MacroValues): Promise<MacroRow> {
  const [row] = await tx.query<MacroRow>({
    name: "macro_update",
    text: `update macros m set name = $3, visibility = $4, actions = $5, updated_at = $6
            where m.tenant_id = $1 and m.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, values.name, values.visibility, JSON.stringify(values.actions), now],
  });
  if (row === undefined) throw new Error("the locked macro does not exist");
  return row;
}

export async function countUse(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "macro_used",
    text: "update macros set usage_count = usage_count + 1, last_used_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

export async function deleteMacro(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "macro_delete", text: "delete from macros where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

/** Shared macros, oldest first, for a snapshot. */
export function sharedMacros(tx: Tx, limit: number): Promise<MacroRow[]> {
  return tx.query<MacroRow>({
    name: "macros_shared",
    text: `select ${columns} from macros m where m.tenant_id = $1 and m.visibility = 'shared' order by m.created_at, m.id limit $2`,
    values: [tx.tenantId, limit],
  });
}

/** The oldest, if several have the name. */
export async function sharedMacroByName(tx: Tx, name: string): Promise<MacroRow | null> {
  const [row] = await tx.query<MacroRow>({
    name: "macro_shared_by_name",
    text: `select ${columns} from macros m where m.tenant_id = $1 and m.visibility = 'shared' and m.name = $2 order by m.created_at, m.id limit 1`,
    values: [tx.tenantId, name],
  });
  return row ?? null;
}
