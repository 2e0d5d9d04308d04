/**
 * What is replaced as a whole instead of being migrated: functions and policies. A database records the checksum of each text
 * (schema_files), so a file is applied again when its text changes, and a text without a file is dropped.
 */
import pg from "pg";
import { DatabaseError, errorCode, errorMessage } from "../errors.ts";
import type { FunctionFile, SchemaFiles, SqlFile } from "./schema-files.ts";

/**
 * Undefined function, table, object (a type), column: a later file of the same run may create what a function refers
 * to.
 */
const missingObjectCodes = ["42883", "42P01", "42704", "42703"];

export async function createSchemaFilesTable(client: pg.Client, files: SchemaFiles): Promise<void> {
  await client.query(`create table public.schema_files (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  // Readable by all roles, like schema_migrations.
  await client.query("grant select on public.schema_files to public");
  if (files.functions.length === 0) return;
  // Functions created by numbered migrations: their text is unknown, so they are replaced, or dropped if there is no
  // file.
  await client.query(`insert into public.schema_files (name, checksum)
    select distinct 'functions/' || p.proname, '' from pg_proc p
     where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) in ('parley_owner', 'parley_search')`);
}

/** Names of the texts that a database lacks, and of those it no longer needs. */
export async function changedTexts(client: pg.Client, files: SchemaFiles): Promise<{ changed: string[]; removed: string[] }> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_files') as name`);
  const { rows } =
    tables[0]?.name === null
      ? { rows: [] }
      : await client.query<{ name: string; checksum: string }>("select name, checksum from public.schema_files order by name");
  const present = new Map(rows.map((row) => [row.name, row.checksum]));
  const texts: SqlFile[] = [...files.functions, ...(files.policies === null ? [] : [files.policies])];
  const names = new Set(texts.map((text) => text.name));
  return {
    changed: texts.filter((text) => present.get(text.name) !== text.checksum).map((text) => text.name),
    removed: rows.map((row) => row.name).filter((name) => !names.has(name)),
  };
}

/**
 * Brings functions to the text of their files, inside the caller's transaction, and returns the names of the files.
 * With `later`, functions that refer to missing objects are left for a later call; without it they fail.
 */
export async function applyFunctions(client: pg.Client, files: SchemaFiles, later: boolean): Promise<string[]> {
  const { changed, removed } = await changedTexts(client, files);
  const applied: string[] = [];
  let waiting = files.functions.filter((file) => changed.includes(file.name));
  // A function may set parameters of pg_trgm only if the session has loaded it.
  if (waiting.length > 0)
    await client.query("do $$ begin perform public.similarity('', ''); exception when undefined_function then null; end $$");
  // In name order; a function that refers to another one of the run waits for it.
  for (let before = -1; waiting.length > 0 && waiting.length !== before; ) {
    before = waiting.length;
    const left: FunctionFile[] = [];
    for (const file of waiting) {
      if (await applyFunction(client, file, true)) applied.push(file.name);
      else left.push(file);
    }
    waiting = left;
  }
  if (later) return applied;
  // PostgreSQL's error says what is missing.
  for (const file of waiting) await applyFunction(client, file, false);
  for (const name of removed.filter((name) => name.startsWith("functions/"))) {
    await dropFunctions(client, await listFunctions(client, name.slice("functions/".length)), name);
    await client.query("set local role parley_owner");
    await client.query("delete from public.schema_files where name = $1", [name]);
    applied.push(name);
  }
  return applied;
}

/** The policies that tables lack. Cheap when there is nothing to do, so it runs with every change of tables. */
export async function applyPolicies(client: pg.Client, { policies }: SchemaFiles): Promise<void> {
  if (policies === null) return;
  await client.query("set local role parley_owner");
  await client.query(policies.sql).catch((error: unknown) => {
    throw failure(policies, error);
  });
  await record(client, policies);
}

interface FoundFunction {
  oid: number;
  signature: string;
  owner: string;
}

async function applyFunction(client: pg.Client, file: FunctionFile, mayWait: boolean): Promise<boolean> {
  const before = await listFunctions(client, file.function);
  await client.query("savepoint function_file");
  const run = async (): Promise<void> => {
    await client.query(`set local role ${pg.escapeIdentifier(file.owner)}`);
    // Removes rights that the file no longer grants, as if the function were new.
    for (const { signature } of await listFunctions(client, file.function)) {
      await client.query(`revoke all on function ${signature} from public, parley_app, parley_worker, parley_search, parley_owner`);
      await client.query(`grant execute on function ${signature} to public, ${pg.escapeIdentifier(file.owner)}`);
    }
    await client.query(file.sql);
  };
  try {
    // A new owner could not replace the previous owner's function.
    await dropFunctions(
      client,
      before.filter((found) => found.owner !== file.owner),
      file.name,
    );
    await run().catch(async (error: unknown) => {
      // 42P13: a change that replacing cannot make (result type, parameter names). 42725: with other parameters it exists next to the
      // previous one, and a statement of the file that names it without parameters is ambiguous.
      if (!["42P13", "42725"].includes(errorCode(error))) throw error;
      await client.query("rollback to savepoint function_file");
      await dropFunctions(client, before, file.name);
      await run();
    });
    // Different parameters created another function next to the previous one.
    const after = await listFunctions(client, file.function);
    if (after.some(({ oid }) => !before.some((found) => found.oid === oid)))
      await dropFunctions(
        client,
        after.filter(({ oid }) => before.some((found) => found.oid === oid)),
        file.name,
      );
    await record(client, file);
    await client.query("release savepoint function_file");
    return true;
  } catch (error) {
    if (!mayWait || !missingObjectCodes.includes(errorCode(error))) throw failure(file, error);
    await client.query("rollback to savepoint function_file");
    return false;
  }
}

async function listFunctions(client: pg.Client, name: string): Promise<FoundFunction[]> {
  const { rows } = await client.query<FoundFunction>(
    `select p.oid::int8::int as oid, pg_get_userbyid(p.proowner)::text as owner,
            format('public.%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) as signature
       from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname = $1
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
    [name],
  );
  return rows;
}

async function dropFunctions(client: pg.Client, found: FoundFunction[], file: string): Promise<void> {
  for (const { signature, owner } of found) {
    await client.query(`set local role ${pg.escapeIdentifier(owner)}`);
    await client.query(`drop function ${signature}`).catch((error: unknown) => {
      // 2BP01: a column, an index or another object depends on it.
      if (errorCode(error) !== "2BP01") throw error;
      throw new DatabaseError(
        "migration_failed",
        `${file} changes or removes a function that other objects use: ${errorMessage(error)}. Free them from it in a migration first.`,
        error,
      );
    });
  }
}

async function record(client: pg.Client, file: SqlFile): Promise<void> {
  await client.query("set local role parley_owner");
  await client.query(
    `insert into public.schema_files (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now() where schema_files.checksum <> excluded.checksum`,
    [file.name, file.checksum],
  );
}

/**
 * The message for the operator: the file, the line if PostgreSQL names one, and its error. Keeps the code of a lock
 * time-out.
 */
export function failure(file: { name: string; sql: string }, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const position = typeof error === "object" && error !== null && "position" in error ? Number(error.position) : Number.NaN;
  const at = Number.isInteger(position) ? ` at line ${file.sql.slice(0, position).split("\n").length}` : "";
  return new DatabaseError("migration_failed", `${file.name} failed${at}: ${errorMessage(error)}`, error);
}
