/** Debian's pgbench against the server's own database, through its Unix socket, as the application role. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { percentilesOf } from "./stats.ts";

export interface CeilingRun {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
}

export function findPgbench(): string | null {
  const packaged = existsSync("/usr/lib/postgresql")
    ? readdirSync("/usr/lib/postgresql").map((v) => `/usr/lib/postgresql/${v}/bin/pgbench`)
    : [];
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "pgbench"));
  return [...packaged.sort().reverse(), ...onPath].find((file) => existsSync(file)) ?? null;
}

export async function runPgbench(
  pgbench: string,
  options: {
    connection: pg.ClientConfig;
    script: string;
    folder: string;
    clients: number;
    threads: number;
    seconds: number;
  },
): Promise<CeilingRun> {
  const file = join(options.folder, "ceiling.sql");
  writeFileSync(file, options.script);
  const { connection } = options;
  const { stdout } = await promisify(execFile)(
    pgbench,
    [
      "-n",
      "-M",
      "prepared",
      "-c",
      String(options.clients),
      "-j",
      String(options.threads),
      "-T",
      String(options.seconds),
      "-f",
      file,
      "-h",
      String(connection.host),
      "-p",
      String(connection.port),
      "-U",
      String(connection.user),
      "--log",
      "--log-prefix=ceiling",
      String(connection.database),
    ],
    { cwd: options.folder, env: { ...process.env, PGPASSWORD: String(connection.password) }, maxBuffer: 10_000_000 },
  );
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? Number.NaN);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(stdout)?.[1] ?? 0);
  return { rate, failed, ...readLatencies(options.folder) };
}

/** pgbench's log: one line per transaction, third field its microseconds. */
function readLatencies(folder: string): { p50: number; p99: number } {
  const times: number[] = [];
  for (const name of readdirSync(folder).filter((n) => n.startsWith("ceiling."))) {
    if (name === "ceiling.sql") continue;
    for (const line of readFileLines(join(folder, name))) {
      const micros = line.split(" ", 3)[2];
      if (micros !== undefined) times.push(Number(micros) / 1_000);
    }
    rmSync(join(folder, name));
  }
  const { p50, p99 } = percentilesOf(Float64Array.from(times));
  return { p50, p99 };
}

/** If pgbench is not available: the same statement through the Node driver, one transaction at a time per connection. */
export async function runDriver(options: {
  connection: pg.ClientConfig;
  statement: () => { name: string; text: string; values: unknown[] };
  clients: number;
  seconds: number;
}): Promise<CeilingRun> {
  const times: number[] = [];
  let failed = 0;
  const until = performance.now() + options.seconds * 1_000;
  const one = async () => {
    const client = new pg.Client(options.connection);
    await client.connect();
    while (performance.now() < until) {
      const at = performance.now();
      await client.query(options.statement()).catch(() => {
        failed++;
      });
      times.push(performance.now() - at);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: options.clients }, one));
  const { p50, p99 } = percentilesOf(Float64Array.from(times));
  return { rate: times.length / options.seconds, failed, p50, p99 };
}

function readFileLines(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
