/** The one way to a usable database: embedded or the operator's own, with roles, version check and migrations. */
import type pg from "pg";
import { parseDatabaseUrl, waitForServer, withClient } from "./connect.ts";
import { type Embedded, startEmbedded } from "./embedded/embedded.ts";
import { DatabaseError, errorCode, errorMessage } from "./errors.ts";
import type { DatabaseLog } from "./log.ts";
import { migrate } from "./schema/migrate.ts";
import { poll } from "./poll.ts";
import { isAlive } from "./embedded/postmaster.ts";
import { canLogIn, checkLogin, completeRoles, deriveRolePasswords, ensureRoles, type RolePasswords, roleConfig } from "./roles.ts";

export interface OpenDatabaseOptions {
  /** DATABASE_URL; without it the embedded cluster of `dataDir` is used. The database must exist. */
  databaseUrl?: string | undefined;
  /** DATABASE_APP_URL: the login for requests, if we do not create it. It must be a member of parley_app. */
  appUrl?: string | undefined;
  /** DATABASE_WORKER_URL: the same for parley_worker. */
  workerUrl?: string | undefined;
  /**
   * The roles' passwords are derived from this when DATABASE_URL has no password, for example the encryption key: every
   * process of the installation must give the same.
   */
  roleSecret?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  /** Apply pending migrations. */
  migrate: boolean;
  /** How long to wait for a server that does not answer yet. */
  connectTimeoutMs?: number;
  /** PostgreSQL settings of the embedded cluster, for tests. */
  settings?: Record<string, string>;
  /** As in EmbeddedOptions; at once with DATABASE_URL. */
  onInitdb?: () => void;
}

export interface OpenedDatabase {
  /** Migrations, backups, role changes. Never for requests. */
  admin: pg.ClientConfig;
  app: pg.ClientConfig;
  worker: pg.ClientConfig;
  embedded: Embedded | null;
  /** Stops the embedded cluster if this process owns it. Connections of the caller must be closed first. */
  close(): Promise<void>;
}

const databaseName = "parley";

/**
 * Rejects with DatabaseError: see its codes; the messages are meant for the operator. Safe to call from several processes at once, also
 * next to a running server.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  if (options.databaseUrl !== undefined) {
    const admin = parseDatabaseUrl(options.databaseUrl);
    options.onInitdb?.();
    await waitForServer(admin, options.connectTimeoutMs ?? 30_000);
    return { ...(await prepare(admin, null, options)), embedded: null, close: async () => undefined };
  }
  const { dataDir, log, settings, onInitdb } = options;
  const embedded = await startEmbedded({ dataDir, log, ...(settings ? { settings } : {}), ...(onInitdb ? { onInitdb } : {}) });
  try {
    const configs = await prepareEmbedded(embedded, options).catch(async (error: unknown) => {
      // We attached to a cluster whose owner ended at this very moment: run it ourselves.
      if (!embedded.attached || !isShutdown(error)) throw error;
      await untilEnded(embedded.pid);
      await embedded.restart();
      return await prepareEmbedded(embedded, options);
    });
    return { ...configs, embedded, close: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function prepareEmbedded(embedded: Embedded, options: OpenDatabaseOptions): Promise<Configs> {
  await createDatabase(embedded.connection("postgres"));
  return await prepare(embedded.connection(databaseName), embedded.passwords, options);
}

/** 57P01 terminated by a shutdown, 57P03 shutting down, or the socket is gone. */
function isShutdown(error: unknown): boolean {
  if (error instanceof DatabaseError) return isShutdown(error.cause);
  if (/Connection terminated/.test(errorMessage(error))) return true;
  return ["57P01", "57P03", "ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(errorCode(error));
}

async function untilEnded(pid: number): Promise<void> {
  await poll(() => (isAlive(pid) ? null : true), { timeoutMs: 10_000, everyMs: 10 });
}

type Configs = Pick<OpenedDatabase, "admin" | "app" | "worker">;

async function prepare(admin: pg.ClientConfig, fixedPasswords: RolePasswords | null, options: OpenDatabaseOptions): Promise<Configs> {
  const { app, worker } = await withClient(admin, async (client) => {
    await checkVersion(client);
    const secret = typeof admin.password === "string" ? admin.password : (options.roleSecret ?? "");
    const passwords = fixedPasswords ?? (await deriveRolePasswords(client, secret));
    const configs = {
      app: options.appUrl ? parseDatabaseUrl(options.appUrl, "DATABASE_APP_URL") : roleConfig(admin, "app", passwords),
      worker: options.workerUrl ? parseDatabaseUrl(options.workerUrl, "DATABASE_WORKER_URL") : roleConfig(admin, "worker", passwords),
    };
    // Our roles are changed only when their login fails: a new password would lock out running servers.
    const refused: Partial<RolePasswords> = {};
    if (!options.appUrl && !(await canLogIn(configs.app))) refused.app = passwords.app;
    if (!options.workerUrl && !(await canLogIn(configs.worker))) refused.worker = passwords.worker;
    if (refused.app === undefined && refused.worker === undefined) await completeRoles(client);
    else await ensureRoles(client, refused);
    return configs;
  });
  await checkLogin(app, "app", options.appUrl ? "DATABASE_APP_URL" : "derived from DATABASE_URL");
  await checkLogin(worker, "worker", options.workerUrl ? "DATABASE_WORKER_URL" : "derived from DATABASE_URL");
  if (options.migrate) await migrate(admin, { log: options.log });
  return { admin, app, worker };
}

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  const [version] = rows;
  if (version === undefined || version.number < 150000) {
    throw new DatabaseError("server_too_old", `Parley needs PostgreSQL 15 or newer; the server in DATABASE_URL is ${version?.name}.`);
  }
}

async function createDatabase(maintenance: pg.ClientConfig): Promise<void> {
  await withClient(maintenance, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount) return;
    await client.query(`create database ${databaseName}`).catch((error: unknown) => {
      // Two processes raced at the first start, and the other one won.
      if (!["42P04", "23505"].includes(errorCode(error))) throw error;
    });
  });
}
