/** Brings a database to the schema of this code: numbered files, each once, forward only. */
import type pg from "pg";
import { inTransaction, withClient } from "./connect.ts";
import { DatabaseError, errorCode, errorMessage } from "./errors.ts";
import { setFirstStatistics } from "./first-statistics.ts";
import type { DatabaseLog } from "./log.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { poll } from "./poll.ts";
import { splitStatements } from "./split-statements.ts";

export interface MigrateOptions {
  /** Folder of the files; the package's own unless given. */
  directory?: string;
  log: DatabaseLog;
  /** Stop after this version; restore uses it to reach the schema of a backup. */
  targetVersion?: number;
}

/** What the database says it has. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/** Any number; the same in every release. */
const migrateLock = 7_280_002;
/** Statements that wait for a lock make everybody behind them wait too, so a migration gives up soon and tries again. */
const lockTimeoutMs = 5_000;
const lockAttemptsMs = 120_000;

/**
 * Applies what is missing and returns its names. Several servers may call it at once: one works, the others wait and find
 * nothing left. Each file runs as parley_owner in a transaction with its entry in schema_migrations.
 *
 * Rejects with migration_files_invalid, migration_changed, migration_gap, schema_newer (before anything is changed) or
 * migration_failed (the files before the failing one stay applied). Needs a connection that keeps its session: no
 * transaction-pooling proxy. Row-level security applies to parley_owner where it is forced, so a file that rewrites
 * tenants' rows needs a policy for it.
 */
export async function migrate(admin: pg.ClientConfig, options: MigrateOptions): Promise<{ applied: string[] }> {
  const files = await readMigrations(options.directory);
  return await withClient(admin, async (client) => {
    await takeLock(client);
    await client.query("set search_path = public");
    await createTable(client);
    const pending = comparePending(files, await listApplied(client));
    const applied: string[] = [];
    for (const migration of pending) {
      if (migration.version > (options.targetVersion ?? Number.POSITIVE_INFINITY)) break;
      const startedAt = performance.now();
      await apply(client, migration);
      applied.push(migration.name);
      options.log.info({ migration: migration.name, durationMs: Math.round(performance.now() - startedAt) }, "migration applied");
    }
    // Plans only: a database without them is slower for its first seconds, not broken.
    if (applied.length > 0)
      await setFirstStatistics(client).catch((error: unknown) =>
        options.log.warn({ err: error }, "empty tables have no statistics; query plans improve once PostgreSQL has analysed them"),
      );
    return { applied };
  });
}

/** The names of the files a database lacks, in order. Rejects like migrate, changes nothing, needs no privilege but SELECT. */
export async function pendingMigrations(client: pg.Client, directory?: string): Promise<string[]> {
  const files = await readMigrations(directory);
  return comparePending(files, await listApplied(client)).map((migration) => migration.name);
}

/** Empty for a database that never saw a migration. In order of version. */
export async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') as name`);
  if (tables[0]?.name === null) return [];
  const { rows } = await client.query<AppliedMigration>("select version, name, checksum from public.schema_migrations order by version");
  return rows;
}

/** Throws unless the applied migrations are the first ones of `files`, unchanged. */
export function comparePending(files: Migration[], applied: AppliedMigration[]): Migration[] {
  const newest = files.length;
  for (const [index, row] of applied.entries()) {
    if (row.version > newest) {
      throw new DatabaseError(
        "schema_newer",
        `The database has migration ${row.name}, but this release only knows ${newest} migrations. ` +
          "A newer release has used it. Run that release, or restore an earlier backup.",
      );
    }
    if (row.version !== index + 1) {
      throw new DatabaseError(
        "migration_gap",
        `The database has migration ${row.name} but not number ${index + 1}. Its schema_migrations table was altered.`,
      );
    }
    const file = files[index];
    if (file !== undefined && file.checksum !== row.checksum) {
      throw new DatabaseError(
        "migration_changed",
        `Migration ${file.name} was changed after it had been applied. Restore the file and write a new migration for the change.`,
      );
    }
  }
  return files.slice(applied.length);
}

async function createTable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.schema_migrations') as name`);
  if (rows[0]?.name !== null) return;
  await inTransaction(client, async () => {
    await client.query("set local role parley_owner");
    await client.query(`create table public.schema_migrations (
      version int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
    // To everybody: the admin is not the owner, and which release this is is no secret to who may connect.
    await client.query("grant select on public.schema_migrations to public");
  }).catch((error: unknown) => {
    throw new DatabaseError("migration_failed", `Cannot create schema_migrations as parley_owner: ${errorMessage(error)}`, error);
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const run = migration.transaction ? applyInTransaction : applyStatements;
  const attempt = () =>
    run(client, migration).then(
      () => true,
      (error: unknown) => {
        // 55P03: a lock was not to be had in time. In a transaction nothing has happened yet.
        if (migration.transaction && errorCode(error) === "55P03") return null;
        throw failure(migration, error);
      },
    );
  const done = await poll(attempt, { timeoutMs: lockAttemptsMs, everyMs: 500 });
  if (done === null)
    throw failure(migration, new Error(`no lock could be taken for ${lockAttemptsMs / 1000} s: a long transaction blocks it`));
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await inTransaction(client, async () => {
    await client.query("set local role parley_owner");
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.sql);
    await record(client, migration);
  });
}

/**
 * For CREATE INDEX CONCURRENTLY and its like. A failure leaves the statements before it done, so such a file holds few
 * statements that can all be repeated (`drop index concurrently if exists` first: a failed build leaves an invalid index).
 */
async function applyStatements(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("set role parley_owner");
  try {
    for (const statement of splitStatements(migration.sql)) await client.query(statement);
    await record(client, migration);
  } finally {
    await client.query("reset role");
  }
}

async function record(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query("insert into public.schema_migrations (version, name, checksum) values ($1, $2, $3)", [version, name, checksum]);
}

/**
 * Held until the connection closes. Asked for again and again instead of waited for: a waiting statement holds a snapshot,
 * and CREATE INDEX CONCURRENTLY of the server that works would wait for it in turn.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const got = await poll(
    async () => {
      const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [migrateLock]);
      return rows[0]?.locked ? true : null;
    },
    { timeoutMs: 3_600_000, everyMs: 100 },
  );
  if (got === null) throw new DatabaseError("migration_failed", "Another server has been migrating this database for an hour.");
}

function failure(migration: Migration, error: unknown): DatabaseError {
  const at = typeof error === "object" && error !== null && "position" in error ? lineAt(migration.sql, Number(error.position)) : "";
  return new DatabaseError("migration_failed", `Migration ${migration.name} failed${at}: ${errorMessage(error)}`, error);
}

function lineAt(sql: string, position: number): string {
  return Number.isInteger(position) ? ` at line ${sql.slice(0, position).split("\n").length}` : "";
}
