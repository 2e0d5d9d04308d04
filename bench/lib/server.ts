/** The server under test and the simulators, each a real process. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenedDatabase, openDatabase, silentLog } from "@parley/database";
import pg from "pg";
import { endWithProcess } from "./children.ts";

const root = join(import.meta.dirname, "..", "..");
export const appSecret = "bench-app-secret";

/** A folder that is removed at the end. PostgreSQL may run as another user, who must be able to traverse it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "parley-bench-"));
  chmodSync(path, 0o711);
  return {
    path,
    remove: () =>
      process.env["BENCH_KEEP"] !== undefined
        ? void process.stdout.write(`kept: ${path}\n`)
        : rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** --data=FOLDER: filled by the first run, reused by later ones. */
export function keptFolder(path: string | undefined): { path: string; remove(): void } | null {
  if (path === undefined) return null;
  mkdirSync(path, { recursive: true });
  // PostgreSQL may run as another user, who must be able to traverse it.
  chmodSync(path, 0o711);
  return { path, remove: () => undefined };
}

export interface RunningServer {
  url: string;
  pid: number;
  /** Milliseconds from spawn to the first 200 of /health/ready. */
  readyMs: number;
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

/**
 * `node apps/server/src/main.ts` with an embedded database in `dataDir`. BENCH_PROFILE=FOLDER writes a CPU profile there.
 */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const profile = process.env["BENCH_PROFILE"];
  const errors = join(dataDir, "..", "server-errors.log");
  const fd = openSync(errors, "a");
  const start = npmStart();
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(profile === undefined ? [] : ["--cpu-prof", "--cpu-prof-interval=500", `--cpu-prof-dir=${profile}`]),
      ...start.flags,
      join(root, "apps/server/src/main.ts"),
    ],
    {
      stdio: ["ignore", "pipe", fd],
      env: {
        ...process.env,
        ...start.variables,
        PORT: "0",
        DEMO: "false",
        DASHBOARD: "false",
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        CHAT_APP_APP_SECRET: appSecret,
        CHAT_APP_VERIFY_TOKEN: "bench",
        OUTBOUND_ALLOW: "127.0.0.1",
        RATE_LIMIT_PER_MINUTE: "10000000",
        ...env,
      },
    },
  );
  endWithProcess(child);
  closeSync(fd);
  const url = await line(child, /Parley is ready at (\S+)/, () => readFileSync(errors, "utf8").slice(-2_000));
  while (
    (await fetch(`${url}/health/ready`).then(
      (r) => r.status,
      () => 0,
    )) !== 200
  )
    await new Promise((r) => {
      setTimeout(r, 5);
    });
  const readyMs = performance.now() - startedAt;
  return { url, pid: child.pid as number, readyMs, signal: (name) => void child.kill(name), stop: () => end(child) };
}

/** The flags and variables that `npm start` passes to Node. */
function npmStart(): { flags: string[]; variables: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
  const words = scripts.start.split(" ");
  const variables = words.slice(0, words.indexOf("exec")).map((word) => word.split("=", 2));
  return { flags: words.filter((word) => word.startsWith("--")), variables: Object.fromEntries(variables) };
}

export interface Simulator {
  url: string;
  pid: number;
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

export type SimulatorName = "chat-app" | "photo-social" | "short-video";

export async function startSimulator(which: SimulatorName | "receiver", flags: Record<string, string>): Promise<Simulator> {
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(process.execPath, [join(root, `apps/simulators/src/${which}/main.ts`), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endWithProcess(child);
  const url = await line(child, /"url":"([^"]+)"/, () => "");
  const prefix = which === "receiver" ? "_receiver" : "_simulator";
  return {
    url,
    pid: child.pid as number,
    stop: () => end(child),
    async control<T>(method: string, path: string, body?: unknown) {
      const response = await fetch(`${url}/${prefix}/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      if (response.status !== 200) throw new Error(`${which} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
  };
}

function line(child: ChildProcess, pattern: RegExp, explain: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onExit = (code: number | null) => reject(new Error(`a process ended with ${code} before it was ready\n${text}${explain()}`));
    child.once("exit", onExit);
    child.stdout?.setEncoding("utf8");
    child.stdout?.on("data", (chunk: string) => {
      if (text.length > 100_000) return;
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found === undefined) return;
      child.off("exit", onExit);
      resolve(found);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGCONT");
  child.kill("SIGTERM");
  const gone = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  await gone;
  clearTimeout(timer);
}

export interface BenchDatabase {
  opened: OpenedDatabase;
  admin: pg.Client;
  postmasterPid: number;
  close(): Promise<void>;
}

/** Joins the embedded cluster that the server runs. */
export async function joinDatabase(dataDir: string): Promise<BenchDatabase> {
  const opened = await openDatabase({ dataDir, log: silentLog, migrate: false });
  const admin = new pg.Client(opened.admin);
  admin.on("error", () => undefined);
  await admin.connect();
  return {
    opened,
    admin,
    postmasterPid: opened.embedded?.pid ?? 0,
    async close() {
      await admin.end();
      await opened.close();
    },
  };
}
