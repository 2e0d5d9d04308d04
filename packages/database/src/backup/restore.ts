/// <reference path="./pg-copy-streams.d.ts" />
/** Loads a backup into an empty installation. */
import { createReadStream } from "node:fs";
import { access, constants } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type BackupHeader, type BackupTable, corrupt, type Frame, parseJson, readFrames } from "./backup-format.ts";
import type { BackupSummary } from "./backup.ts";
import { inTransaction, withClient } from "../connect.ts";
import { DatabaseError, errorMessage } from "../errors.ts";
import { deferForwardKeys } from "../foreign-keys.ts";
import type { DatabaseLog } from "../log.ts";
import { comparePending, listApplied, migrate } from "../schema/migrate.ts";
import { readSchemaFiles } from "../schema/schema-files.ts";
import { columnList, isSuperuser, listTables, qualified, setTextFormats, type TableInfo } from "../tables.ts";
import { hadServers, type HeldWork, type Holding, holdDue, pauseBroadcasts } from "./restore-holding.ts";
import { renumberEventLog } from "./restore-positions.ts";

export interface RestoreOptions {
  log: DatabaseLog;
  /**
   * Holds what may have been sent after the backup. null: nothing has run since the backup, so everything continues; refused
   * (restore_refused) for a backup that was made while a server ran.
   */
  hold: Holding | null;
  /** Folder of the schema files; the package's own unless given. */
  directory?: string;
}

export interface RestoreSummary extends BackupSummary {
  /** null: nothing was to be held. */
  held: HeldWork | null;
}

type Frames = AsyncGenerator<Frame, void, void>;

/**
 * Brings an empty or fresh database to the schema version of the backup and loads its rows in one transaction, with
 * every constraint checked. Row counts and the checksum are compared before the commit, so a damaged file changes no
 * row. Replaces rows from migrations or a first start (in tables without a tenant). The next start applies migrations
 * newer than the backup.
 *
 * Refuses (restore_refused) a database with rows of a tenant or a user, one beyond the backup's version, and a backup
 * of a newer or altered schema. A damaged file is backup_corrupt. Stop the server first: tables are locked. Needs a
 * superuser, or the admin that openDatabase accepts (acts as parley_owner, which owns the tables).
 */
export async function restore(admin: pg.ClientConfig, file: string, options: RestoreOptions): Promise<RestoreSummary> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new DatabaseError("restore_refused", `Cannot read the backup: ${errorMessage(error)}.`, error);
  });
  const gunzip = createGunzip();
  const reading = pipeline(createReadStream(file), gunzip);
  // The error is reported through the frames; without a handler it would end the process.
  reading.catch(() => undefined);
  const frames = readFrames(gunzip);
  try {
    const header = await readHeader(frames);
    await withClient(admin, (client) => refuseUnlessEmpty(client));
    await reachVersion(admin, header, options);
    return await withClient(admin, (client) => inTransaction(client, () => load(client, header, frames, options.hold)));
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("restore_refused", `The restore failed and changed no rows: ${errorMessage(error)}.`, error);
  } finally {
    gunzip.destroy();
  }
}

async function readHeader(frames: Frames): Promise<BackupHeader> {
  const { value: first } = await frames.next();
  if (first?.kind !== "H") throw corrupt(new Error("it has no header"));
  const header = parseJson<BackupHeader>(first.payload);
  if (header.format !== 1) {
    throw new DatabaseError(
      "restore_refused",
      `The backup has format ${header.format}, which this release does not know. Use the release that wrote it, or a newer one.`,
    );
  }
  return header;
}

/** Tables of a tenant, and of people: rows in them mean that the installation is in use. */
async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const tables = (await listTables(client)).filter((table) => table.columns.includes("tenant_id") || table.name === "users");
  const used = await inTransaction(client, async () => {
    await liftRowSecurity(client, tables);
    const names: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ used: boolean }>(`select exists (select from ${qualified(name)}) as used`);
      if (rows[0]?.used) names.push(name);
    }
    await enforceRowSecurity(client, tables);
    return names;
  });
  if (used.length > 0) {
    throw new DatabaseError(
      "restore_refused",
      `The database already has rows in ${used.join(", ")}. Restore into a new one (another DATA_DIR or DATABASE_URL, started with DEMO=false or not at all).`,
    );
  }
}

async function reachVersion(admin: pg.ClientConfig, header: BackupHeader, options: RestoreOptions): Promise<void> {
  const files = await readSchemaFiles(options.directory);
  // Compares the backup's list with ours: a newer, altered or incomplete one is refused with migrate's message.
  try {
    comparePending(files, header.migrations);
  } catch (error) {
    throw new DatabaseError("restore_refused", `The backup does not fit this release. ${errorMessage(error)}`, error);
  }
  const wanted = header.migrations.length;
  await migrate(admin, { ...options, targetVersion: wanted });
  const present = await withClient(admin, (client) => listApplied(client));
  if (present.length !== wanted) {
    throw new DatabaseError(
      "restore_refused",
      `The database has ${present.length} migrations and the backup ${wanted}. Restore into a new database, which is migrated to the backup's version.`,
    );
  }
}

async function load(client: pg.Client, header: BackupHeader, frames: Frames, hold: Holding | null): Promise<RestoreSummary> {
  await setTextFormats(client);
  const present = await listTables(client);
  compareTables(present, header.tables);
  await liftRowSecurity(client, present);
  if (present.length > 0) {
    // Cascades to tables that a backup leaves out: unlogged ones that refer to these.
    await client.query(`truncate ${present.map((table) => qualified(table.name)).join(", ")} cascade`);
  }
  const checkForwardKeys = await deferForwardKeys(
    client,
    header.tables.map((table) => table.name),
  );
  const summary = await loadTables(client, header.tables, frames);
  await checkForwardKeys();
  for (const { name, lastValue, isCalled } of header.sequences) {
    await client.query("select setval($1::regclass, $2, $3)", [qualified(name), lastValue, isCalled]);
  }
  const names = present.map((table) => table.name);
  if (hold === null && (await hadServers(client, names)))
    throw new DatabaseError(
      "restore_refused",
      "A server was running when this backup was made, or had been killed before, so what it sent afterwards would be sent again. " +
        "Start and stop the original server, make a backup while it is stopped, and restore that one; or restore this one without --resume.",
    );
  const due = hold && (await holdDue(client, names, hold.at));
  await renumberEventLog(client, names);
  const held = hold && due && { ...due, broadcasts: await pauseBroadcasts(client, names, hold) };
  await enforceRowSecurity(client, present);
  // Without statistics the first queries would be planned for empty tables.
  for (const { name } of present) await client.query(`analyze ${qualified(name)}`);
  return { ...summary, held };
}

function compareTables(present: TableInfo[], archived: BackupTable[]): void {
  const spell = (tables: BackupTable[]) => tables.map(({ name, columns }) => `${name}(${columns.join(",")})`);
  const [here, there] = [spell(present), spell(archived)];
  const different = [...here.filter((table) => !there.includes(table)), ...there.filter((table) => !here.includes(table))];
  if (different.length > 0) {
    throw new DatabaseError("restore_refused", `The tables of the backup differ from those its migrations make: ${different.join("; ")}.`);
  }
}

async function loadTables(client: pg.Client, tables: BackupTable[], frames: Frames): Promise<BackupSummary> {
  const summary: BackupSummary = { tables: [] };
  for (const { name, columns } of tables) {
    const { value: begin } = await frames.next();
    if (begin?.kind !== "T" || parseJson<{ name: string }>(begin.payload).name !== name)
      throw corrupt(new Error("its tables are out of order"));
    const copy = client.query(copyFrom(`copy ${qualified(name)} (${columnList(columns)}) from stdin`));
    let announced = -1;
    const rows = async function* () {
      for (;;) {
        const { value: frame } = await frames.next();
        if (frame?.kind === "D") yield frame.payload;
        else if (frame?.kind === "E") {
          announced = parseJson<{ rows: number }>(frame.payload).rows;
          return;
        } else throw corrupt(new Error("a table does not end"));
      }
    };
    await pipeline(Readable.from(rows(), { objectMode: false }), copy);
    if (copy.rowCount !== announced) throw corrupt(new Error(`${name} has ${copy.rowCount} rows instead of ${announced}`));
    summary.tables.push({ name, rows: announced });
  }
  // Reading to the end compares the checksum.
  const { done } = await frames.next();
  if (!done) throw corrupt(new Error("it has more tables than announced"));
  return summary;
}

/**
 * A superuser bypasses the policies anyway. Everybody else acts as the owner of the tables, for whom the policies are forced. FORCE is
 * lifted inside the transaction that restores it, so nobody else ever sees the tables without it.
 */
async function liftRowSecurity(client: pg.Client, tables: TableInfo[]): Promise<void> {
  if (await isSuperuser(client)) return;
  await client.query("set local role parley_owner");
  for (const { name } of tables.filter((table) => table.forced))
    await client.query(`alter table ${qualified(name)} no force row level security`);
}

async function enforceRowSecurity(client: pg.Client, tables: TableInfo[]): Promise<void> {
  if (await isSuperuser(client)) return;
  for (const { name } of tables.filter((table) => table.forced))
    await client.query(`alter table ${qualified(name)} force row level security`);
}
