/**
 * (k) Flows. Matching: customers' messages at 1,000 events a second over eight tenants, each with 50 active flows; how far the consumer
 * `flows` of the event log lags, from each event's commit to the moment its batch was done. Timers: 10,000 runs wait, the worker is killed
 * with -9 and started again while they become due; how late each continues. Ceiling of the timers: none late. Events and waiting runs are
 * loaded by SQL, because creating them is not what is measured.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Client } from "@parley/sdk";
import pg from "pg";
import { wireId } from "../apps/server/src/platform/ids/ids.ts";
import { cpuBetween, readCpu } from "./lib/cpu.ts";
import type { Outcome } from "./lib/results.ts";
import { type BenchDatabase, joinDatabase, type RunningServer, startServer, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { type BenchTenant, createChannel, createTenant, parleyOf, seedPeople } from "./lib/tenant.ts";

const tenantCount = 8;
const flowsEach = 50;
const people = 500;
/** The clock of the load: this many milliseconds of events in one transaction. */
const beatMs = 20;

type NewFlow = NonNullable<Parameters<Client["flows"]["create"]>[0]>;

interface Crowd {
  tenant: BenchTenant;
  channel: string;
  /** Wire ids. */
  conversations: { contactId: string; conversationId: string }[];
}

export async function run(options: Map<string, string>): Promise<Outcome> {
  const seconds = Number(options.get("seconds") ?? 30);
  const perSecond = Number(options.get("rate") ?? 1_000);
  const waiting = Number(options.get("count") ?? 10_000);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  if (options.has("statements")) await enableStatements(dataDir);
  const env = { CHAT_APP_API_URL: "http://127.0.0.1:9" };
  // Also runs the database, so it is not the one that is killed.
  const server = await startServer(dataDir, { ...env, ROLE: "api" });
  const database = await joinDatabase(dataDir);
  let worker = await startServer(dataDir, { ...env, ROLE: "worker" });
  try {
    const { admin } = database;
    const crowds: Crowd[] = [];
    for (let n = 0; n < tenantCount; n++) crowds.push(await makeCrowd(server, admin, dataDir, n));
    await admin.query("vacuum analyze");

    await sendEvents(database, crowds, perSecond, 3);
    await idle(1_500);
    if (options.has("statements")) await resetStatements(admin);
    const runsBefore = await countRuns(admin);
    const before = readCpu(worker.pid, database.postmasterPid);
    const startedAt = performance.now();
    const { lags, events, unread } = await sendEvents(database, crowds, perSecond, seconds);
    const share = cpuBetween(before, readCpu(worker.pid, database.postmasterPid), events, performance.now() - startedAt);
    const lag = percentilesOf(Float64Array.from(lags));
    await idle(5_000);
    const runs = (await countRuns(admin)) - runsBefore;
    say(`matching  ${events} events, ${runs} runs, ${JSON.stringify(lag)}\n          ${JSON.stringify(share)}`);
    if (options.has("statements")) say(await topStatements(admin));

    const timers = await wakeUp(waiting, crowds, server, admin, worker, async () => {
      worker = await startServer(dataDir, { ...env, ROLE: "worker" });
    });
    return {
      rows: [
        { name: "Events per second", value: round(events / seconds, 1), unit: "/s", better: "higher", target: perSecond * 0.98 },
        { name: "Lag of the event log, p50", value: round(lag.p50, 0), unit: "ms", better: "lower" },
        { name: "Lag of the event log, p99", value: round(lag.p99, 0), unit: "ms", better: "lower" },
        { name: "Lag of the event log, max", value: round(lag.max, 0), unit: "ms", better: "lower", target: 1_000 },
        { name: "Events not matched", value: unread, unit: "", better: "lower", target: 0 },
        { name: "Runs that began", value: runs, unit: "", better: "higher" },
        { name: "Node CPU per event, runs included", value: share.serverMicros, unit: "us", better: "lower" },
        { name: "PostgreSQL CPU per event, runs included", value: share.postgresMicros, unit: "us", better: "lower" },
        { name: "Node main thread busy", value: share.mainThreadPercent, unit: "%", better: "lower" },
        ...timers.rows,
      ],
      notes: [
        `${tenantCount} tenants, ${flowsEach} active flows each: 44 keyword flows that nobody says, 4 whose conditions are judged for every message and do not hold, 1 tag flow, 1 keyword flow that every fiftieth message starts and that sets a tag.`,
        ...timers.notes,
      ],
    };
  } finally {
    await worker.stop();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

async function makeCrowd(server: RunningServer, admin: pg.Client, dataDir: string, n: number): Promise<Crowd> {
  const tenant = await createTenant(admin, dataDir, `Bench ${n}`);
  const channel = await createChannel(server.url, tenant);
  await seedPeople(admin, tenant, channel.id, n, people);
  const { rows } = await admin.query<{ id: string; contact_id: string }>("select id, contact_id from conversations where tenant_id = $1", [
    tenant.id,
  ]);
  const flow = (trigger: NewFlow["trigger"], conditions: NewFlow["conditions"], tag: string): NewFlow => ({
    name: `Flow ${tag}`,
    trigger,
    conditions,
    steps: [{ type: "add_tag", tag }],
  });
  const flows = [
    ...Array.from({ length: 44 }, (_, i) =>
      flow({ type: "message.keyword", keywords: [`word${i}`, `term${i}`, `two words ${i}`] }, null, `k${i}`),
    ),
    ...Array.from({ length: 4 }, (_, i) =>
      flow({ type: "message.received" }, { rules: [{ field: "contact.country", op: "eq", value: `X${i}` }] }, `c${i}`),
    ),
    flow({ type: "contact.tag_added", tag: "never" }, null, "t"),
    flow({ type: "message.keyword", keywords: ["price"] }, null, "lead"),
  ];
  const parley = parleyOf(server.url, tenant);
  for (const body of flows) {
    const made = await parley.flows.create(body);
    await parley.flows.activate(made.id);
  }
  return {
    tenant,
    channel: channel.wire,
    conversations: rows.map((row) => ({ contactId: wireId("cnt", row.contact_id), conversationId: wireId("conv", row.id) })),
  };
}

/**
 * Sends events by the clock, whether or not the reader keeps up; measures how long each took from its commit until the cursor was past it.
 */
async function sendEvents(
  database: BenchDatabase,
  crowds: Crowd[],
  perSecond: number,
  seconds: number,
): Promise<{ lags: number[]; events: number; unread: number }> {
  const watcher = new pg.Client(database.opened.admin);
  watcher.on("error", () => undefined);
  await watcher.connect();
  const open: { xid: bigint; committedAt: number; count: number }[] = [];
  const lags: number[] = [];
  let sending = true;
  let giveUpAt = Number.POSITIVE_INFINITY;
  const watching = (async () => {
    while (sending || (open.length > 0 && performance.now() < giveUpAt)) {
      const { rows } = await watcher.query<{ xid: string }>({
        name: "cursor",
        text: "select xid::text as xid from event_cursors where consumer = 'flows'",
      });
      const at = performance.now();
      const read = BigInt(rows[0]?.xid ?? 0);
      // A transaction that is read in two halves counts when the next one is read: too late rather than too early.
      while (open[0] !== undefined && (open[0].xid < read || (open.length === 1 && open[0].xid === read))) {
        const { committedAt, count } = open.shift() as (typeof open)[number];
        for (let i = 0; i < count; i++) lags.push(at - committedAt);
      }
      await idle(5);
    }
  })();
  const startedAt = performance.now();
  let sent = 0;
  const total = perSecond * seconds;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
    const count = due - sent;
    if (count > 0) {
      const events = Array.from({ length: count }, (_, k) => eventOf(crowds, sent + k));
      const { rows } = await database.admin.query<{ xid: string }>({
        name: "events",
        text: `insert into event_log (tenant_id, id, type, data, created_at)
               select t, i, 'message.received', d::json, clock_timestamp() from unnest($1::uuid[], $2::uuid[], $3::text[]) as u (t, i, d)
               returning xid::text as xid`,
        values: [events.map((e) => e.tenantId), events.map(() => randomUUID()), events.map((e) => e.data)],
      });
      open.push({ xid: BigInt(rows[0]?.xid ?? 0), committedAt: performance.now(), count });
      sent = due;
    }
    await idle(Math.max(0, beatMs - ((performance.now() - startedAt) % beatMs)));
  }
  sending = false;
  giveUpAt = performance.now() + 30_000;
  await watching;
  await watcher.end();
  return { lags, events: sent, unread: sent - lags.length };
}

function eventOf(crowds: Crowd[], n: number): { tenantId: string; data: string } {
  const crowd = crowds[n % crowds.length] as Crowd;
  const { contactId, conversationId } = crowd.conversations[Math.floor(n / crowds.length) % people] as Crowd["conversations"][number];
  const text = n % 50 === 0 ? "Hello, what is the price of the blue one?" : "Hello, is there any news about what I ordered on Monday?";
  const message = { id: wireId("msg", randomUUID()), from: "447700000000", type: "text", text };
  return { tenantId: crowd.tenant.id, data: JSON.stringify({ channelId: crowd.channel, contactId, conversationId, message }) };
}

/** Runs become due over a minute; the worker is dead for the first part of it. */
async function wakeUp(
  count: number,
  crowds: Crowd[],
  server: RunningServer,
  admin: pg.Client,
  worker: RunningServer,
  restart: () => Promise<void>,
): Promise<Pick<Outcome, "rows" | "notes">> {
  const spreadMs = 60_000;
  const deadMs = 10_000;
  const each = Math.ceil(count / crowds.length);
  for (const { tenant } of crowds) {
    const parley = parleyOf(server.url, tenant);
    const made = await parley.flows.create({
      name: "Later",
      trigger: { type: "manual" },
      steps: [
        { type: "wait", seconds: 3_600 },
        { type: "add_tag", tag: "resumed" },
      ],
    });
    await parley.flows.activate(made.id);
  }
  // Separate people, because each has only one run at a time.
  for (const [n, { tenant }] of crowds.entries()) {
    await admin.query(
      `insert into contacts (tenant_id, id, name, phone, phone_key, source, created_at, updated_at)
       select $1::uuid, md5($1::uuid::text || 'waits' || n)::uuid, 'Waits ' || n, '+4478' || lpad((n + $3::integer * 20000)::text, 8, '0'), '4478' || lpad((n + $3::integer * 20000)::text, 8, '0'), 'import', now(), now()
         from generate_series(1, $2::integer) n`,
      [tenant.id, each, n],
    );
  }
  worker.signal("SIGKILL");
  const killedAt = Date.now();
  for (const { tenant } of crowds) {
    await admin.query("begin");
    await admin.query(
      `insert into flow_runs (tenant_id, id, flow_id, version, contact_id, status, started_by, depth, context, place, steps, waiting_for, waiting_since, state, run_at,
                              started_at, updated_at)
       select f.tenant_id, md5(f.tenant_id::text || 'run' || n)::uuid, f.id, 1, md5(f.tenant_id::text || 'waits' || n)::uuid, 'waiting', 'bench', 0,
              jsonb_build_object('due', $3::float8 + n * $4::float8 / $2::integer), 1, 1, 'timer', now(), 'ready',
              to_timestamp(($3::float8 + n * $4::float8 / $2::integer) / 1000), now(), now()
         from flows f cross join generate_series(1, $2::integer) n where f.tenant_id = $1::uuid and f.name = 'Later'`,
      [tenant.id, each, killedAt, spreadMs],
    );
    await admin.query(
      `insert into flow_run_steps (tenant_id, run_id, n, path, type, status, result, at)
       select tenant_id, id, 1, 'steps[0]', 'wait', 'waiting', '{}', now() from flow_runs where tenant_id = $1 and started_by = 'bench'`,
      [tenant.id],
    );
    await admin.query("commit");
  }
  await admin.query("vacuum analyze flow_runs");
  await idle(Math.max(0, deadMs - (Date.now() - killedAt)));
  await restart();
  const readyAt = Date.now();
  for (let i = 0; i < 400; i++) {
    const { rows } = await admin.query<{ n: number }>(
      "select count(*)::int as n from flow_runs where started_by = 'bench' and ended_at is null",
    );
    if (rows[0]?.n === 0) break;
    await idle(500);
  }
  const { rows } = await admin.query<{ due: number; at: number; ended: boolean }>(
    `select (r.context->>'due')::float8 as due, extract(epoch from s.at)::float8 * 1000 as at, r.status = 'completed' as ended
       from flow_runs r join flow_run_steps s on s.tenant_id = r.tenant_id and s.run_id = r.id and s.type = 'add_tag'
      where r.started_by = 'bench'`,
  );
  const missed = rows.filter((row) => row.due < readyAt);
  const punctual = rows.filter((row) => row.due >= readyAt);
  const caughtUpMs = Math.max(0, ...missed.map((row) => row.at)) - readyAt;
  const late = percentilesOf(Float64Array.from(punctual, (row) => row.at - row.due));
  say(
    `timers    ${missed.length} due while dead, caught up after ${Math.round(caughtUpMs)} ms; ${punctual.length} afterwards ${JSON.stringify(late)}`,
  );
  const total = each * crowds.length;
  return {
    rows: [
      {
        name: "Waiting runs that did not go on once and to their end",
        value: total - rows.filter((row) => row.ended).length,
        unit: "",
        better: "lower",
        target: 0,
      },
      {
        name: "Due while the worker was dead: all gone on, after it was ready",
        value: round(caughtUpMs / 1_000),
        unit: "s",
        better: "lower",
        target: 10,
      },
      { name: "Due afterwards: late, p50", value: round(late.p50, 0), unit: "ms", better: "lower" },
      { name: "Due afterwards: late, p99", value: round(late.p99, 0), unit: "ms", better: "lower" },
      { name: "Due afterwards: late, max", value: round(late.max, 0), unit: "ms", better: "lower" },
    ],
    notes: [
      `${total} waiting runs become due evenly within ${spreadMs / 1_000} s of the kill; the worker is ready again ${round((readyAt - killedAt) / 1_000, 1)} s after it. ${missed.length} were due by then, ${punctual.length} come later, beside those.`,
    ],
  };
}

async function countRuns(admin: pg.Client): Promise<number> {
  return Number((await admin.query<{ n: number }>("select count(*)::int as n from flow_runs")).rows[0]?.n);
}

const idle = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
