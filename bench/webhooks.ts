/**
 * (d) Outbound webhooks. First attempts: inbound messages cause 200 events a second for one endpoint; measured from the commit of the
 * event's transaction (as recorded by PostgreSQL), and from the event's createdAt (taken before that transaction starts), to its arrival at
 * a receiver process. Peak: inbound messages as fast as they are accepted, and whether their events are sent as fast. Throughput: 4,000
 * events for five endpoints appear at once, 20,000 deliveries to create, store and send. Ceiling: a bare sender.
 */
import { createHmac } from "node:crypto";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { endWithProcess } from "./lib/children.ts";
import { cpuBetween, readCpu } from "./lib/cpu.ts";
import { describeLoad, startLoadClient, target, writeRequests } from "./lib/load.ts";
import type { Outcome } from "./lib/results.ts";
import { appSecret, joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { addressOf, createChannel, createTenant, parleyOf, seedPeople } from "./lib/tenant.ts";

interface Report {
  received: number;
  distinct: number;
  repeats: number;
  firstAt: number;
  lastAt: number;
  p50: number;
  p99: number;
  max: number;
}

const perSecond = 200;
const people = 200;
const endpoints = 5;

export async function run(options: Map<string, string>): Promise<Outcome> {
  const seconds = Number(options.get("seconds") ?? 30);
  const backlog = Number(options.get("backlog") ?? 20_000);
  const peakSeconds = Number(options.get("peak") ?? 10);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  if (options.has("statements")) await enableStatements(dataDir);
  await enableCommitTimes(dataDir);
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9" });
  const database = await joinDatabase(dataDir);
  const client = startLoadClient();
  const receiver = spawn(process.execPath, [join(import.meta.dirname, "webhook-receiver.ts")], { stdio: ["ignore", "pipe", "inherit"] });
  endWithProcess(receiver);
  const url = ((await once(receiver.stdout, "data")) as [Buffer])[0].toString().trim();
  const report = async () => (await (await fetch(`${url}/report`)).json()) as Report;
  /** Milliseconds from the commit of an event to its first arrival; clears the arrivals. */
  const sinceCommit = async (tenantId: string) => {
    const arrivals = new Map((await (await fetch(`${url}/arrivals`)).json()) as [string, number][]);
    const { rows } = await database.admin.query<{ id: string; at: number }>(
      `select 'evt_' || replace(id::text, '-', '') as id, extract(epoch from pg_xact_commit_timestamp(xid::xid))::float8 * 1000 as at
         from event_log where tenant_id = $1`,
      [tenantId],
    );
    return percentilesOf(
      Float64Array.from(
        rows.flatMap(({ id, at }) => {
          const arrivedAt = arrivals.get(id);
          return arrivedAt === undefined ? [] : [arrivedAt - at];
        }),
      ),
    );
  };
  try {
    const tenant = await createTenant(database.admin, dataDir, "Bench");
    const channel = await createChannel(server.url, tenant);
    await seedPeople(database.admin, tenant, channel.id, 0, people);
    await parleyOf(server.url, tenant).webhooks.create({ url: `${url}/one`, events: ["*"] });

    // First attempts.
    const callbacks = (first: number, count: number) =>
      Array.from({ length: count }, (_, k) => {
        const i = first + k;
        const waId = addressOf(0, i % people);
        const body = JSON.stringify({
          object: "whatsapp_business_account",
          entry: [
            {
              id: channel.businessAccountId,
              changes: [
                {
                  field: "messages",
                  value: {
                    messaging_product: "whatsapp",
                    metadata: { display_phone_number: "15550100100", phone_number_id: channel.phoneNumberId },
                    contacts: [{ profile: { name: `Customer ${i % people}` }, wa_id: waId }],
                    messages: [
                      {
                        from: waId,
                        id: `wamid.BENCH${String(i).padStart(20, "0")}`,
                        timestamp: String(Math.floor(Date.now() / 1_000)),
                        type: "text",
                        text: { body: `Hello ${i}` },
                      },
                    ],
                  },
                },
              ],
            },
          ],
        });
        return {
          method: "POST",
          path: "/callbacks/chat-app",
          body,
          headers: { "x-hub-signature-256": `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}` },
        };
      });
    const events = async () =>
      Number((await database.admin.query("select count(*) as n from event_log where tenant_id = $1", [tenant.id])).rows[0]?.n);
    const file = join(folder.path, "callbacks");
    writeRequests(file, callbacks(0, perSecond * 5));
    await client.run({ ...target(server.url), connections: 8, file, from: 0, cycle: false, rate: perSecond, seconds: 5 });
    await database.admin.query("vacuum analyze");
    await new Promise((r) => {
      setTimeout(r, 1_000);
    });
    await report();
    await sinceCommit(tenant.id);
    if (options.has("statements")) await resetStatements(database.admin);
    writeRequests(`${file}2`, callbacks(1_000_000, perSecond * seconds));
    const eventsBefore = await events();
    const before = readCpu(server.pid, database.postmasterPid);
    const load = await client.run({
      ...target(server.url),
      connections: 8,
      file: `${file}2`,
      from: 0,
      cycle: false,
      rate: perSecond,
      seconds,
    });
    const share = cpuBetween(before, readCpu(server.pid, database.postmasterPid), load.answered, load.durationMs);
    await new Promise((r) => {
      setTimeout(r, 2_000);
    });
    const eventCount = (await events()) - eventsBefore;
    const first = await report();
    const committed = await sinceCommit(tenant.id);
    say(
      `callbacks  ${describeLoad(load)}\n           ${JSON.stringify(share)}\ndeliveries ${JSON.stringify(first)}\nsince commit ${JSON.stringify(committed)}`,
    );
    if (options.has("statements")) say(await topStatements(database.admin));

    // Peak: as fast as they are accepted.
    const peakEventsBefore = await events();
    writeRequests(`${file}3`, callbacks(2_000_000, peakSeconds * 4_000));
    if (options.has("statements")) await resetStatements(database.admin);
    const peakLoad = await client.run({
      ...target(server.url),
      connections: 32,
      file: `${file}3`,
      from: 0,
      cycle: false,
      seconds: peakSeconds,
    });
    const duringPeak = await report();
    for (let i = 0, left = 1; left > 0 && i < 150; i++) {
      await new Promise((r) => {
        setTimeout(r, 200);
      });
      left = (
        await database.admin.query(
          `select 1 from inbound_events where state in ('ready', 'leased')
           union all select 1 from webhook_deliveries where state in ('ready', 'leased') limit 1`,
        )
      ).rows.length;
    }
    const afterPeak = await report();
    const peakEvents = (await events()) - peakEventsBefore;
    const peakSinceCommit = await sinceCommit(tenant.id);
    const accepted = (peakLoad.answered * 1_000) / peakLoad.durationMs;
    const delivered = (duringPeak.received * 1_000) / peakLoad.durationMs;
    say(
      `peak       ${describeLoad(peakLoad)}\n           ${Math.round(delivered)}/s delivered meanwhile, ${afterPeak.received} later, ${peakEvents} events\n           since commit ${JSON.stringify(peakSinceCommit)}`,
    );
    if (options.has("statements")) say(await topStatements(database.admin));

    // Throughput.
    const crowd = await createTenant(database.admin, dataDir, "Backlog");
    const { webhooks } = parleyOf(server.url, crowd);
    for (let n = 0; n < endpoints; n++) await webhooks.create({ url: `${url}/many${n}`, events: ["*"] });
    await new Promise((r) => {
      setTimeout(r, 1_000);
    });
    await report();
    if (options.has("statements")) await resetStatements(database.admin);
    const cpuBefore = readCpu(server.pid, database.postmasterPid);
    await database.admin.query(
      `insert into event_log (tenant_id, id, type, data, created_at)
       select $1, gen_random_uuid(), 'message.received', json_build_object('channelId', 'chn_0', 'message', json_build_object('id', 'msg_' || n, 'text', repeat('x', 300))),
              clock_timestamp() from generate_series(1, $2::int) n`,
      [crowd.id, backlog / endpoints],
    );
    const committedAt = performance.timeOrigin + performance.now();
    for (let i = 0; i < 600; i++) {
      const { rows } = await database.admin.query(
        "select count(*)::int as n from webhook_deliveries where tenant_id = $1 and state = 'delivered'",
        [crowd.id],
      );
      if (Number(rows[0]?.n) >= backlog) break;
      await new Promise((r) => {
        setTimeout(r, 200);
      });
    }
    const storedMs = performance.timeOrigin + performance.now() - committedAt;
    const many = await report();
    const sendMs = many.lastAt - committedAt;
    const crowdShare = cpuBetween(cpuBefore, readCpu(server.pid, database.postmasterPid), many.received, storedMs);
    say(
      `backlog    ${JSON.stringify(many)}\n           ${Math.round(sendMs)} ms to the last arrival, ${Math.round(storedMs)} ms until all are stored as delivered\n           ${JSON.stringify(crowdShare)}`,
    );
    if (options.has("statements")) say(await topStatements(database.admin));

    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, "webhooks-ceiling.ts"),
      url,
      String(backlog),
    ]);
    const rate = (many.received * 1_000) / sendMs;
    return {
      rows: [
        { name: "Events per second", value: round(eventCount / seconds, 1), unit: "/s", better: "higher" },
        { name: "First attempt after the commit p50", value: round(committed.p50, 1), unit: "ms", better: "lower", target: 5 },
        { name: "First attempt after the commit p99", value: round(committed.p99, 1), unit: "ms", better: "lower", target: 20 },
        { name: "First attempt p50", value: round(first.p50, 1), unit: "ms", better: "lower", target: 50 },
        { name: "First attempt p99", value: round(first.p99, 1), unit: "ms", better: "lower", target: 500 },
        { name: "First attempt max", value: round(first.max, 1), unit: "ms", better: "lower" },
        { name: "Events not delivered", value: eventCount - first.distinct, unit: "", better: "lower", target: 0 },
        { name: "Peak: messages accepted per second", value: Math.round(accepted), unit: "/s", better: "higher" },
        { name: "Peak: deliveries per second meanwhile", value: Math.round(delivered), unit: "/s", better: "higher" },
        { name: "Peak: first attempt after the commit p50", value: round(peakSinceCommit.p50, 1), unit: "ms", better: "lower" },
        {
          name: "Peak: events not delivered",
          value: peakEvents - duringPeak.distinct - afterPeak.distinct,
          unit: "",
          better: "lower",
          target: 0,
        },
        { name: "Deliveries per second from a backlog, one worker", value: Math.round(rate), unit: "/s", better: "higher", target: 1_000 },
        { name: "Ceiling: bare sender", value: Math.round(Number(stdout)), unit: "/s", better: "higher" },
        { name: "Ratio to the ceiling", value: round(rate / Number(stdout)), unit: "x", better: "higher" },
        { name: "Backlog not delivered", value: backlog - many.distinct, unit: "", better: "lower", target: 0 },
        { name: "Sent more than once", value: first.repeats + many.repeats, unit: "", better: "lower", target: 0 },
        { name: "Node CPU per delivery, backlog", value: crowdShare.serverMicros, unit: "us", better: "lower" },
        { name: "PostgreSQL CPU per delivery, backlog", value: crowdShare.postgresMicros, unit: "us", better: "lower" },
        { name: "Node main thread busy, backlog", value: crowdShare.mainThreadPercent, unit: "%", better: "lower" },
      ],
      notes: [
        `First attempts: ${eventCount} events in ${seconds} s. The backlog counts from the commit of ${backlog / endpoints} events to the last arrival: fan-out to ${endpoints} endpoints is inside.`,
      ],
    };
  } finally {
    client.close();
    receiver.kill();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

/** Before the measured start: PostgreSQL records the time of each commit, a few bytes per transaction. */
async function enableCommitTimes(dataDir: string): Promise<void> {
  const server = await startServer(dataDir, { ROLE: "api" });
  const database = await joinDatabase(dataDir);
  await database.admin.query("alter system set track_commit_timestamp = on");
  await database.close();
  await server.stop();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
