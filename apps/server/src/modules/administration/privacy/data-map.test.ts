import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { dataMap } from "./data-map.ts";

const schema = await readFile(new URL("../../../../../../packages/database/schema.sql", import.meta.url), "utf8");

/** Columns that can hold something of a person, by table; what the database derives from another column follows it. */
function tablesOf(sql: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const [, name, body] of sql.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)) {
    const columns = [...(body as string).matchAll(/^ {2}"?(\w+)"? (?:text|jsonb?|bytea)(?:\[\])?(?![\w]).*$/gm)]
      .filter(([line]) => !line.includes("generated always"))
      .map(([, column]) => column as string);
    tables.set(name as string, columns);
  }
  return tables;
}

/** One line per gap. */
function gaps(sql: string, map: typeof dataMap): string[] {
  const tables = tablesOf(sql);
  const found: string[] = [];
  for (const [table, columns] of tables) {
    const line = map[table];
    if (line === undefined) {
      found.push(`table ${table}: say in modules/administration/privacy/data-map.ts what happens to it when a contact is erased`);
      continue;
    }
    if (line.fate === "deleted") continue;
    const said = line.fate === "kept" ? line.columns : [...line.blanked, ...line.kept];
    for (const column of columns)
      if (!said.includes(column))
        found.push(
          `column ${table}.${column}: say in modules/administration/privacy/data-map.ts what happens to it when a contact is erased`,
        );
    for (const column of said) if (!columns.includes(column)) found.push(`data-map.ts names column ${table}.${column}, which there is not`);
  }
  for (const table of Object.keys(map)) if (!tables.has(table)) found.push(`data-map.ts names table ${table}, which there is not`);
  return found;
}

test("every table, and every column that can hold something of a person, has a fate", () => {
  assert.ok(tablesOf(schema).size > 90);
  assert.deepEqual(gaps(schema, dataMap), []);
});

test("a new table or column without one is named", () => {
  const more = `${schema}\ncreate table surveys (\n  tenant_id uuid not null,\n  answer text\n);\n`.replace(
    "create table labels (\n",
    "create table labels (\n  hint jsonb,\n",
  );
  assert.deepEqual(gaps(more, dataMap), [
    "column labels.hint: say in modules/administration/privacy/data-map.ts what happens to it when a contact is erased",
    "table surveys: say in modules/administration/privacy/data-map.ts what happens to it when a contact is erased",
  ]);
});
