/** Reads and checks the migration files; nothing here talks to a database. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseError } from "./errors.ts";
import { splitStatements } from "./split-statements.ts";

export interface Migration {
  /** Counted from 1 without gaps. */
  version: number;
  /** `0012_add_message_provider_id` */
  name: string;
  sql: string;
  /** SHA-256 in hex of the text with Unix line ends, so a Windows checkout has the same. */
  checksum: string;
  /** False for files that begin with `-- no-transaction`: each statement then stands alone. */
  transaction: boolean;
}

/** packages/database/migrations of this checkout. */
export const defaultDirectory = fileURLToPath(new URL("../migrations", import.meta.url));

/** In order of version. Throws migration_files_invalid for a bad name, a gap, a number used twice or transaction control. */
export async function readMigrations(directory: string = defaultDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const migrations: Migration[] = [];
  for (const file of names) {
    const match = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file);
    if (match === null) throw invalid(`${file} is not named like 0012_add_message_provider_id.sql`);
    const version = Number(match[1]);
    const expected = migrations.length + 1;
    if (version !== expected) {
      throw invalid(version < expected ? `${file} repeats the number ${version}` : `number ${expected} is missing before ${file}`);
    }
    const sql = (await readFile(join(directory, file), "utf8")).replaceAll("\r\n", "\n");
    const transaction = !/^--\s*no-transaction\b/.test(sql);
    for (const statement of splitStatements(sql)) {
      if (/^(begin|start\s+transaction|commit|end|rollback|abort)\b/i.test(statement)) {
        throw invalid(`${file} contains "${statement.slice(0, 40)}"; the runner opens and commits the transaction`);
      }
    }
    const checksum = createHash("sha256").update(sql).digest("hex");
    migrations.push({ version, name: file.slice(0, -".sql".length), sql, checksum, transaction });
  }
  return migrations;
}

function invalid(message: string): DatabaseError {
  return new DatabaseError("migration_files_invalid", `Migration files: ${message}.`);
}
