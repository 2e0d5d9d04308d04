/** Temporary folders, host processes and waiting, for the tests of this package. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach } from "node:test";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { ensureRoles, migrate, silentLog, withClient } from "../src/index.ts";
import { testEnvironment } from "../src/testing.ts";
import { poll } from "../src/poll.ts";
import { findProcessesIn, isAlive } from "../src/embedded/postmaster.ts";

/** Test clusters do not have to survive a power cut. */
export const fastSettings = { fsync: "off", full_page_writes: "off", max_connections: "30", shared_buffers: "16MB" };

/** mkdtemp creates 0700; `open` is the usual mode of a checkout. */
export async function makeFolder(mode: "open" | "private"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-db-"));
  if (mode === "open") await chmod(folder, 0o755);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

export interface Host {
  child: ChildProcess;
  /** The next line it prints. */
  next(): Promise<{ pid: number; attached: boolean }>;
}

/** Starts test/host.ts, which runs a cluster; the first `next` is its start. */
export function startHost(dataDir: string): Host {
  const script = fileURLToPath(new URL("host.ts", import.meta.url));
  const child = spawn(process.execPath, [script, dataDir, JSON.stringify(fastSettings)], { stdio: ["pipe", "pipe", "inherit"] });
  if (child.stdout === null) throw new Error("no output pipe");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    async next() {
      const { value, done } = await lines.next();
      if (done) throw new Error("the host process ended");
      return JSON.parse(value);
    },
  };
}

export async function endHost(host: Host, signal: NodeJS.Signals): Promise<void> {
  if (host.child.exitCode !== null || host.child.signalCode !== null) return;
  const exited = once(host.child, "exit");
  host.child.kill(signal);
  await exited;
}

/** Milliseconds until no PostgreSQL process runs in the folder any more; fails after a minute. */
export async function untilGone(dataDir: string, pid: number): Promise<number> {
  const startedAt = performance.now();
  const gone = await poll(async () => (isAlive(pid) || (await findProcessesIn(join(dataDir, "postgres"))).length > 0 ? null : true), {
    timeoutMs: 60_000,
    everyMs: 5,
  });
  if (gone === null) throw new Error("PostgreSQL still runs after a minute");
  return Math.round(performance.now() - startedAt);
}

/** An empty database on the cluster of the test run, or a copy of another one, which must have no connections. */
export async function makeEmptyDatabase(template = "template0"): Promise<{ admin: pg.ClientConfig; drop(): Promise<void> }> {
  const server = JSON.parse(process.env[testEnvironment.admin] ?? "{}") as pg.ClientConfig;
  const maintenance = { ...server, database: "postgres" };
  const name = `empty_${process.pid}_${randomBytes(5).toString("hex")}`;
  await withClient(maintenance, (client) => client.query(`create database ${name} template ${template}`));
  return {
    admin: { ...server, database: name },
    drop: async () => {
      await withClient(maintenance, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** An empty database and a folder of schema files, new for each test of the file. */
export function useMigrations() {
  let directory: string;
  let database: Awaited<ReturnType<typeof makeEmptyDatabase>>;
  beforeEach(async () => {
    directory = await makeFolder("open");
    await mkdir(join(directory, "migrations"));
    await mkdir(join(directory, "functions"));
    database = await makeEmptyDatabase();
    await withClient(database.admin, (client) => ensureRoles(client, {}));
  });
  afterEach(async () => {
    await database.drop();
    await removeFolder(directory);
  });
  return {
    directory: () => directory,
    admin: () => database.admin,
    /** A migration, unless `name` contains a folder. */
    file: (name: string, sql: string) => writeFile(join(directory, name.includes("/") ? "" : "migrations", name), sql),
    run: () => migrate(database.admin, { directory, log: silentLog }),
    ask: (sql: string) => withClient(database.admin, async (client) => (await client.query(sql)).rows),
  };
}

/**
 * Updates and deletions of `forced` tables in a migration that has neither lifted row-level security from them nor created them, and that
 * stand before the first statement that sets a tenant. Those after it are trusted to change rows of the tenant that is set then.
 */
export function blindStatements(sql: string, forced: Set<string>): string[] {
  // Bodies of functions run later and as another role.
  const plain = sql.replaceAll(/--[^\n]*/g, "").replaceAll(/as (\$\w*\$)[\s\S]*?\1/g, "as ''");
  const tenantSetAt = plain.indexOf("set_config('app.tenant_id'");
  const unset = tenantSetAt < 0 ? plain : plain.slice(0, tenantSetAt);
  const lifted = new Set([...plain.matchAll(/alter table (\w+) no force row level security/g)].map((m) => m[1] as string));
  const fresh = new Set([...plain.matchAll(/create (?:unlogged )?table (\w+)/g)].map((m) => m[1] as string));
  return [...unset.matchAll(/(?:^|[;(]|\n)\s*(update|delete from)\s+(\w+)/g)]
    .filter(([, , table]) => forced.has(table as string) && !lifted.has(table as string) && !fresh.has(table as string))
    .map(([, verb, table]) => `${verb} ${table}`);
}
