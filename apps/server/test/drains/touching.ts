import { withClient } from "@parley/database";
import type { TestDatabase } from "@parley/database/testing";

export interface Touched {
  tables: ReadonlySet<string>;
  /** It may change something: a function that PostgreSQL considers volatile does too. */
  changing: boolean;
  locking: boolean;
}

export interface Touching {
  /** All tables. */
  tables: ReadonlySet<string>;
  /** What a statement may read or change: the tables named in it, and those in the functions, triggers and cascades behind it. */
  byText(text: string): Touched;
}

const textsMax = 20_000;

export async function readTouching(database: TestDatabase): Promise<Touching> {
  return await withClient(database.admin, async (client) => {
    const rows = async <T extends object>(text: string) => (await client.query<T>(text)).rows;
    const tables = await rows<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')",
    );
    const functions = await rows<{ name: string; text: string; volatile: boolean }>(
      "select proname as name, prosrc as text, provolatile = 'v' as volatile from pg_proc where pronamespace = 'public'::regnamespace",
    );
    /** `fires`: changing the table runs this function, or changes this other table. */
    const behind = await rows<{ table: string; fires: string }>(`
      select t.tgrelid::regclass::text as table, p.proname as fires
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal
      union select c.confrelid::regclass::text, c.conrelid::regclass::text
        from pg_constraint c where c.contype = 'f' and (c.confdeltype not in ('a', 'r') or c.confupdtype not in ('a', 'r'))
      union select inhparent::regclass::text, inhrelid::regclass::text from pg_inherits
      union select inhrelid::regclass::text, inhparent::regclass::text from pg_inherits
      union select c.relname::text, v.ev_class::regclass::text
        from pg_rewrite v join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = v.oid
        join pg_class c on c.oid = d.refobjid and c.relkind in ('r', 'p') where d.refclassid = 'pg_class'::regclass and v.ev_class <> c.oid`);
    return createTouching(
      tables.map(({ name }) => name),
      functions,
      behind,
    );
  });
}

export function createTouching(
  tableNames: string[],
  functions: { name: string; text: string; volatile: boolean }[],
  behind: { table: string; fires: string }[],
): Touching {
  const tables = new Set(tableNames);
  const byFunction = Map.groupBy(functions, ({ name }) => name);
  const fires = Map.groupBy(behind, ({ table }) => table);
  // Also quoted, and with a schema prefix.
  const names = new RegExp(`\\b(?:${[...tables, ...byFunction.keys()].join("|")})\\b`, "gi");
  const volatile = functions.filter((one) => one.volatile).map(({ name }) => name);
  const changes = new RegExp(`(?<!\\bfor (?:no key )?)\\b(insert|update|delete|merge|nextval|${volatile.join("|")})\\b`, "i");
  const locks = /\bfor\s+(?:no\s+key\s+)?(?:update|share|key\s+share)\b|\block\s+table\b/i;
  const known = new Map<string, Touched>();

  function collect(text: string, found: Set<string>, deletes: boolean): void {
    const removing = deletes || /\b(?:delete|truncate)\b/i.test(text);
    for (const [match] of text.matchAll(names)) follow(match.toLowerCase(), found, removing);
  }

  function follow(name: string, found: Set<string>, removing: boolean): void {
    const key = `${name}${removing ? " removing" : ""}`;
    if (found.has(key)) return;
    found.add(key);
    if (tables.has(name)) found.add(name);
    for (const { text } of byFunction.get(name) ?? []) collect(text, found, false);
    for (const { fires: next } of fires.get(name) ?? []) if (removing || byFunction.has(next)) follow(next, found, removing);
  }

  return {
    tables,
    byText(text) {
      let touched = known.get(text);
      if (touched === undefined) {
        const found = new Set<string>();
        collect(text, found, false);
        touched = {
          tables: new Set([...found].filter((name) => tables.has(name))),
          changing: changes.test(text),
          locking: locks.test(text),
        };
        if (known.size >= textsMax) known.clear();
        known.set(text, touched);
      }
      return touched;
    },
  };
}
