/** The whole of what an installation keeps, for tests that look for something that must not be there any more. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { withClient } from "@parley/database";
import type { TestApp } from "./harness.ts";

/** Every row of every table as text, also of the jobs' schema, every file of the media folder, and the log so far. By where it is. */
export async function dumpAll(t: TestApp): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await withClient(t.database.admin, async (admin) => {
    const tables = await admin.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`,
    );
    for (const { name } of tables.rows) {
      const rows = await admin.query<{ row: string }>(`select r::text as row from ${name} r`);
      found.set(name, rows.rows.map(({ row }) => row).join("\n"));
    }
  });
  for (const entry of await readdir(t.mediaDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(path, `${entry.name}\n${(await readFile(path)).toString("latin1")}`);
  }
  found.set("log", t.logged());
  return found;
}

/** Where a text is: as it stands in any case, or inside bytes. */
export function placesOf(dump: Map<string, string>, text: string): string[] {
  const spellings = [text.toLowerCase(), Buffer.from(text).toString("hex")];
  return [...dump].flatMap(([place, content]) => {
    const lower = content.toLowerCase();
    return spellings.some((spelling) => lower.includes(spelling)) ? [place] : [];
  });
}
