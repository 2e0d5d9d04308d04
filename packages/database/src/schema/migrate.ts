/**
 * Brings a database to the schema of this code: the folded tables for a new one, each numbered file once and forward
 * only, functions and policies whenever their text changes.
 */
import type pg from "pg";
import { inTransaction, withClient } from "../connect.ts";
import { DatabaseError, errorCode, errorMessage } from "../errors.ts";
import { setFirstStatistics } from "../first-statistics.ts";
import type { DatabaseLog } from "../log.ts";
import { poll } from "../poll.ts";
import { type Migration, type MigrationRecord, readSchemaFiles, type SchemaFiles } from "./schema-files.ts";
import { applyFunctions, applyPolicies, changedTexts, createSchemaFilesTable, failure } from "./schema-texts.ts";
import { splitStatements } from "./split-statements.ts";

export interface MigrateOptions {
  /** Folder with `schema/`, `migrations/`, `functions/` and `policies.sql`; the package's own unless given. */
  directory?: string;
  log: DatabaseLog;
  /**
   * Stop after this version; restore uses it to reach the schema of a backup. Functions that need a later version are
   * then left out.
   */
  targetVersion?: number;
}

/** An applied migration, as the database records it. */
export type AppliedMigration = MigrationRecord;

/** Any number; the same in every release. */
const migrateLock = 7_280_002;
/** A statement waiting for a lock blocks all statements behind it, so a migration gives up soon and retries. */
const lockTimeoutMs = 5_000;
const lockAttemptsMs = 120_000;
/** The last commit with the unfolded migrations, which brings a database with any of them to the fold. */
const lastUnfolded = "c94cd6c";

/**
 * Applies what is missing and returns its names: `schema` for a new database, then migrations, then functions. Several
 * servers may call it at once: one works, the others wait and find nothing left. Each migration runs as parley_owner in
 * a transaction with its entry in schema_migrations.
 *
 * Rejects with migration_files_invalid, migration_changed, migration_gap, schema_newer, schema_too_old (before anything
 * is changed) or migration_failed (the files before the failing one stay applied). Needs a connection that keeps its
 * session: no transaction-pooling proxy. Row-level security applies to parley_owner where it is forced, so a file that
 * rewrites tenants' rows lifts it first; policies.sql, which follows in its transaction, restores it.
 */
export async function migrate(admin: pg.ClientConfig, options: MigrateOptions): Promise<{ applied: string[] }> {
  const { log, targetVersion = Number.POSITIVE_INFINITY } = options;
  const files = await readSchemaFiles(options.directory);
  return await withClient(admin, async (client) => {
    await takeLock(client);
    await client.query("set search_path = public");
    const present = await listApplied(client);
    const pending = comparePending(files, present);
    await createTables(client, files);
    const before = await changedTexts(client, files);
    const applied: string[] = [];
    const step = async (name: string, work: () => Promise<void>) => {
      const startedAt = performance.now();
      await work();
      applied.push(name);
      log.info({ migration: name, durationMs: Math.round(performance.now() - startedAt) }, "migration applied");
    };
    if (present.length === 0 && files.folded.length > 0 && targetVersion >= files.folded.length)
      await step("schema", () => buildTables(client, files));
    for (const migration of pending) {
      if (migration.version > targetVersion) break;
      await step(migration.name, () => apply(client, migration, files));
    }
    const startedAt = performance.now();
    const texts = await applyTexts(client, files, targetVersion < newestOf(files));
    // A migration brings its policies.
    if (applied.length > 0 && before.changed.includes("policies") && !texts.includes("policies")) texts.push("policies");
    if (texts.length > 0)
      log.info({ files: texts, durationMs: Math.round(performance.now() - startedAt) }, "functions and policies applied");
    if (!applied.includes("schema")) applied.push(...texts);
    // Affects only plans: without it a database is slow for a few seconds, not broken.
    if (applied.length > 0)
      await setFirstStatistics(client).catch((error: unknown) =>
        log.warn({ err: error }, "empty tables have no statistics; query plans improve once PostgreSQL has analysed them"),
      );
    return { applied };
  });
}

/** What a database lacks, by name and in order. Rejects like migrate, changes nothing, needs only SELECT. */
export async function pendingMigrations(client: pg.Client, directory?: string): Promise<string[]> {
  const files = await readSchemaFiles(directory);
  const present = await listApplied(client);
  const migrations = comparePending(files, present).map((migration) => migration.name);
  if (present.length === 0 && files.folded.length > 0) return ["schema", ...migrations];
  const { changed, removed } = await changedTexts(client, files);
  return [...migrations, ...changed, ...removed];
}

/** Empty for a database without any migration. In order of version. */
export async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query(`select to_regclass('public.schema_migrations') as name`);
  if (tables[0]?.name === null) return [];
  const { rows } = await client.query<AppliedMigration>("select version, name, checksum from public.schema_migrations order by version");
  return rows;
}

/** The migrations still to be applied. Throws unless the applied ones are the first ones of `files`, unchanged. */
export function comparePending(files: SchemaFiles, applied: MigrationRecord[]): Migration[] {
  const known: MigrationRecord[] = [...files.folded, ...files.migrations];
  for (const [index, row] of applied.entries()) {
    if (row.version > known.length) {
      throw new DatabaseError(
        "schema_newer",
        `The database has migration ${row.name}, but this release only knows ${known.length} migrations. ` +
          "A newer release has used it. Run that release, or restore an earlier backup.",
      );
    }
    if (row.version !== index + 1) {
      throw new DatabaseError(
        "migration_gap",
        `The database has migration ${row.name} but not number ${index + 1}. Its schema_migrations table was altered.`,
      );
    }
    const file = known[index];
    if (file !== undefined && file.checksum !== row.checksum) {
      throw new DatabaseError(
        "migration_changed",
        `Migration ${file.name} was changed after it had been applied. Restore the file and write a new migration for the change.`,
      );
    }
  }
  if (applied.length > 0 && applied.length < files.folded.length) {
    throw new DatabaseError(
      "schema_too_old",
      `The database has ${applied.length} of the ${files.folded.length} migrations that this release holds as one schema. ` +
        `Bring it to the last of them with the revision that has them one by one (git checkout ${lastUnfolded}; npm ci; npm run migrate), then run this release.`,
    );
  }
  return files.migrations.slice(Math.max(0, applied.length - files.folded.length));
}

/**
 * The tables of a new database, in one transaction with the records of the migrations they replace. Applies the
 * functions that are possible so far.
 */
async function buildTables(client: pg.Client, files: SchemaFiles): Promise<void> {
  await inTransaction(client, async () => {
    // The functions that generated columns and indexes use.
    await applyFunctions(client, files, true);
    await client.query("set local role parley_owner");
    for (const file of files.tables)
      await client.query(file.sql).catch((error: unknown) => {
        throw failure(file, error);
      });
    await applyPolicies(client, files);
    await applyFunctions(client, files, true);
    await client.query("set local role parley_owner");
    await client.query(
      `insert into public.schema_migrations (version, name, checksum)
       select version, name, checksum from jsonb_to_recordset($1) as x (version int, name text, checksum text)`,
      [JSON.stringify(files.folded)],
    );
  });
}

/** Functions and policies. Checks first, so that a start with everything in place takes no locks. */
async function applyTexts(client: pg.Client, files: SchemaFiles, short: boolean): Promise<string[]> {
  const { changed, removed } = await changedTexts(client, files);
  if (changed.length === 0 && removed.length === 0) return [];
  let applied: string[] = [];
  await retryLocks("functions and policies", () =>
    inTransaction(client, async () => {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      applied = await applyFunctions(client, files, short);
      if (changed.includes("policies")) await applyPolicies(client, files);
    }),
  );
  return changed.includes("policies") ? [...applied, "policies"] : applied;
}

function newestOf(files: SchemaFiles): number {
  return files.folded.length + files.migrations.length;
}

async function createTables(client: pg.Client, files: SchemaFiles): Promise<void> {
  const { rows } = await client.query<{ migrations: string | null; files: string | null }>(
    `select to_regclass('public.schema_migrations') as migrations, to_regclass('public.schema_files') as files`,
  );
  const [made] = rows;
  if (made === undefined || (made.migrations !== null && made.files !== null)) return;
  await inTransaction(client, async () => {
    await client.query("set local role parley_owner");
    if (made.migrations === null) {
      await client.query(`create table public.schema_migrations (
        version int primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
      // Readable by all roles: the admin is not the owner, and the release is no secret to anyone who may connect.
      await client.query("grant select on public.schema_migrations to public");
    }
    if (made.files === null) await createSchemaFilesTable(client, files);
  }).catch((error: unknown) => {
    throw new DatabaseError("migration_failed", `Cannot create schema_migrations as parley_owner: ${errorMessage(error)}`, error);
  });
}

async function apply(client: pg.Client, migration: Migration, files: SchemaFiles): Promise<void> {
  // Outside a transaction, a lock time-out leaves earlier statements applied.
  if (migration.transaction) await retryLocks(migration.name, () => applyInTransaction(client, migration, files));
  else await applyStatements(client, migration, files);
}

/** For work in a transaction: after a lock time-out or a deadlock, nothing has happened yet. */
async function retryLocks(name: string, work: () => Promise<void>): Promise<void> {
  const attempt = () =>
    work().then(
      () => true,
      (error: unknown) => {
        // 55P03: lock time-out; 40P01: deadlock.
        if (["55P03", "40P01"].includes(errorCode(error instanceof DatabaseError ? error.cause : error))) return null;
        throw error;
      },
    );
  if ((await poll(attempt, { timeoutMs: lockAttemptsMs, everyMs: 500 })) === null)
    throw new DatabaseError(
      "migration_failed",
      `${name} failed: a lock was not to be had for ${lockAttemptsMs / 1000} s: a long transaction is in the way`,
    );
}

async function applyInTransaction(client: pg.Client, migration: Migration, files: SchemaFiles): Promise<void> {
  await inTransaction(client, async () => {
    await client.query("set local role parley_owner");
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(migration.sql).catch((error: unknown) => {
      throw failure(migration, error);
    });
    await applyPolicies(client, files);
    await record(client, migration);
  });
}

/**
 * For CREATE INDEX CONCURRENTLY and the like. A failure leaves earlier statements applied, so such a file has few
 * statements, all repeatable (`drop index concurrently if exists` first: a failed build leaves an invalid index).
 */
async function applyStatements(client: pg.Client, migration: Migration, files: SchemaFiles): Promise<void> {
  await client.query("set role parley_owner");
  try {
    for (const statement of splitStatements(migration.sql))
      await client.query(statement).catch((error: unknown) => {
        throw failure({ name: migration.name, sql: "" }, error);
      });
    // In one transaction, so that a recorded migration has its policies.
    await retryLocks(migration.name, () =>
      inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
        await applyPolicies(client, files);
        await record(client, migration);
      }),
    );
  } finally {
    await client.query("reset role");
  }
}

async function record(client: pg.Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query("insert into public.schema_migrations (version, name, checksum) values ($1, $2, $3)", [version, name, checksum]);
}

/**
 * Held until the connection closes. Polls instead of waiting: a waiting statement holds a snapshot, and CREATE INDEX
 * CONCURRENTLY of the working server would wait for it in turn.
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
