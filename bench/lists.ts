/**
 * (e) Lists over 1,000,000 messages, 200,000 conversations and contacts of 200 tenants, one with 100,000 messages: conversations, messages
 * of a conversation, messages, contacts; first and 40th page; filters; 200 requests a second by the clock, row-level security on, in three
 * slices, of which the median counts; the use of the machine by others meanwhile is reported. First the server answers every request eight
 * times with auto_explain in its sessions, so that the plans are those it really uses (including generic ones): a sequential scan of a
 * table fails the run. Ceiling: the same statements through the driver alone, one connection.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type CpuShare, cpuBetween, othersBetween, readCpu } from "./lib/cpu.ts";
import { fullSize, loadLists } from "./lib/lists-data.ts";
import { describeLoad, type LoadReport, startLoadClient, target, writeRequests } from "./lib/load.ts";
import { accessesOf, type LoggedPlan, readPlans } from "./lib/plans.ts";
import type { Outcome } from "./lib/results.ts";
import { joinDatabase, keptFolder, startServer, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { median, percentilesOf, round } from "./lib/stats.ts";
import { api, type BenchTenant, createChannel, createTenant } from "./lib/tenant.ts";
import { wireId } from "../apps/server/src/platform/ids/ids.ts";

const perSecond = 200;
/** Tenants whose keys the load uses: the largest, and some ordinary ones. */
const asked = 20;
const pageWanted = 40;

interface Variant {
  name: string;
  path: string;
  deep: boolean;
}

export async function run(options: Map<string, string>): Promise<Outcome> {
  const seconds = Number(options.get("seconds") ?? 15);
  const rounds = Number(options.get("rounds") ?? 3);
  const scale = Number(options.get("scale") ?? 1);
  const sizes = {
    ...fullSize,
    conversations: fullSize.conversations * scale,
    conversationsOfLargest: fullSize.conversationsOfLargest * scale,
  };
  const folder = keptFolder(options.get("data")) ?? temporaryFolder();
  const dataDir = join(folder.path, "data");
  const made = join(folder.path, "tenants.json");
  const loaded = existsSync(made);
  if (options.has("statements")) await enableStatements(dataDir);
  let server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9", ROLE: "api" });
  let database = await joinDatabase(dataDir);
  const restart = async () => {
    await database.close();
    await server.stop();
    server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9" });
    database = await joinDatabase(dataDir);
  };
  const client = startLoadClient();
  try {
    const tenants: (BenchTenant & { channel: string })[] = [];
    if (loaded) tenants.push(...(JSON.parse(readFileSync(made, "utf8")) as typeof tenants));
    else {
      await database.admin.query("create table bench_tenants (n int, tenant_id uuid, channel_id uuid)");
      for (let n = 0; n < sizes.tenants; n++) {
        const tenant = await createTenant(database.admin, dataDir, `Tenant ${n}`);
        const channel = await createChannel(server.url, tenant);
        await database.admin.query("insert into bench_tenants values ($1, $2, $3)", [n, tenant.id, channel.id]);
        tenants.push({ ...tenant, channel: channel.wire });
      }
      say("loading");
      await loadLists(database.admin, sizes, say);
      writeFileSync(made, JSON.stringify(tenants));
    }

    // The requests: all of the largest tenant, and for every other one all first pages and some deep ones.
    const requests: { tenant: BenchTenant; variant: Variant }[] = [];
    for (const [n, tenant] of tenants.slice(0, asked).entries()) {
      const {
        rows: [one],
      } = await database.admin.query<{ conversation_id: string; contact_id: string; address: string }>(
        "select conversation_id, contact_id, address from bench_people where tenant_id = $1 order by n desc limit 1",
        [tenant.id],
      );
      if (one === undefined) continue;
      for (const variant of variants(tenant.channel, wireId("conv", one.conversation_id), wireId("cnt", one.contact_id), one.address)) {
        requests.push({ tenant, variant });
        if (!variant.deep) continue;
        const deep = await turnTo(server.url, tenant, variant.path);
        if (deep !== null) requests.push({ tenant, variant: { ...variant, name: `${variant.name}, page ${pageWanted}`, path: deep } });
        else if (n === 0) throw new Error(`${variant.path} has fewer than ${pageWanted} pages`);
      }
    }

    /** Plans from the server's own sessions: those not using an index, and the last plan of each kind's statement. */
    const lookAtPlans = async (some: typeof requests) => {
      const settings = {
        session_preload_libraries: "auto_explain",
        "auto_explain.log_min_duration": "0",
        "auto_explain.log_analyze": "on",
        "auto_explain.log_timing": "off",
        "auto_explain.log_nested_statements": "on",
        "auto_explain.log_format": "json",
      };
      for (const [name, value] of Object.entries(settings))
        await database.admin.query(`alter role parley_app set ${name} = ${pg.escapeLiteral(value)}`);
      await restart();
      const bad = new Set<string>();
      const seen = new Map<string, string>();
      const statements = new Map<string, LoggedPlan>();
      for (const { tenant, variant } of some) {
        const from = logSize(dataDir);
        for (let i = 0; i < 8; i++) await api(server.url, tenant, "GET", variant.path);
        for (const plan of readPlans(logFrom(dataDir, from))) {
          for (const access of accessesOf(plan)) {
            if (access.scan === "Seq Scan") bad.add(`${variant.name}: ${access.table} is read from end to end (${access.rowsRead} rows)`);
            else if (access.rowsRead > 20_000)
              bad.add(`${variant.name}: ${access.index ?? access.scan} on ${access.table} reads ${access.rowsRead} rows`);
            const key = `${variant.name}|${access.table}|${access.index}`;
            const text = `${variant.name.padEnd(44)} ${access.table.padEnd(18)} ${(access.index ?? access.scan).padEnd(30)} ${String(access.rowsRead).padStart(7)} rows read  ${plan.durationMs.toFixed(2)} ms`;
            if (!seen.has(key) || access.rowsRead > 1_000) seen.set(key, text);
          }
          if (!plan.nested && /^\s*select/i.test(plan.query)) statements.set(variant.name, plan);
        }
      }
      say([...seen.values()].join("\n"));
      for (const problem of bad) say(`NOT BY INDEX: ${problem}`);
      for (const name of Object.keys(settings)) await database.admin.query(`alter role parley_app reset ${name}`);
      return { bad, statements };
    };
    const plans = options.has("no-plans")
      ? null
      : await lookAtPlans(requests.filter((r) => r.tenant === tenants[0] || r.tenant === tenants[1]));
    await restart();

    // The load.
    const file = join(folder.path, "requests");
    const shuffled = requests
      .map((r) => ({ r, key: Math.random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ r }) => r);
    writeRequests(
      file,
      shuffled.map(({ tenant, variant }) => ({ method: "GET", path: variant.path, headers: { authorization: `Bearer ${tenant.key}` } })),
    );
    if (options.has("statements")) await resetStatements(database.admin);
    await client.run({
      ...target(server.url),
      connections: 16,
      file,
      from: 0,
      cycle: true,
      rate: 100,
      seconds: Math.ceil(requests.length / 100) + 2,
    });
    const slices: { load: LoadReport; share: CpuShare; others: number; stolen: number }[] = [];
    for (let i = 0; i < rounds; i++) {
      const before = readCpu(server.pid, database.postmasterPid);
      const load = await client.run({
        ...target(server.url),
        connections: 32,
        file,
        from: i * perSecond * seconds,
        cycle: true,
        rate: perSecond,
        seconds,
      });
      const after = readCpu(server.pid, database.postmasterPid);
      const share = cpuBetween(before, after, load.answered, load.durationMs);
      const { others, stolen } = othersBetween(before, after, (load.cpuMicros * load.answered) / 1_000, load.durationMs);
      say(`${describeLoad(load)}\n${JSON.stringify(share)}, others took ${others} % of a core, the hypervisor ${stolen} %`);
      slices.push({ load, share, others, stolen });
    }
    if (options.has("statements")) say(await topStatements(database.admin, 40));

    // Each kind separately, to name the slowest; and the ceiling.
    const alone: { name: string; p50: number; p99: number }[] = [];
    for (const name of new Set(requests.map((r) => r.variant.name))) {
      const times: number[] = [];
      for (const { tenant, variant } of requests.filter((r) => r.variant.name === name)) {
        for (let i = 0; i < 3; i++) {
          const at = performance.now();
          await api(server.url, tenant, "GET", variant.path);
          times.push(performance.now() - at);
        }
      }
      const { p50, p99 } = percentilesOf(Float64Array.from(times));
      alone.push({ name, p50, p99 });
    }
    alone.sort((a, b) => b.p99 - a.p99);
    const bare = plans === null ? null : await ceiling(database.opened.app, (tenants[0] as BenchTenant).id, plans.statements);
    const ratios = alone.flatMap(({ name, p50 }) => {
      const own = bare?.each.get(name);
      return own === undefined ? [] : [{ name, ratio: p50 / own.p50 }];
    });
    ratios.sort((a, b) => b.ratio - a.ratio);
    for (const { name, p50, p99 } of alone) {
      const own = bare?.each.get(name);
      const neighbours =
        own === undefined ? "" : `, ceiling p50 ${own.p50.toFixed(2)} p99 ${own.p99.toFixed(2)} ms: ${(p50 / own.p50).toFixed(1)} x`;
      say(`${name.padEnd(44)} p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms${neighbours}`);
    }

    const failures = slices.reduce((sum, { load }) => sum + load.answered - (load.statuses["200"] ?? 0), 0);
    const typical = (of: (slice: (typeof slices)[number]) => number) => median(slices.map(of));
    const p50 = round(
      typical(({ load }) => load.p50),
      1,
    );
    const p99 = round(
      typical(({ load }) => load.p99),
      1,
    );
    const max = Math.max(...slices.map(({ load }) => load.max));
    return {
      rows: [
        {
          name: "p50 at 200 requests/s",
          value: p50,
          unit: "ms",
          better: "lower",
        },
        {
          name: "p99 at 200 requests/s",
          value: p99,
          unit: "ms",
          better: "lower",
          target: 50,
        },
        { name: "Slowest request", value: round(max, 1), unit: "ms", better: "lower" },
        { name: "Answers other than 200", value: failures, unit: "", better: "lower", target: 0 },
        ...(plans === null || bare === null
          ? []
          : [
              {
                name: "Plans that read a table, or more than 20,000 rows",
                value: plans.bad.size,
                unit: "",
                better: "lower" as const,
                target: 0,
              },
              {
                name: "Ceiling: the same statements through the driver, p50",
                value: round(bare.p50, 2),
                unit: "ms",
                better: "lower" as const,
              },
              { name: "Ceiling: p99", value: round(bare.p99, 2), unit: "ms", better: "lower" as const },
              {
                name: "A list to its ceiling, p50, one at a time: median of the lists",
                value: round(median(ratios.map(({ ratio }) => ratio)), 1),
                unit: "x",
                better: "lower" as const,
              },
            ]),
        { name: "Node CPU per request", value: typical(({ share }) => share.serverMicros), unit: "us", better: "lower" },
        { name: "PostgreSQL CPU per request", value: typical(({ share }) => share.postgresMicros), unit: "us", better: "lower" },
      ],
      notes: [
        `${requests.length} different requests of ${asked} tenants. Slowest kinds, alone: ${alone
          .slice(0, 4)
          .map((v) => `${v.name} ${v.p99.toFixed(1)} ms`)
          .join("; ")}. Furthest from their ceiling: ${ratios
          .slice(0, 4)
          .map(({ name, ratio }) => `${name} ${ratio.toFixed(1)} x`)
          .join("; ")}.`,
        `${rounds} slices of ${seconds} s: p99 ${slices.map(({ load }) => round(load.p99, 1)).join(", ")} ms; other processes took ${slices.map(({ others }) => others).join(", ")} % of a core, the hypervisor ${slices.map(({ stolen }) => stolen).join(", ")} %.`,
        ...[...(plans?.bad ?? [])].slice(0, 10).map((problem) => `Not by index: ${problem}.`),
      ],
    };
  } finally {
    client.close();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

function variants(channel: string, conversation: string, contact: string, address: string): Variant[] {
  const list = (name: string, path: string, deep = false): Variant => ({
    name,
    path: `/api/v1${path}${path.includes("?") ? "&" : "?"}limit=20`,
    deep,
  });
  return [
    list("conversations", "/conversations", true),
    list("conversations, open", "/conversations?status=open"),
    list("conversations, resolved", "/conversations?status=resolved"),
    list("conversations, channel", `/conversations?channelId=${channel}`),
    list("conversations, contact", `/conversations?contactId=${contact}`),
    list("conversations, unassigned", "/conversations?assigneeId=none"),
    list("conversations, rare label", "/conversations?label=refund"),
    list("conversations, unread", "/conversations?unread=true"),
    list("conversations, priority", "/conversations?priority=high"),
    list("conversations, by creation", "/conversations?sort=createdAt", true),
    list("messages of a conversation", `/conversations/${conversation}/messages`),
    list("messages", "/messages", true),
    list("messages, inbound", "/messages?direction=inbound"),
    list("messages, failed", "/messages?status=failed"),
    list("messages, channel", `/messages?channelId=${channel}`),
    list("messages, contact", `/messages?contactId=${contact}`),
    list("messages, unknown reference", "/messages?clientReference=none-such"),
    list("contacts", "/contacts", true),
    list("contacts, search a first name", "/contacts?q=amina"),
    list("contacts, search nobody", "/contacts?q=zzzzzz"),
    list("contacts, phone", `/contacts?phone=%2B${address}`),
    list("contacts, tag", "/contacts?tag=vip"),
    list("contacts, opted out", "/contacts?optIn=opted_out"),
  ];
}

/** The URL of page 40; null if the list ends before. */
async function turnTo(url: string, tenant: BenchTenant, path: string): Promise<string | null> {
  let at = path;
  for (let page = 1; page < pageWanted; page++) {
    const answer = (await api(url, tenant, "GET", at)) as { pageInfo: { nextCursor: string | null } };
    if (answer.pageInfo.nextCursor === null) return null;
    at = `${path}&cursor=${encodeURIComponent(answer.pageInfo.nextCursor)}`;
  }
  return at;
}

/** Every statement again, named and with the values of its last run, one after the other. */
async function ceiling(
  connection: pg.ClientConfig,
  tenantId: string,
  statements: Map<string, LoggedPlan>,
): Promise<{ p50: number; p99: number; each: Map<string, { p50: number; p99: number }> }> {
  const client = new pg.Client(connection);
  await client.connect();
  const times: number[] = [];
  const each = new Map<string, { p50: number; p99: number }>();
  for (const [name, { query, values }] of statements) {
    if (values === null) continue;
    const own: number[] = [];
    for (let i = 0; i < 30; i++) {
      const at = performance.now();
      await client.query(`begin; set local app.tenant_id = '${tenantId}'`);
      await client.query({ name, text: query, values });
      await client.query("commit");
      if (i >= 6) own.push(performance.now() - at);
    }
    times.push(...own);
    each.set(name, percentilesOf(Float64Array.from(own)));
  }
  await client.end();
  return { ...percentilesOf(Float64Array.from(times)), each };
}

const logFiles = (dataDir: string) => {
  const folder = join(dataDir, "postgres", "log");
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
};

function logSize(dataDir: string): number {
  return logFiles(dataDir).reduce((sum, file) => sum + statSync(file).size, 0);
}

function logFrom(dataDir: string, from: number): string {
  return Buffer.concat(logFiles(dataDir).map((file) => readFileSync(file)))
    .subarray(from)
    .toString("utf8");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
