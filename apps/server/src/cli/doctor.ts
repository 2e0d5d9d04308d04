import { stat, statfs } from "node:fs/promises";
import { hasCluster, type OpenedDatabase, pendingMigrations, withClient } from "@parley/database";
import type pg from "pg";
import type { Config } from "../config.ts";
import { createServer } from "node:net";
import { createSmtpTransport } from "#modules/people/mail/index.ts";
import { join } from "node:path";
import { openStorage } from "../platform/storage/open.ts";
import { configOf, findRootKeys, openForCli } from "./open.ts";
import { judgeRootKeys, needsRootKey } from "./root-keys.queries.ts";
import type { Verb } from "./usage.ts";

interface Check {
  name: string;
  status: "ok" | "warn" | "fail";
  message: string;
}

const marks = { ok: "ok  ", warn: "warn", fail: "FAIL" };

/** Checks everything that a healthy installation needs, and says what is wrong and what to do. Changes nothing. */
export const doctorVerb: Verb = {
  noun: "doctor",
  verb: null,
  usage: "doctor",
  summary: "Check this installation and say what to fix",
  options: {},
  required: [],
  positionals: [],
  async run(_input, cli) {
    const checks: Check[] = [];
    const check = async (name: string, run: () => Promise<[Check["status"], string]>) => {
      const [status, message] = await run().catch((error: unknown): [Check["status"], string] => [
        "fail",
        error instanceof Error ? error.message : String(error),
      ]);
      checks.push({ name, status, message });
      return status !== "fail";
    };
    await check("node", async () =>
      Number(process.versions.node.split(".")[0]) >= 24
        ? ["ok", process.version]
        : ["fail", `Parley needs Node 24; this is ${process.version}: run npm ci`],
    );
    let config: Config | undefined;
    await check("configuration", async () => {
      config = configOf(cli);
      return ["ok", config.databaseUrl === undefined ? `embedded database in ${config.dataDir}` : "external database"];
    });
    if (config !== undefined) await checkInstallation(config, check);
    const failed = checks.filter((c) => c.status === "fail").length;
    return {
      json: { healthy: failed === 0, checks },
      lines: [...checks.map((c) => `${marks[c.status]}  ${c.name}: ${c.message}`), failed === 0 ? "Healthy." : `${failed} problem(s).`],
      exitCode: failed === 0 ? 0 : 1,
    };
  },
};

type Runner = (name: string, run: () => Promise<[Check["status"], string]>) => Promise<boolean>;

async function checkInstallation(config: Config, check: Runner): Promise<void> {
  if (config.databaseUrl === undefined) await checkFolder(config.dataDir, check);
  await check("media", async () => {
    const storage = await openStorage(config, config.mediaDir ?? join(config.dataDir, "media"));
    try {
      return ["ok", await storage.check()];
    } finally {
      storage.close();
    }
  });
  await check("mail", async () => {
    if (config.smtpUrl === undefined || config.mailFrom === undefined)
      return ["warn", "no e-mail is sent, so nobody can be invited or reset a password: set SMTP_URL and MAIL_FROM"];
    const transport = createSmtpTransport(config.smtpUrl, config.mailFrom);
    try {
      await transport.verify();
      return ["ok", `sends as ${config.mailFrom}`];
    } finally {
      transport.close();
    }
  });
  let opened: OpenedDatabase | undefined;
  await check("database", async () => {
    // Opening would create one, and this command changes nothing.
    if (config.databaseUrl === undefined && !(await hasCluster(config.dataDir)))
      return ["warn", "none yet: npm start or parley migrate creates it"];
    opened = await openForCli(config, false);
    const version = await one<{ server_version: string }>(opened.admin, "show server_version");
    return ["ok", `PostgreSQL ${version?.server_version}`];
  });
  if (opened !== undefined) {
    try {
      await checkDatabase(opened, config, check);
    } finally {
      await opened.close();
    }
  }
  await check("server", async () => {
    const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${config.port}/health/ready`;
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (response === null) {
      const code = config.port === 0 ? null : await tryListen(config.port, config.host);
      return code === null
        ? ["ok", `nothing listens on port ${config.port} now`]
        : ["fail", `cannot listen on ${config.host}:${config.port} (${code}): set PORT or HOST`];
    }
    const body = (await response.json().catch(() => null)) as { status?: unknown; error?: { code?: unknown } } | null;
    if (body?.status !== "ok" && body?.error?.code !== "service_unavailable")
      return ["fail", `another program uses port ${config.port}: stop it, or set PORT`];
    return response.status === 200
      ? ["ok", `ready on port ${config.port}`]
      : ["warn", `port ${config.port} responds with ${response.status}; is it Parley, and is it still starting?`];
  });
}

async function checkFolder(dataDir: string, check: Runner): Promise<void> {
  await check("data folder", async () => {
    const info = await stat(dataDir).catch(() => null);
    if (info === null) return ["ok", `${dataDir} is created at the first start`];
    return (info.mode & 0o002) === 0 ? ["ok", dataDir] : ["warn", `everybody can write to ${dataDir}: chmod o-w ${dataDir}`];
  });
  await check("disk", async () => {
    const space = await statfs(dataDir).catch(() => statfs("."));
    const freeMb = Math.round((space.bavail * space.bsize) / 1_048_576);
    return freeMb < 200
      ? ["fail", `${freeMb} MB left: free some space`]
      : freeMb < 2_000
        ? ["warn", `${freeMb} MB left`]
        : ["ok", `${freeMb} MB free`];
  });
}

async function checkDatabase(opened: OpenedDatabase, config: Config, check: Runner): Promise<void> {
  const migrated = await check("migrations", async () => {
    const pending = await withClient(opened.admin, (client) => pendingMigrations(client));
    return pending.length === 0
      ? ["ok", "up to date"]
      : ["warn", `${pending.length} pending; they are applied at the next start, or by parley migrate`];
  });
  await check("roles", async () => {
    for (const [name, connection] of [
      ["application", opened.app],
      ["worker", opened.worker],
    ] as const) {
      const role = await one<{ name: string; unsafe: boolean; owns: number }>(
        connection,
        "select current_user as name, rolsuper or rolbypassrls as unsafe, (select count(*)::int from pg_class where relowner = r.oid and relnamespace = 'public'::regnamespace) as owns from pg_roles r where rolname = current_user",
      );
      if (role === undefined || role.unsafe || role.owns > 0)
        return ["fail", `the ${name} role ${role?.name} can bypass row-level security: remove SUPERUSER, BYPASSRLS and owned tables`];
    }
    return ["ok", "the application and worker roles are separate and restricted"];
  });
  if (migrated) {
    await check("encryption key", async () => {
      const rootKeys = await findRootKeys(config);
      if (rootKeys === null)
        return (await needsRootKey(opened.worker))
          ? ["fail", "encryption.key in DATA_DIR is missing, and stored secrets need it: restore it from a copy"]
          : ["ok", "created at the first start"];
      const { keys, older } = await judgeRootKeys(opened.worker, rootKeys);
      if (keys === 0) return ["ok", "present; no tenant uses it yet"];
      return older === 0
        ? ["ok", "opens the tenants' keys"]
        : [
            "warn",
            `${older} of ${keys} tenants' keys are wrapped by an older root key: keep it in ENCRYPTION_KEY until parley encryption rewrap has run`,
          ];
    });
  }
  await check("clock", async () => {
    const before = Date.now();
    const row = await one<{ ms: number }>(opened.worker, "select extract(epoch from clock_timestamp())::float8 * 1000 as ms");
    const off = Math.round((row?.ms ?? before) - (before + Date.now()) / 2);
    return Math.abs(off) > 2_000
      ? ["warn", `this machine's clock is ${-off} ms off the database's; the server follows the database's`]
      : ["ok", `within ${Math.abs(off)} ms of the database's`];
  });
}

async function one<T>(connection: pg.ClientConfig, text: string): Promise<T | undefined> {
  return withClient(connection, async (client) => (await client.query(text)).rows[0] as T | undefined);
}

function tryListen(port: number, host: string): Promise<string | null> {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => done(null)));
  });
}
