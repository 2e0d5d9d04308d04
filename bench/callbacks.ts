/**
 * (b) (`--kind=photo_social`, `--kind=short_video`: the same on another channel.) Signed callbacks with one inbound text each, from 200 customers: 1,000/s by the clock, then as many as 64 connections
 * carry, then 3,500/s by the clock. Every callback answered 200 must be stored exactly once and processed. Ceiling: a bare
 * node:http server (bench/callbacks-ceiling.ts) that checks the signature and inserts the raw bodies in groups into the
 * same database, under the same loads in the same run; the server under test is stopped meanwhile.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endWithProcess } from "./lib/children.ts";
import { cpuBetween, type CpuShare, readCpu } from "./lib/cpu.ts";
import { describeLoad, type LoadReport, type PreparedRequest, startLoadClient, target, writeRequests } from "./lib/load.ts";
import type { Outcome, Row } from "./lib/results.ts";
import { channelKind } from "./lib/channel-kinds.ts";
import { appSecret, type BenchDatabase, joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { round } from "./lib/stats.ts";
import { createTenant } from "./lib/tenant.ts";

const customers = 200;

export async function run(options: Map<string, string>): Promise<Outcome> {
  const steadySeconds = Number(options.get("seconds") ?? 20);
  const peakSeconds = Math.ceil(steadySeconds / 2);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  if (options.has("statements")) await enableStatements(dataDir);
  const { name: kindName, kind } = channelKind(options);
  const server = await startServer(dataDir, { ...kind.settings(), ROLE: options.get("role") ?? "all" });
  const database = await joinDatabase(dataDir);
  const client = startLoadClient();
  // The ceiling verifies the signature of the first two platforms only.
  const bare = options.has("alone") || kindName === "short_video" ? null : await startCeiling(database);
  try {
    const tenant = await createTenant(database.admin, dataDir, "Bench");
    const { callback } = await kind.connect(server.url, tenant);
    const counts = { warm: 2_000, steady: 1_000 * steadySeconds, closed: 12_000 * peakSeconds, fast: 3_500 * peakSeconds };
    const file = (part: string) => join(folder.path, `callbacks-${part}`);
    let first = 0;
    for (const [part, count] of Object.entries(counts)) {
      writeRequests(file(part), callbacks(callback, first, count));
      first += count;
    }

    // Warm-up, and statistics as autovacuum would have collected them by then.
    const warm = await client.run({
      ...target(server.url),
      connections: 16,
      file: file("warm"),
      from: 0,
      cycle: false,
      rate: 500,
      seconds: 60,
    });
    await processed(database);
    await database.admin.query("vacuum analyze");
    let accepted = warm.statuses["200"] ?? 0;
    if (options.has("statements")) await resetStatements(database.admin);

    const measure = async (name: string, job: { rate?: number; connections: number; seconds: number; part: keyof typeof counts }) => {
      const { part, ...rest } = job;
      const before = readCpu(server.pid, database.postmasterPid);
      const report = await client.run({ ...target(server.url), file: file(part), from: 0, cycle: false, ...rest });
      const share = cpuBetween(before, readCpu(server.pid, database.postmasterPid), report.answered, report.durationMs);
      accepted += report.statuses["200"] ?? 0;
      const drainedMs = await processed(database);
      say(
        `${name.padEnd(16)} ${describeLoad(report)}\n                 ${JSON.stringify(share)}; all processed ${Math.round(drainedMs)} ms after the last answer`,
      );
      let ceiling: LoadReport | null = null;
      if (bare !== null) {
        server.signal("SIGSTOP");
        ceiling = await client.run({ ...target(bare.url), file: file(part), from: 0, cycle: false, ...rest });
        server.signal("SIGCONT");
        say(`  ceiling        ${describeLoad(ceiling)}`);
      }
      await database.admin.query("checkpoint");
      return { report, share, drainedMs, ceiling };
    };
    const steady = await measure("1,000/s", { rate: 1_000, connections: 64, seconds: steadySeconds, part: "steady" });
    if (options.has("statements")) say(await topStatements(database.admin));
    const closed = await measure("64 connections", { connections: 64, seconds: peakSeconds, part: "closed" });
    const fast = await measure("3,500/s", { rate: 3_500, connections: 64, seconds: peakSeconds, part: "fast" });
    if (options.has("statements")) say(await topStatements(database.admin));

    const {
      rows: [stored],
    } = await database.admin.query<{ events: number; messages: number; ids: number; logged: number }>(
      `select (select count(*)::int from inbound_events where tenant_id = $1) as events,
              (select count(*)::int from messages where tenant_id = $1) as messages,
              (select count(distinct external_id)::int from messages where tenant_id = $1) as ids,
              (select count(*)::int from event_log where tenant_id = $1 and type = 'message.received') as logged`,
      [tenant.id],
    );
    const off = Math.max(...[stored?.events, stored?.messages, stored?.ids, stored?.logged].map((n) => Math.abs((n ?? 0) - accepted)));
    const failures = [warm, steady.report, closed.report, fast.report].reduce((sum, r) => sum + r.answered - (r.statuses["200"] ?? 0), 0);

    const rows: Row[] = [
      { name: "1,000/s: p50", value: round(steady.report.p50, 1), unit: "ms", better: "lower", target: 25 },
      { name: "1,000/s: p99", value: round(steady.report.p99, 1), unit: "ms", better: "lower", target: 150 },
      { name: "Peak, 64 connections", value: Math.round(okRate(closed.report)), unit: "/s", better: "higher", target: 3_300 },
      { name: "Peak, 64 connections: p99", value: round(closed.report.p99, 1), unit: "ms", better: "lower" },
      { name: "3,500/s by the clock: answered 200", value: Math.round(okRate(fast.report)), unit: "/s", better: "higher", target: 3_300 },
      { name: "3,500/s by the clock: p50", value: round(fast.report.p50, 1), unit: "ms", better: "lower" },
      { name: "3,500/s by the clock: p99", value: round(fast.report.p99, 1), unit: "ms", better: "lower" },
      { name: "Answers other than 200", value: failures, unit: "", better: "lower", target: 0 },
      { name: "Accepted and not stored exactly once", value: off, unit: "", better: "lower", target: 0 },
      { name: "All processed after 1,000/s", value: Math.round(steady.drainedMs), unit: "ms", better: "lower" },
      { name: "All processed after the closed peak", value: Math.round(closed.drainedMs), unit: "ms", better: "lower" },
      { name: "All processed after 3,500/s", value: Math.round(fast.drainedMs), unit: "ms", better: "lower" },
      ...cpuRows("1,000/s", steady.share),
      ...cpuRows("peak", closed.share),
    ];
    for (const [name, at] of [
      ["1,000/s", steady],
      ["64 connections", closed],
      ["3,500/s", fast],
    ] as const) {
      if (at.ceiling === null) continue;
      rows.push(
        { name: `Ceiling, ${name}`, value: Math.round(okRate(at.ceiling)), unit: "/s", better: "higher" },
        { name: `Ceiling, ${name}: p99`, value: round(at.ceiling.p99, 1), unit: "ms", better: "lower" },
      );
      if (name === "64 connections")
        rows.push({ name: "Ratio of the peaks", value: round(okRate(at.report) / okRate(at.ceiling)), unit: "x", better: "higher" });
    }
    return {
      rows,
      notes: [
        `${accepted} callbacks were accepted; ${stored?.messages} messages, ${stored?.logged} message.received events stored.`,
        "The server processes what it has stored in the same process and on the same cores while it accepts; the ceiling only stores.",
      ],
    };
  } finally {
    client.close();
    bare?.stop();
    server.signal("SIGCONT");
    await database.close();
    await server.stop();
    folder.remove();
  }
}

const okRate = (report: LoadReport) => ((report.statuses["200"] ?? 0) * 1_000) / report.durationMs;

function cpuRows(name: string, share: CpuShare): Row[] {
  return [
    { name: `Node CPU per callback, ${name}`, value: share.serverMicros, unit: "us", better: "lower" },
    { name: `PostgreSQL CPU per callback, ${name}`, value: share.postgresMicros, unit: "us", better: "lower" },
    { name: `Node main thread busy, ${name}`, value: share.mainThreadPercent, unit: "%", better: "lower" },
  ];
}

function* callbacks(one: (i: number, c: number) => PreparedRequest, first: number, count: number): Generator<PreparedRequest> {
  for (let i = first; i < first + count; i++) yield one(i, i % customers);
}

/** Waits until everything accepted has been processed; returns the milliseconds it took. */
export async function processed(database: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  for (let i = 0; i < 2_400; i++) {
    const { rows } = await database.admin.query("select exists (select from inbound_events where state in ('ready', 'leased')) as open");
    if (rows[0]?.open === false) return performance.now() - startedAt;
    await new Promise((r) => {
      setTimeout(r, 50);
    });
  }
  throw new Error("inbound events are still unprocessed after two minutes");
}

async function startCeiling(database: BenchDatabase): Promise<{ url: string; stop(): void }> {
  await database.admin.query("create schema bench");
  await database.admin.query("create table bench.bodies (id uuid primary key, body text not null, received_at timestamptz not null)");
  await database.admin.query("grant usage on schema bench to parley_worker");
  await database.admin.query("grant insert on bench.bodies to parley_worker");
  const child = spawn(process.execPath, [join(import.meta.dirname, "callbacks-ceiling.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, CEILING_DATABASE: JSON.stringify(database.opened.worker), CEILING_SECRET: appSecret },
  });
  endWithProcess(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { url: line.toString().trim(), stop: () => void child.kill() };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
