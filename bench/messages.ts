/**
 * (a) (`--kind=…`: on another kind of channel.) POST /messages at 32 connections, 500 recipients with open conversations, one tenant; the channel sends at its paced
 * 80 a second meanwhile. Ceiling: pgbench committing one equivalent transaction at a time on the same database. Slices of
 * both alternate. While the ceiling runs, the server process is stopped (SIGSTOP), so that pgbench has both cores for
 * itself and PostgreSQL; afterwards the server reads what it missed before it is measured again.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cpuBetween, type CpuShare, readCpu } from "./lib/cpu.ts";
import { processed } from "./callbacks.ts";
import { channelKind } from "./lib/channel-kinds.ts";
import { describeLoad, type LoadReport, startLoadClient, target, writeRequests } from "./lib/load.ts";
import { type CeilingRun, findPgbench, runDriver, runPgbench } from "./lib/pgbench.ts";
import type { Outcome } from "./lib/results.ts";
import { type BenchDatabase, joinDatabase, startServer, startSimulator, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { median, round } from "./lib/stats.ts";
import { type BenchChannel, type BenchTenant, createChannel, createTenant, seedPeople } from "./lib/tenant.ts";

const people = 500;
const connections = 32;
const text = "Your order left today and will arrive tomorrow between nine and noon.";

export async function run(options: Map<string, string>): Promise<Outcome> {
  const seconds = Number(options.get("seconds") ?? 10);
  const rounds = Number(options.get("rounds") ?? 3);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const { kind } = channelKind(options);
  const simulator = await startSimulator(kind.simulator, kind.flags(1_000));
  if (options.has("statements")) await enableStatements(dataDir);
  const server = await startServer(dataDir, { ...kind.settings(simulator.url), ROLE: options.get("role") ?? "all" });
  const database = await joinDatabase(dataDir);
  const client = startLoadClient();
  try {
    const tenant = await createTenant(database.admin, dataDir, "Bench");
    const channel = await kind.connect(server.url, tenant, { simulator });
    await channel.meet(people);
    const theirs = await ceilingPlace();
    const file = join(folder.path, "requests");
    writeRequests(
      file,
      Array.from({ length: people }, (_, n) => ({
        method: "POST",
        path: "/api/v1/messages",
        headers: { authorization: `Bearer ${tenant.key}` },
        body: JSON.stringify({ channelId: channel.wire, to: channel.recipient(n), type: "text", text }),
      })),
    );
    // Everybody writes, gets an answer and writes again: after that no kind of channel limits the number of messages.
    await everybodyWrites(0);
    await once(file);
    await everybodyWrites(people);
    const load = (forSeconds: number) =>
      client.run({ ...target(server.url), connections, file, from: 0, cycle: true, seconds: forSeconds });
    // Warm-up, and statistics as autovacuum would have collected them by then.
    await load(3);
    await database.admin.query("vacuum analyze");
    await load(1);

    const served: LoadReport[] = [];
    const cpu: CpuShare[] = [];
    const wide: CeilingRun[] = [];
    const narrow: CeilingRun[] = [];
    const ceilingCpu: CpuShare[] = [];
    const pgbench = options.has("driver") ? null : findPgbench();
    if (options.has("statements")) await resetStatements(database.admin);
    for (let i = 0; i < rounds; i++) {
      const before = readCpu(server.pid, database.postmasterPid);
      const report = await load(seconds);
      served.push(report);
      cpu.push(cpuBetween(before, readCpu(server.pid, database.postmasterPid), report.answered, report.durationMs));
      say(`server       ${describeLoad(report)}\n             ${JSON.stringify(cpu.at(-1))}`);
      if (options.has("statements")) say(await topStatements(database.admin));
      await rest();
      if (options.has("alone")) continue;
      for (const [clients, into] of [
        [32, wide],
        [16, narrow],
      ] as const) {
        await pause(server.signal, database);
        await connected(theirs, true);
        const start = readCpu(null, database.postmasterPid);
        const run = await ceiling(pgbench, clients, seconds);
        const end = readCpu(null, database.postmasterPid);
        await connected(theirs, false);
        server.signal("SIGCONT");
        into.push(run);
        const share = cpuBetween(start, end, run.rate * seconds, seconds * 1_000);
        if (clients === 32) ceilingCpu.push(share);
        say(
          `pgbench -c${clients} ${Math.round(run.rate)}/s, p50 ${run.p50.toFixed(1)} p99 ${run.p99.toFixed(1)} ms, failed ${run.failed}, PostgreSQL ${share.postgresMicros} us/op`,
        );
        await rest();
      }
    }

    const rate = median(served.map((r) => r.rate));
    const best = Math.max(median(wide.map((r) => r.rate)), median(narrow.map((r) => r.rate)));
    const failures = served.reduce((sum, r) => sum + r.answered - (r.statuses["200"] ?? 0), 0);
    const of = (pick: (share: CpuShare) => number) => Math.round(median(cpu.map(pick)));
    return {
      rows: [
        { name: "Accepted per second", value: Math.round(rate), unit: "/s", better: "higher" },
        {
          name: pgbench === null ? "Ceiling: node driver" : "Ceiling: pgbench -c 32 -j 2",
          value: Math.round(median(wide.map((r) => r.rate))),
          unit: "/s",
          better: "higher",
        },
        {
          name: pgbench === null ? "Ceiling: node driver, 16 clients" : "Ceiling: pgbench -c 16 -j 2",
          value: Math.round(median(narrow.map((r) => r.rate))),
          unit: "/s",
          better: "higher",
        },
        { name: "Ratio to the better ceiling", value: round(rate / best), unit: "x", better: "higher", target: 1 },
        { name: "p50", value: round(median(served.map((r) => r.p50)), 1), unit: "ms", better: "lower" },
        { name: "p99", value: round(median(served.map((r) => r.p99)), 1), unit: "ms", better: "lower", target: 25 },
        { name: "Ceiling p99 (-c 32)", value: round(median(wide.map((r) => r.p99)), 1), unit: "ms", better: "lower" },
        { name: "Answers other than 200", value: failures, unit: "", better: "lower", target: 0 },
        { name: "Node CPU per message", value: of((s) => s.serverMicros), unit: "us", better: "lower" },
        { name: "PostgreSQL CPU per message", value: of((s) => s.postgresMicros), unit: "us", better: "lower" },
        {
          name: "PostgreSQL CPU per transaction of the ceiling",
          value: Math.round(median(ceilingCpu.map((s) => s.postgresMicros))),
          unit: "us",
          better: "lower",
        },
        { name: "Node main thread busy", value: of((s) => s.mainThreadPercent), unit: "%", better: "lower" },
      ],
      notes: [
        pgbench === null
          ? "pgbench is not installed here (Debian: apt-get install postgresql-15): the ceiling is the Node driver, one transaction at a time per connection."
          : "The ceiling's transaction is one statement that sets the tenant and calls accept_outbound with one item: one round trip, no HTTP, no key, no validation, no dispatch, no fan-out. The server is stopped meanwhile.",
        "The server's number includes what it does beside: reading the event log, dispatching at 80/s, statuses coming back.",
      ],
    };

    async function once(requests: string): Promise<void> {
      const report = await client.run({
        ...target(server.url),
        connections,
        file: requests,
        from: 0,
        cycle: false,
        seconds: 30,
        count: people,
      });
      if (report.statuses["200"] !== people) throw new Error(`not everybody was let through: ${describeLoad(report)}`);
    }

    async function everybodyWrites(first: number): Promise<void> {
      const callbacks = join(folder.path, `callbacks-${first}`);
      writeRequests(
        callbacks,
        Array.from({ length: people }, (_, n) => channel.callback(first + n, n)),
      );
      await once(callbacks);
      await processed(database);
    }

    /** The ceiling's transaction is the same for every kind: a message over a chat-app channel. */
    async function ceilingPlace(): Promise<{ tenant: BenchTenant; channel: BenchChannel }> {
      const other = await createTenant(database.admin, dataDir, "Ceiling");
      const place = await createChannel(server.url, other);
      await seedPeople(database.admin, other, place.id, 1, people);
      const both = { tenant: other, channel: place };
      await connected(both, false);
      return both;
    }

    /** The ceiling's messages are not sent afterwards: the server would do twice the work of the previous slice. */
    async function connected(place: { tenant: BenchTenant; channel: BenchChannel }, yes: boolean): Promise<void> {
      const status = yes ? "Connected" : "Disconnected";
      await database.admin.query("update channels set status = $3 where tenant_id = $1 and id = $2", [
        place.tenant.id,
        place.channel.id,
        status,
      ]);
    }

    function ceiling(binary: string | null, clients: number, forSeconds: number): Promise<CeilingRun> {
      const work = join(folder.path, "pgbench");
      mkdirSync(work, { recursive: true });
      const connection = database.opened.app;
      if (binary !== null) {
        return runPgbench(binary, {
          connection,
          script: script(theirs.tenant.id, theirs.channel),
          folder: work,
          clients,
          threads: 2,
          seconds: forSeconds,
        });
      }
      return runDriver({
        connection,
        clients,
        seconds: forSeconds,
        statement: () => ({
          name: "ceiling",
          text: statement(theirs.tenant.id, theirs.channel, "$1::int"),
          values: [Math.floor(Math.random() * people)],
        }),
      });
    }

    /** Waits until the server has read the whole event log. */
    async function rest(): Promise<void> {
      for (let i = 0; i < 300; i++) {
        const { rows } = await database.admin.query(`select count(*) filter (where behind) as open from (
          select exists (select 1 from event_log e where (e.xid, e.id) > (c.xid, c.event_id)) as behind from event_cursors c) x`);
        if (Number(rows[0]?.open) === 0) break;
        await new Promise((r) => {
          setTimeout(r, 100);
        });
      }
      await database.admin.query("checkpoint");
      await new Promise((r) => {
        setTimeout(r, 500);
      });
    }
  } finally {
    client.close();
    server.signal("SIGCONT");
    await database.close();
    await server.stop();
    await simulator.stop();
    folder.remove();
  }
}

/** Stops the server at a moment when none of its sessions is inside a transaction. */
async function pause(signal: (name: NodeJS.Signals) => void, database: BenchDatabase): Promise<void> {
  for (let i = 0; i < 200; i++) {
    signal("SIGSTOP");
    await new Promise((r) => {
      setTimeout(r, 50);
    });
    const { rows } = await database.admin.query(
      "select count(*)::int as open from pg_stat_activity where usename in ('parley_app', 'parley_worker') and state <> 'idle'",
    );
    if (rows[0]?.open === 0) return;
    signal("SIGCONT");
    await new Promise((r) => {
      setTimeout(r, 37);
    });
  }
  throw new Error("the server is never idle");
}

/**
 * One item as the server sends it. Ids of rows that are never created (the people exist) are constant, and the item's own two are uuidv7()
 * if PostgreSQL has it: as cheap as possible, so that the ceiling is a high one.
 */
function statement(tenantId: string, channel: BenchChannel, person: string): string {
  const spare = "00000000-0000-7000-8000-000000000000";
  const address = `'44' || ${7701} || lpad((${person})::text, 6, '0')`;
  // Anything but an accepted message is an error: a ceiling of refusals would be too cheap.
  return `select n, 1 / (outcome = 'accepted')::int, conversation_id, contact_id from accept_outbound(
    set_config('app.tenant_id', '${tenantId}', true)::uuid, now(),
    ('[{"n": 0,"msg":"' || uuidv7()::text || '","chan":"${channel.id}","kind":"chat_app","acct":"","addr":"' || ${address} || '","akey":"' || ${address}
      || '","puid": null,"cnt":"${spare}","cid":"${spare}","conv":"${spare}","type":"text","text":"${text}","content": null,"akind":"api",'
      || '"aid":"key_00000000000070008000000000000000","cref": null,"rep": null,"prio": 5,"win": true,"wms": 86400000,"hms": null,"ha": false,"cba": null,"cas": null,"idem": null,"fp": null,"e3":"${spare}",'
      || '"e2":"${spare}","e1":"' || uuidv7()::text || '","pair": 6000,"burst": 45,"frm":"${channel.phoneNumberId}"}]')::jsonb)`;
}

function script(tenantId: string, channel: BenchChannel): string {
  return `\\set person random(0, ${people - 1})\n${statement(tenantId, channel, ":person").replaceAll("\n", " ")};\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
