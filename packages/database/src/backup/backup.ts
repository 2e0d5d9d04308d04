/// <reference path="./pg-copy-streams.d.ts" />
/** Writes every row of schema public into one file, as of one moment, while the server runs. */
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type BackupHeader, type BackupSequence, FrameWriter } from "./backup-format.ts";
import { inTransaction, withClient } from "../connect.ts";
import { DatabaseError, errorMessage } from "../errors.ts";
import { orderByReferences } from "../foreign-keys.ts";
import { listApplied } from "../schema/migrate.ts";
import { bypassesRowSecurity, columnList, listTables, qualified, setTextFormats, type TableInfo } from "../tables.ts";

export interface BackupSummary {
  tables: { name: string; rows: number }[];
}

/**
 * Writes one consistent snapshot of all tenants into `file` (mode 0600). The file appears, or replaces an older one, only when complete.
 * Rows are streamed, so memory does not grow with the data. Next to a running server it holds back vacuum and, like any reader, blocks
 * changes of tables.
 *
 * `login` needs no more than membership in parley_backup, which reads every row (policies.sql); the server's own login has it. A superuser,
 * a login with BYPASSRLS that may read every table (pg_read_all_data), and one that may itself, or as parley_worker or parley_owner, read
 * every table (SELECT, and a policy `for select using (true)` where row-level security is on) can do it too. Anyone else is refused with the
 * missing grant: a backup that silently lacks tenants is worse than none.
 *
 * Not included: the schema (migrations recreate it), the queue's own schema pgboss, the encryption key, files. Rejects with DatabaseError
 * backup_failed.
 */
export async function backup(login: pg.ClientConfig, file: string): Promise<BackupSummary> {
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`;
  const summary: BackupSummary = { tables: [] };
  try {
    await withClient(login, (client) =>
      inTransaction(
        client,
        async () => {
          await setTextFormats(client);
          if ((await listApplied(client)).length === 0)
            throw new DatabaseError(
              "backup_failed",
              "This database has no tables of Parley, so there is nothing to back up. Check the name of the database in DATABASE_URL. No file was written.",
            );
          // Restore loads the tables in this order, and reads the file from front to end.
          const tables = await orderByReferences(client, await listTables(client));
          await actAsReader(client, tables);
          const frames = Readable.from(writeFrames(client, tables, summary), { objectMode: false });
          await pipeline(frames, createGzip(), createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }));
        },
        "isolation level repeatable read read only",
      ),
    );
    await rename(draft, file);
    return summary;
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("backup_failed", `The backup failed: ${errorMessage(error)}. No file was written.`, error);
  }
}

async function* writeFrames(client: pg.Client, tables: TableInfo[], summary: BackupSummary): AsyncGenerator<Buffer> {
  const writer = new FrameWriter();
  yield writer.frame("H", await makeHeader(client, tables));
  for (const { name, columns } of tables) {
    yield writer.frame("T", { name });
    const copy = client.query(copyTo(`copy (select ${columnList(columns)} from ${qualified(name)}) to stdout`));
    for await (const rows of copy) yield writer.frame("D", rows as Buffer);
    yield writer.frame("E", { rows: copy.rowCount });
    summary.tables.push({ name, rows: copy.rowCount });
  }
  yield writer.end();
}

async function makeHeader(client: pg.Client, tables: TableInfo[]): Promise<BackupHeader> {
  const { rows: server } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  return {
    format: 1,
    createdAt: new Date().toISOString(),
    serverVersion: server[0]?.version ?? "",
    migrations: await listApplied(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: await listSequences(client),
  };
}

async function listSequences(client: pg.Client): Promise<BackupSequence[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'S' order by c.relname collate "C"`);
  const sequences: BackupSequence[] = [];
  for (const { name } of names) {
    const { rows } = await client.query<Omit<BackupSequence, "name">>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${qualified(name)}`,
    );
    if (rows[0] !== undefined) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}

/** Switches this transaction to a role that sees every row of every table. */
async function actAsReader(client: pg.Client, tables: TableInfo[]): Promise<void> {
  if (await bypassesRowSecurity(client)) {
    const unreadable = await listUnreadable(client, tables);
    if (unreadable.length > 0)
      throw new DatabaseError(
        "backup_failed",
        `The login in DATABASE_URL has BYPASSRLS but may not read ${someOf(unreadable)}. As a superuser: grant pg_read_all_data to it.`,
      );
    // From here on, a query that a policy would narrow fails instead.
    await client.query("set local row_security = off");
    return;
  }
  const login = await currentUser(client);
  const reasons: string[] = [];
  for (const role of [login, ...readers]) {
    if (role !== login && !(await mayActAs(client, role))) continue;
    const hidden = await listHidden(client, role, tables);
    if (hidden.length === 0) {
      if (role !== login) await client.query(`set local role ${role}`);
      return;
    }
    if (role !== login) reasons.push(`${role} cannot read all of ${someOf(hidden)}`);
  }
  const because = reasons.length === 0 ? "" : ` (${reasons.join("; ")})`;
  throw new DatabaseError("backup_failed", `A backup must see every row${because}. ${await remedy(client, login)}`);
}

/** Whom a login may act as to see every row; the role that is there for it first. */
const readers = ["parley_backup", "parley_worker", "parley_owner"];

async function currentUser(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>("select current_user::text as name");
  return rows[0]?.name ?? "";
}

async function mayActAs(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select pg_has_role(r.oid, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as may
       from pg_roles r where r.rolname = $1`,
    [role],
  );
  return rows[0]?.may ?? false;
}

async function remedy(client: pg.Client, login: string): Promise<string> {
  const { rowCount } = await client.query("select from pg_roles where rolname = 'parley_backup'");
  if (rowCount === 0)
    return "The role parley_backup does not exist yet: parley migrate, with the server's DATABASE_URL, creates it and its policies.";
  if (await mayActAs(client, "parley_backup"))
    return "The login in DATABASE_URL is a member of parley_backup, which lacks policies: run parley migrate with the server's DATABASE_URL.";
  return (
    `The login in DATABASE_URL is not a member of parley_backup. As the server's login, or as a superuser: ` +
    `grant parley_backup to ${pg.escapeIdentifier(login)}`
  );
}

/** The first few names, and how many more there are. */
function someOf(names: string[]): string {
  const shown = 3;
  return names.length <= shown ? names.join(", ") : `${names.slice(0, shown).join(", ")} and ${names.length - shown} more tables`;
}

async function listUnreadable(client: pg.Client, tables: TableInfo[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and not has_table_privilege(c.oid, 'select')
      order by c.relname`,
    [tables.map((table) => table.name)],
  );
  return rows.map((row) => row.name);
}

/** The tables of which `role` cannot read everything: no SELECT, no open policy, or a restrictive one. */
async function listHidden(client: pg.Client, role: string, tables: TableInfo[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname = any($2)
        and (not has_table_privilege($1, c.oid, 'select')
          or (c.relrowsecurity and (c.relforcerowsecurity or pg_get_userbyid(c.relowner) <> $1) and (
               not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
                             and pg_get_expr(p.polqual, p.polrelid) = 'true'
                             and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role($1, r, 'usage')))
               or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')
                             and exists (select from unnest(p.polroles) r where r = 0 or pg_has_role($1, r, 'usage'))))))
      order by c.relname`,
    [role, tables.map((table) => table.name)],
  );
  return rows.map((row) => row.name);
}
