import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { TableOwner } from "../../apps/server/src/platform/tables.ts";
import { exceptions } from "./exceptions.ts";
import { checkTables, type Findings, partOf, type SourceText } from "./table-rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function read(patterns: string[]): Promise<SourceText[]> {
  const paths: string[] = [];
  for await (const path of glob(patterns, { cwd: root })) paths.push(path);
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readFile(`${root}${path}`, "utf8") })));
}

/** Reads and checks the tree: its declarations, code, functions and schema. */
export async function readTables(): Promise<
  Findings & { owners: ReadonlyMap<string, string>; declared: readonly TableOwner[]; schema: string }
> {
  const code = (await read(["apps/server/src/**/*.ts"])).filter(({ path }) => !path.endsWith(".test.ts"));
  const declared = await Promise.all(
    code
      .filter(({ path }) => /\/(?:modules\/[^/]+|platform)\/[^/]+\/tables\.ts$/.test(path))
      .map(async ({ path }) => ({ ...((await import(`${root}${path}`)) as { tables: TableOwner }).tables, folder: partOf(path) })),
  );
  const functions = await read(["packages/database/functions/*.sql"]);
  const schema = await readFile(`${root}packages/database/schema.sql`, "utf8");
  // A wrong folder or pattern would otherwise make this check pass forever.
  if (declared.length < 50 || functions.length < 40 || !code.some(({ path }) => path.endsWith(".queries.ts")))
    throw new Error("the tree was not found");
  const owners = new Map(declared.flatMap(({ owner, tables }) => Object.keys(tables).map((table) => [table, owner] as const)));
  return { ...checkTables({ owners: declared, code, functions, schema, exceptions }), owners, declared, schema };
}
