/**
 * `npm test [-- FILE_OR_PATTERN...]`: one PostgreSQL cluster for the whole run, one migrated template database, then
 * Node's test runner over every *.test.ts, some of them together in a process. Ends with the runner's exit code and leaves nothing behind.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, glob, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { type DatabaseLog, ensureRoles, migrate, roleConfig, startEmbedded, withClient } from "../packages/database/src/index.ts";
import { testEnvironment } from "../packages/database/src/testing.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const template = "parley_template";
const debianBin = "/usr/lib/postgresql/15/bin";
/** Far above what anything takes, also on a machine that is ten times slower: a test cut short disturbs those after it. */
const testMinutesMax = 10;
/** A process with several files: one that hangs is ended and named, and the others are told. */
const processMinutesMax = 20;
const deadlineMinutes = 75;
/**
 * Files in these folders share a process with their neighbours: loading the whole app, and running it before it is optimized,
 * takes longer than most of them. They leave alone what a process has once (environment, globals). All others are alone.
 */
const sociable = ["apps/server/src/modules/", "apps/simulators/test/", "packages/connectors/"];
const togetherMax = 10;
/** The files of each of these share a stage, which ends with the suite that it was made in. */
const solitary = ["events", "metrics", "webhooks"].map((name) => `apps/server/src/modules/events/${name}/`);
/** One more than there are cores: each waits now and then for PostgreSQL or a server of its own. All share one cluster's connections. */
const atOnce = Math.min(availableParallelism() + 1, 4);
const everything = [
  "apps/*/{src,test}/**/*.test.ts",
  "packages/*/{src,test}/**/*.test.ts",
  "packages/connectors/*/{src,test}/**/*.test.ts",
  "scripts/**/*.test.ts",
];

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
    console.error(`No test files match: ${(patterns.length > 0 ? patterns : everything).join(" ")}`);
    return 1;
  }
  // Temporary folders of the tests go in as well, so that a run cut short leaves none. Open like an ordinary checkout.
  const folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  const temporary = join(folder, "tmp");
  await chmod(folder, 0o755);
  await mkdir(temporary);
  // Signals end the runner, and with it this function in the ordinary way; before it runs they are remembered.
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, interrupt);

  const settings = {
    // Nothing of a test run has to survive a power cut.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
    autovacuum: "off",
    // A connection of a test runs most statements a few times only: planned once instead of five times, a sixth of the CPU.
    plan_cache_mode: "force_generic_plan",
  };
  try {
    const cluster = await startEmbedded({ dataDir: folder, log, settings });
    try {
      const admin = cluster.connection("postgres");
      await makeTemplate(admin, cluster.passwords);
      if (interruption.signal.aborted) return 130;
      const groups = await writeGroups(groupFiles(files), join(folder, "groups"));
      return await runTests(groups, interruption.signal, {
        PARLEY_TEST: "1",
        TMPDIR: temporary,
        // Every file is a process that loads the whole app: half of that time is compiling it.
        NODE_COMPILE_CACHE: join(folder, "compiled"),
        [testEnvironment.admin]: withoutDatabase(admin),
        [testEnvironment.app]: withoutDatabase(roleConfig(admin, "app", cluster.passwords)),
        [testEnvironment.worker]: withoutDatabase(roleConfig(admin, "worker", cluster.passwords)),
        [testEnvironment.template]: template,
        ...(existsSync(join(debianBin, "postgres")) ? { TEST_POSTGRES15_BIN: debianBin } : {}),
      });
    } finally {
      await cluster.stop();
    }
  } finally {
    // Clusters of tests that were cut short need a moment to end, and write until then.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function findFiles(patterns: string[]): Promise<string[]> {
  const wanted = patterns.length > 0 ? patterns : everything;
  const exclude = (path: string) => path.split("/").includes("node_modules");
  const found = new Set<string>();
  for await (const path of glob(wanted, { cwd: root, exclude })) found.add(path);
  return [...found].sort();
}

/** Neighbours that may share a process, in the order of their names. */
function groupFiles(files: string[]): string[][] {
  const groups: string[][] = [];
  let place: string | undefined;
  for (const file of files) {
    const folder = solitary.some((start) => file.startsWith(start)) ? undefined : sociable.find((start) => file.startsWith(start));
    const last = groups.at(-1);
    if (folder !== undefined && folder === place && last !== undefined && last.length < togetherMax) last.push(file);
    else groups.push([file]);
    place = folder;
  }
  return groups;
}

/** One file for each group, which takes in those of the group. */
async function writeGroups(groups: string[][], folder: string): Promise<string[]> {
  await mkdir(folder);
  const entries = groups.map((files, index) => {
    const suites = files.map((name) => ({ name, path: join(root, name) }));
    const name = `${String(index + 1).padStart(3, "0")}-${files[0]?.replaceAll("/", "-").replace(/\.test\.ts$/, "")}.test.mjs`;
    const path = join(folder, name);
    const text = `import { asSuites } from ${JSON.stringify(join(root, "scripts/test-group.ts"))};
await asSuites(${JSON.stringify(suites, null, 2)}, ${testMinutesMax * 60_000});
`;
    return { path, text };
  });
  await Promise.all(entries.map(({ path, text }) => writeFile(path, text)));
  return entries.map(({ path }) => path);
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
  const args = ["--test", `--test-concurrency=${atOnce}`, `--test-timeout=${processMinutesMax * 60_000}`, ...files];
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...environment } });
  const stop = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
  };
  interruption.addEventListener("abort", stop);
  // A test file that keeps something open never ends by itself; the runner's last lines then name what did end.
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
