/**
 * `npm test [-- FILE_OR_PATTERN...]`: one PostgreSQL cluster for the whole run, one migrated template database, then Node's test runner
 * over every *.test.ts except the slow ones, many of them in one process. Ends with the runner's exit code and leaves nothing behind. `npm
 * run test:full`: the slow ones, *.full.test.ts; `npm run test:e2e`: the dashboard in a browser, *.e2e.ts.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, glob, mkdir, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { type DatabaseLog, ensureRoles, migrate, roleConfig, startEmbedded, withClient } from "../packages/database/src/index.ts";
import { testEnvironment } from "../packages/database/src/testing.ts";
import { summary, watchPostgres } from "./test-profile.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const template = "parley_template";
const debianBin = "/usr/lib/postgresql/15/bin";
/** Far above what anything takes, even on a machine ten times slower: a test that is cut short disturbs those after it. */
const testMinutesMax = 10;
/** A hanging process is ended and named, and the others are still reported. */
const processMinutesMax = 60;
const deadlineMinutes = 75;
/**
 * Files share a process, one after the other: loading the whole app, and running it before it is optimized, takes longer than most of them.
 * They must not change what a process has only once (environment, globals). Files that do, or that measure the process, run alone.
 */
const alone = [
  "apps/server/test/routes/hostile-input.full.test.ts",
  "apps/server/src/platform/memory.test.ts",
  "apps/server/src/platform/jobs/rest.test.ts",
  "apps/server/src/platform/outbound-http/client.test.ts",
  "apps/server/src/platform/threads/threads.test.ts",
];
const fewFiles = 8;
const browserFiles = 40;
/**
 * One more than there are cores, because each waits now and then for PostgreSQL or a server of its own. All share one cluster's
 * connections.
 */
const atOnce = Math.min(availableParallelism() + 1, 4);
const folders = ["apps/*/{src,test}", "packages/*/{src,test}", "packages/connectors/*/{src,test}", "scripts"];
const isLong = (path: string) => path.endsWith(".full.test.ts");

const log: DatabaseLog = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};

process.exitCode = await run(process.argv.slice(2));

async function run(patterns: string[]): Promise<number> {
  if (Number(process.versions.node.split(".")[0]) < 24) {
    console.error(`These tests need Node 24, which \`npm test\` uses by itself; this is ${process.versions.node}.`);
    return 1;
  }
  const files = await findFiles(patterns);
  if (files.length === 0) {
    console.error(`No test files match: ${patterns.join(" ")}`);
    return 1;
  }
  // The tests' temporary folders go in as well, so that an interrupted run leaves none. With the permissions of an ordinary checkout.
  const memory = await memoryFolder();
  const folder = await mkdtemp(join(memory ?? tmpdir(), "parley-test-"));
  const temporary = join(folder, "tmp");
  await chmod(folder, 0o755);
  await mkdir(temporary);
  // Signals end the runner, and then this function returns normally; before it runs they are remembered.
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt);

  const settings = {
    // A test run does not have to survive a power cut.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
    autovacuum: "off",
    // A test's connection runs most statements only a few times: planning once instead of five times saves a sixth of the CPU.
    plan_cache_mode: "force_generic_plan",
    wal_compression: "off",
    // The default is four thousand rounds of hashing per connection, and every app in a test opens several.
    scram_iterations: "1",
    // On file systems that share blocks, copying a template only writes metadata.
    ...(memory === null && process.platform === "linux" ? { file_copy_method: "clone" } : {}),
  };
  try {
    const cluster = await startEmbedded({ dataDir: folder, log, settings });
    try {
      const admin = cluster.connection("postgres");
      await makeTemplate(admin, cluster.passwords);
      if (interruption.signal.aborted) return 130;
      const processes = await writeProcesses(files, join(folder, "processes"));
      const profile = process.env["PARLEY_TEST_PROFILE"];
      const watch = profile === undefined ? undefined : watchPostgres(cluster.pid);
      return await runTests(processes, interruption.signal, {
        PARLEY_TEST: "1",
        TMPDIR: temporary,
        // Halves the collections of young objects: a sixteenth of the CPU. For the test processes, which remove it before they start
        // others.
        NODE_OPTIONS: "--max-semi-space-size=64",
        // Kept across runs: half of the time to load the app is spent on compiling it.
        NODE_COMPILE_CACHE: join(root, "node_modules/.cache/parley-tests"),
        [testEnvironment.admin]: withoutDatabase(admin),
        [testEnvironment.app]: withoutDatabase(roleConfig(admin, "app", cluster.passwords)),
        [testEnvironment.worker]: withoutDatabase(roleConfig(admin, "worker", cluster.passwords)),
        [testEnvironment.template]: template,
        ...(existsSync(join(debianBin, "postgres")) ? { TEST_POSTGRES15_BIN: debianBin } : {}),
      }).finally(() => {
        if (profile !== undefined && watch !== undefined) console.log(`\n${summary(profile, watch.stop())}`);
      });
    } finally {
      await cluster.stop();
    }
  } finally {
    // Clusters of interrupted tests need a moment to end, and write until then.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/**
 * Creating a database means copying files, and removing it deletes them: on a disk 0.9 s of CPU and twice that of waiting, in memory 0.08
 * and 0.2. null: there is no such file system, or too little memory.
 */
async function memoryFolder(): Promise<string | null> {
  const path = "/dev/shm";
  const found = await statfs(path).catch(() => null);
  const tmpfs = 0x01021994;
  const gib = 2 ** 30;
  const fits = found?.type === tmpfs && found.bavail * found.bsize >= 4 * gib && process.availableMemory() >= 8 * gib;
  return fits ? path : null;
}

/** Without patterns all but the slow ones; with `--full` the slow ones, with `--e2e` those of the dashboard in a browser. */
async function findFiles(patterns: string[]): Promise<string[]> {
  const [only] = patterns.length === 1 ? patterns : [];
  const kind = only === "--full" ? "full.test" : only === "--e2e" ? "e2e" : "test";
  const named = patterns.length > 0 && kind === "test";
  const wanted = named ? patterns : folders.map((folder) => `${folder}/**/*.${kind}.ts`);
  const exclude = (path: string) => path.split("/").includes("node_modules");
  const found = new Set<string>();
  for await (const path of glob(wanted, { cwd: root, exclude })) if (named || kind !== "test" || !isLong(path)) found.add(path);
  return [...found].sort();
}

/** A script for each process that the test runner starts. Each takes file after file from the remaining ones. */
async function writeProcesses(files: string[], folder: string): Promise<string[]> {
  const claims = join(folder, "claims");
  await mkdir(claims, { recursive: true });
  const sociable = files.filter((file) => !alone.includes(file));
  const write = async (name: string, suites: string[]) => {
    const path = join(folder, `${name}.test.mjs`);
    const queue = {
      claims: join(claims, suites === sociable ? "shared" : name),
      files: suites.map((file) => ({ name: file, path: join(root, file) })),
    };
    await mkdir(queue.claims, { recursive: true });
    await writeFile(
      path,
      `delete process.env["NODE_OPTIONS"];
import { catchHooks } from ${JSON.stringify(join(root, "scripts/test-hooks.ts"))};
catchHooks();
const { runFiles } = await import(${JSON.stringify(join(root, "scripts/test-process.ts"))});
await runFiles(${JSON.stringify(queue, null, 2)}, ${testMinutesMax * 60_000});
`,
    );
    return path;
  };
  // A few files share one process, and so do many with their own browser, which takes a core. Otherwise every lane has one.
  const inBrowser = sociable.some((file) => file.endsWith(".e2e.ts"));
  const count = inBrowser ? Math.ceil(sociable.length / browserFiles) : sociable.length > fewFiles ? atOnce : 1;
  return await Promise.all([
    ...files.filter((file) => alone.includes(file)).map((file, at) => write(`alone-${at + 1}`, [file])),
    ...Array.from({ length: count }, (_, at) => write(`process-${String(at + 1).padStart(2, "0")}`, sociable)),
  ]);
}

async function makeTemplate(maintenance: pg.ClientConfig, passwords: { app: string; worker: string }): Promise<void> {
  await withClient(maintenance, (client) => client.query(`create database ${template}`));
  const admin = { ...maintenance, database: template };
  await withClient(admin, (client) => ensureRoles(client, passwords));
  await migrate(admin, { log });
}

function withoutDatabase({ database: _, ...config }: pg.ClientConfig): string {
  return JSON.stringify(config);
}

async function runTests(files: string[], interruption: AbortSignal, environment: Record<string, string>): Promise<number> {
  const args = [
    ...(process.env["PARLEY_TEST_CPU_PROF"] === undefined ? [] : ["--cpu-prof", "--cpu-prof-dir", process.env["PARLEY_TEST_CPU_PROF"]]),
    "--test",
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${processMinutesMax * 60_000}`,
    ...files,
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
  const stop = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  };
  interruption.addEventListener("abort", stop);
  // A test file that keeps something open never ends on its own; the runner's last lines then name the files that did.
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    console.error(`The tests have not ended after ${deadlineMinutes} minutes: a file that is missing above hangs or keeps something open.`);
    stop();
  }, deadlineMinutes * 60_000);
  return await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(deadline);
      resolve(interruption.aborted ? 130 : late ? 1 : (code ?? (signal === null ? 0 : 1)));
    });
  });
}
