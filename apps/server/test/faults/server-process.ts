/** Real server processes for fault tests: started, killed and restarted on the same data. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase, startEmbedded, withClient } from "@parley/database";
import type { TestDatabase } from "@parley/database/testing";
import type { ClientConfig } from "pg";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { allScopes } from "../../src/platform/auth/scopes.ts";
import { loadOrCreateRootKey } from "../../src/platform/crypto/root-key.ts";
import { createLog } from "../../src/platform/log/log.ts";
import { noteOther } from "../drains/changes.ts";
import { eventually } from "../eventually.ts";
import { appSecret, verifyToken } from "../harness.ts";
import { compileCache } from "../process.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const preload = new URL("./preload.ts", import.meta.url).href;

/** The in-process harness's root key, for processes that share its database. */
export const harnessKey = Buffer.alloc(32, 7).toString("hex");

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  /** From spawn to the first 200 of /health/ready. */
  readonly readyMs: number;
  output(): string;
  running(): boolean;
  /** kill -9; resolves once the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with how the process ended. */
  terminate(): Promise<{ code: number | null; signal: string | null; ms: number }>;
}

const started = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of started) child.kill("SIGKILL");
});

/** Resolves once the server responds 200 on /health/ready; rejects with its output if it ends before that. */
export async function startServer(options: { port: number; env: Record<string, string>; shiftMs?: number }): Promise<ServerProcess> {
  const startedAt = performance.now();
  const url = `http://127.0.0.1:${options.port}`;
  const child = spawn(process.execPath, ["--import", preload, main], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env["PATH"] ?? "",
      TMPDIR: tmpdir(),
      ...compileCache,
      HOST: "127.0.0.1",
      PORT: String(options.port),
      DEMO: "false",
      DASHBOARD: "false",
      LOG_LEVEL: "warn",
      OVERLOAD_EVENT_LOOP_DELAY_MS: "0",
      OUTBOUND_ALLOW: "127.0.0.1",
      CHAT_APP_APP_SECRET: appSecret,
      CHAT_APP_VERIFY_TOKEN: verifyToken,
      SHIFT_MS: String(options.shiftMs ?? 0),
      ...options.env,
    },
  });
  started.add(child);
  noteOther(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-100_000);
    });
  const ended = once(child, "exit").then(([code, signal]) => {
    started.delete(child);
    return { code: code as number | null, signal: signal as string | null };
  });
  // Later than its end: until then output may still arrive.
  const closed = once(child, "close");
  const running = () => child.exitCode === null && child.signalCode === null;
  await eventually("the server is ready", async () => {
    if (!running()) {
      await closed;
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
    }
    // Its own output first: whatever else listened at that port would respond, too.
    return output.includes("Parley is ready at") && (await fetch(`${url}/health/ready`)).status === 200;
  }).catch(async (error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    url,
    pid: child.pid as number,
    child,
    readyMs: Math.round(performance.now() - startedAt),
    output: () => output,
    running,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async terminate() {
      const at = performance.now();
      child.kill("SIGTERM");
      return { ...(await ended), ms: Math.round(performance.now() - at) };
    },
  };
}

/** The data folder of a server with the embedded database, and its removal. */
export async function makeDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "parley-faults-"));
  // PostgreSQL never runs as root, so the user it runs as must have access.
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }) };
}

/** Process id of the database server currently running on the folder. */
export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n", 1)[0]);
}

/** Rows of a running server's embedded database, as its owner sees them. */
export async function queryEmbedded<T extends object>(dataDir: string, text: string, values: unknown[] = []): Promise<T[]> {
  const cluster = await startEmbedded({ dataDir, log: quiet });
  try {
    if (!cluster.attached) throw new Error("the server does not run its database");
    return await queryAs<T>(cluster.connection("parley"), text, values);
  } finally {
    await cluster.stop();
  }
}

export async function queryAs<T extends object>(admin: ClientConfig, text: string, values: unknown[] = []): Promise<T[]> {
  return withClient(admin, async (client) => (await client.query<T>(text, values)).rows);
}

/** A tenant and a key with every scope, created beside the running server as the CLI does. */
export async function provision(dataDir: string, rateLimitPerMinute = 1_000_000): Promise<{ tenantId: string; key: string }> {
  const opened = await openDatabase({ dataDir, log: quiet, migrate: false });
  try {
    const app = await createApp({
      config: readConfig({ DEMO: "false", DATA_DIR: dataDir }),
      connections: opened,
      rootKeys: [await loadOrCreateRootKey(dataDir)].flat(),
      log: createLog("silent"),
      idle: true,
    });
    const { id } = await app.tenants.createTenant({ name: `Tenant ${randomBytes(3).toString("hex")}`, kind: "business" });
    const { key } = await app.apiKeys.createKey({ tenantId: id, name: "faults", scopes: [...allScopes], rateLimitPerMinute } as never);
    await app.stop();
    return { tenantId: id, key };
  } finally {
    await opened.close();
  }
}

/** The settings with which another process shares the in-process harness's database and root key. */
export function onHarnessDatabase(database: TestDatabase): Record<string, string> {
  const address = (config: ClientConfig) =>
    `postgresql://${encodeURIComponent(String(config.user))}:${encodeURIComponent(String(config.password))}@/${config.database}?host=${encodeURIComponent(String(config.host))}&port=${config.port}`;
  return {
    DATABASE_URL: address(database.admin),
    DATABASE_APP_URL: address(database.app),
    DATABASE_WORKER_URL: address(database.worker),
    ENCRYPTION_KEY: harnessKey,
    DATABASE_CONNECTIONS: "6",
  };
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
