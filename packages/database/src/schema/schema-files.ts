/** Reads and checks the files of the schema; nothing here talks to a database. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseError, errorCode } from "../errors.ts";
import { splitStatements } from "./split-statements.ts";

/** A numbered file as a database records it. */
export interface MigrationRecord {
  version: number;
  name: string;
  checksum: string;
}

export interface Migration extends MigrationRecord {
  /** Counted without gaps, from 1 or from the number after the fold. */
  version: number;
  /** The file name, without its extension. */
  name: string;
  sql: string;
  /** SHA-256 in hex of the text with Unix line breaks, so that a Windows checkout has the same. */
  checksum: string;
  /** False for files that begin with `-- no-transaction`: each statement then runs on its own. */
  transaction: boolean;
}

/** A file whose current text the database has; it is applied again when the text changes. */
export interface SqlFile {
  /** As in schema_files: `functions/` and the name of a function, or `policies`. */
  name: string;
  sql: string;
  checksum: string;
}

export interface FunctionFile extends SqlFile {
  /** The function of the file, which has its name. */
  function: string;
  /** `-- owner: parley_search` in the first line; parley_owner by default. */
  owner: string;
}

export interface SchemaFiles {
  /** The numbered migrations that were folded into `tables`. A new database gets the tables and counts as having all of these. */
  folded: MigrationRecord[];
  /** Table files by area, in name order. */
  tables: SqlFile[];
  migrations: Migration[];
  functions: FunctionFile[];
  /** The policies of tenant tables: runs after every change of tables. */
  policies: SqlFile | null;
}

/** packages/database of this checkout. */
export const defaultDirectory = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Reads a whole folder: `schema/`, `migrations/`, `functions/`, `policies.sql`; missing parts are empty. Throws
 * migration_files_invalid for a bad name, a gap, a duplicate number, transaction control, or a function file with other
 * contents.
 */
export async function readSchemaFiles(directory: string = defaultDirectory): Promise<SchemaFiles> {
  const folded = await readFolded(join(directory, "schema", "folded.txt"));
  const [tables, migrations, functions, policies] = await Promise.all([
    readFolder(directory, "schema"),
    readMigrations(join(directory, "migrations"), folded.length),
    readFolder(directory, "functions"),
    readText(join(directory, "policies.sql")),
  ]);
  return {
    folded,
    tables,
    migrations,
    functions: functions.map(readFunction),
    policies: policies === null ? null : { name: "policies", sql: policies, checksum: checksumOf(policies) },
  };
}

/** In order of version. */
async function readMigrations(directory: string, folded: number): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const file of await listSql(directory)) {
    const match = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file);
    if (match === null) throw invalid(`${file} is not named like 0062_add_message_provider_id.sql`);
    const version = Number(match[1]);
    const expected = folded + migrations.length + 1;
    if (version !== expected) {
      if (version <= folded) throw invalid(`${file} has a number of those that are folded; the next is ${expected}`);
      throw invalid(version < expected ? `${file} repeats the number ${version}` : `number ${expected} is missing before ${file}`);
    }
    const sql = await mustRead(join(directory, file));
    const transaction = !/^--\s*no-transaction\b/.test(sql);
    refuseTransactionControl(file, sql);
    migrations.push({ version, name: file.slice(0, -".sql".length), sql, checksum: checksumOf(sql), transaction });
  }
  return migrations;
}

/** Lines of `checksum  name`, as sha256sum writes them. */
async function readFolded(path: string): Promise<MigrationRecord[]> {
  const lines = ((await readText(path)) ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line, index) => {
    const match = /^([0-9a-f]{64}) {2}(\d{4}_[a-z0-9_]+)$/.exec(line);
    if (match === null || Number(match[2]?.slice(0, 4)) !== index + 1) throw invalid(`line "${line}" of folded.txt`);
    return { version: index + 1, name: match[2] as string, checksum: match[1] as string };
  });
}

async function readFolder(directory: string, folder: string): Promise<SqlFile[]> {
  const files: SqlFile[] = [];
  for (const file of await listSql(join(directory, folder))) {
    const sql = await mustRead(join(directory, folder, file));
    refuseTransactionControl(file, sql);
    files.push({ name: `${folder}/${file.slice(0, -".sql".length)}`, sql, checksum: checksumOf(sql) });
  }
  return files;
}

function readFunction(file: SqlFile): FunctionFile {
  const name = file.name.slice("functions/".length);
  const made = splitStatements(file.sql).flatMap((statement) => {
    const match = /^create (or replace )?function (\w+)/i.exec(statement);
    return match === null ? [] : [match];
  });
  const [only] = made;
  if (made.length !== 1 || only?.[1] === undefined || only[2] !== name)
    throw invalid(`${file.name}.sql must hold "create or replace function ${name}" and no other function`);
  const owner = /^-- owner: (\w+)\n/.exec(file.sql)?.[1] ?? "parley_owner";
  return { ...file, function: name, owner };
}

function refuseTransactionControl(file: string, sql: string): void {
  for (const statement of splitStatements(sql)) {
    if (/^(begin|start\s+transaction|commit|end|rollback|abort)\b/i.test(statement))
      throw invalid(`${file} contains "${statement.slice(0, 40)}"; the runner opens and commits the transaction`);
  }
}

async function listSql(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(".sql")).sort();
}

async function readText(path: string): Promise<string | null> {
  return await mustRead(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
}

async function mustRead(path: string): Promise<string> {
  return (await readFile(path, "utf8")).replaceAll("\r\n", "\n");
}

function checksumOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

function invalid(message: string): DatabaseError {
  return new DatabaseError("migration_files_invalid", `Schema files: ${message}.`);
}
