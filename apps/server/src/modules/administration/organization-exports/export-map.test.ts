import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { dataMap } from "#modules/administration/privacy/index.ts";
import { type ExportFate, exportMap, harmlessReasons } from "./export-map.ts";
import { prefixOf } from "./rows.queries.ts";

const schema = await readFile(new URL("../../../../../../packages/database/schema.sql", import.meta.url), "utf8");

function tablesOf(sql: string): Map<string, { name: string; type: string }[]> {
  const tables = new Map<string, { name: string; type: string }[]>();
  for (const [, name, body] of sql.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)) {
    const columns = [...(body as string).matchAll(/^ {2}"?(\w+)"? ([a-z]+(?:\[\])?)/gm)].filter(([, column]) => column !== "constraint");
    tables.set(
      name as string,
      columns.map(([, column, type]) => ({ name: column as string, type: type as string })),
    );
  }
  return tables;
}

/** One line per gap. */
function gaps(sql: string, map: Record<string, ExportFate>): string[] {
  const tables = tablesOf(sql);
  const found: string[] = [];
  for (const [table, columns] of tables) {
    const line = map[table];
    if (line === undefined)
      found.push(`table ${table}: say in modules/administration/organization-exports/export-map.ts whether it is exported`);
    if (line?.fate !== "exported") continue;
    if (!columns.some(({ name }) => name === "tenant_id")) found.push(`table ${table} is exported and belongs to no tenant`);
    for (const { name, type } of columns)
      if (type.startsWith("uuid") && !line.omit.includes(name) && prefixOf(table, name) === undefined)
        found.push(`column ${table}.${name}: say in export-map.ts whose ids these are`);
    for (const name of [...line.omit, ...Object.keys(line.refs)])
      if (!columns.some((column) => column.name === name)) found.push(`export-map.ts names column ${table}.${name}, which there is not`);
  }
  for (const table of Object.keys(map)) if (!tables.has(table)) found.push(`export-map.ts names table ${table}, which there is not`);
  return found;
}

test("every table is exported, or left out with a reason, and every id says whose it is", () => {
  assert.ok(tablesOf(schema).size > 90);
  assert.deepEqual(gaps(schema, exportMap), []);
  assert.deepEqual(Object.keys(exportMap).toSorted(), Object.keys(dataMap).toSorted());
});

test("a new table or id without a line is named", () => {
  const more = `${schema}\ncreate table surveys (\n  tenant_id uuid not null,\n  answer text\n);\n`.replace(
    "create table labels (\n",
    "create table labels (\n  parent_id uuid,\n",
  );
  assert.deepEqual(gaps(more, exportMap), [
    "column labels.parent_id: say in export-map.ts whose ids these are",
    "table surveys: say in modules/administration/organization-exports/export-map.ts whether it is exported",
  ]);
});

/** What a person's data may lie in must not stay behind unseen: tables that an erasure deletes from hold it. */
test("what the erasure of a contact deletes is in the export, or passing, derived, or a file", () => {
  for (const [table, { fate }] of Object.entries(dataMap)) {
    const line = exportMap[table];
    if (fate === "deleted" && line?.fate === "left out") assert.ok(harmlessReasons.includes(line.why), table);
  }
});
