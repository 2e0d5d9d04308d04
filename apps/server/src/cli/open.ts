import { access } from "node:fs/promises";
import { join } from "node:path";
import { type OpenedDatabase, openDatabase } from "@parley/database";
import type { App } from "../app.ts";
import { useCompileCache } from "../compile-cache.ts";
import { type Config, readConfig } from "../config.ts";
import { parseRootKeys } from "../platform/crypto/envelope.ts";
import { loadOrCreateRootKey } from "../platform/crypto/root-key.ts";
import { createLog } from "../platform/log/log.ts";
import type { Cli } from "./usage.ts";

/** The configuration as the server would read it. `opensSecrets`: see readConfig. */
export function configOf(cli: Cli, opensSecrets = true): Config {
  return readConfig(cli.env, opensSecrets);
}

export function openForCli(config: Config, migrate: boolean): Promise<OpenedDatabase> {
  return openDatabase({
    databaseUrl: config.databaseUrl,
    appUrl: config.databaseAppUrl,
    workerUrl: config.databaseWorkerUrl,
    roleSecret: config.encryptionKey,
    dataDir: config.dataDir,
    log: createLog("silent"),
    migrate,
  });
}

/**
 * The existing root keys; null if there is none yet. Creates none: a new key beside rows sealed with another would hide the real problem.
 */
export async function findRootKeys(config: Config): Promise<Buffer[] | null> {
  if (config.encryptionKey !== undefined) return parseRootKeys(config.encryptionKey);
  return (await exists(join(config.dataDir, "encryption.key"))) ? loadOrCreateRootKey(config.dataDir) : null;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );
}

/**
 * Runs `work` with the app's own services: the same verbs as the API, on the same database, with or without a running
 * server. Nothing listens and no background work runs.
 */
export async function withApp<T>(cli: Cli, work: (app: App) => Promise<T>): Promise<T> {
  const config = configOf(cli);
  // Shared with the server: compiling would be half of a command's run time.
  await useCompileCache(config.dataDir);
  // Loaded here, so that help and usage errors appear at once.
  const { createApp } = await import("../app.ts");
  const opened = await openForCli(config, true);
  try {
    const rootKeys = config.encryptionKey === undefined ? await loadOrCreateRootKey(config.dataDir) : parseRootKeys(config.encryptionKey);
    // Standard output is reserved for the result.
    const app = await createApp({
      config: { ...config, databaseConnections: 2 },
      connections: opened,
      rootKeys,
      log: createLog("error", process.stderr),
    });
    try {
      return await work(app);
    } finally {
      await app.stop();
    }
  } finally {
    await opened.close();
  }
}
