import type { Tx } from "#platform/db/database.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./divisions.queries.ts";

/** Paths of names from the root down, by stored id. */
export async function divisionPaths(tx: Tx): Promise<Map<string, { path: string[]; row: queries.TreeRow }>> {
  const rows = new Map((await queries.readTree(tx)).map((row) => [row.id, row]));
  const pathOf = (row: queries.TreeRow): string[] => {
    const names: string[] = [];
    for (let at: queries.TreeRow | undefined = row; at !== undefined; at = at.parent_id === null ? undefined : rows.get(at.parent_id))
      names.unshift(at.name);
    return names;
  };
  return new Map([...rows].map(([id, row]) => [id, { path: pathOf(row), row }]));
}

/** Each division's ancestry: itself first, then those above it, by stored ids. */
export async function divisionLines(tx: Tx): Promise<Map<string, string[]>> {
  const parents = new Map((await queries.readTree(tx)).map((row) => [row.id, row.parent_id]));
  const lineOf = (id: string): string[] => {
    const line: string[] = [];
    for (let at: string | null | undefined = id; at != null; at = parents.get(at)) line.push(at);
    return line;
  };
  return new Map([...parents.keys()].map((id) => [id, lineOf(id)]));
}

/** The division at a path of names, compared by the tenant's spelling rules; null: none. */
export async function findDivisionAt(tx: Tx, path: readonly string[]): Promise<{ path: string[]; row: queries.TreeRow } | null> {
  let row: queries.TreeRow | null = null;
  const names: string[] = [];
  for (const name of path) {
    row = await queries.findChild(tx, row?.id ?? null, normalForm("NFC", name.trim()));
    if (row === null) return null;
    names.push(row.name);
  }
  return row === null ? null : { path: names, row };
}
