/** The order in which to load tables so that every foreign key finds its row, and how to handle cycles. */
import pg from "pg";
import { qualified } from "./tables.ts";

interface ForeignKey {
  name: string;
  table: string;
  references: string;
  deferrable: boolean;
  deferred: boolean;
}

/** Between different tables; a key into its own table is checked when the table is complete. */
async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select k.conname::text as name, t.relname::text as table, r.relname::text as references,
           k.condeferrable as deferrable, k.condeferred as deferred
      from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 and k.conrelid <> k.confrelid
     order by k.conname collate "C", t.relname collate "C"`);
  return rows;
}

/** Referenced tables first, otherwise by name. In a cycle the first table by name goes first. */
export async function orderByReferences<T extends { name: string }>(client: pg.Client, tables: T[]): Promise<T[]> {
  const references = new Map<string, Set<string>>();
  for (const key of await listForeignKeys(client)) {
    references.set(key.table, (references.get(key.table) ?? new Set()).add(key.references));
  }
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Map<string, T>();
  const visiting = new Set<string>();
  const visit = (table: T): void => {
    if (ordered.has(table.name) || visiting.has(table.name)) return;
    visiting.add(table.name);
    for (const name of [...(references.get(table.name) ?? [])].sort()) {
      const referenced = byName.get(name);
      if (referenced !== undefined) visit(referenced);
    }
    ordered.set(table.name, table);
  };
  for (const table of tables) visit(table);
  return [...ordered.values()];
}

/**
 * Defers the foreign keys that point to a table later in `order` until the returned function is called, which checks
 * them and restores them. Runs as owner of the tables, inside a transaction.
 */
export async function deferForwardKeys(client: pg.Client, order: string[]): Promise<() => Promise<void>> {
  const position = new Map(order.map((name, index) => [name, index]));
  const forward = (await listForeignKeys(client)).filter((key) => (position.get(key.references) ?? -1) > (position.get(key.table) ?? -1));
  const alter = (key: ForeignKey, mode: string) =>
    client.query(`alter table ${qualified(key.table)} alter constraint ${pg.escapeIdentifier(key.name)} ${mode}`);
  for (const key of forward) await alter(key, "deferrable initially deferred");
  return async () => {
    await client.query("set constraints all immediate");
    for (const key of forward) {
      await alter(key, key.deferrable ? `deferrable initially ${key.deferred ? "deferred" : "immediate"}` : "not deferrable");
    }
  };
}
