/**
 * (c) (`--kind=…`: on another kind of channel.) One number at 1,000 messages a second: 10,000 accepted sends to 10,000 people, dispatched to the simulator, which
 * enforces the platform's limit; sent, delivered and read come back as separate signed callbacks. Counted from the first
 * POST until every message is read. Ceiling: the pace itself, 10 s for 10,000 messages.
 */
import { join } from "node:path";
import { cpuBetween, readCpu } from "./lib/cpu.ts";
import { describeLoad, startLoadClient, target, writeRequests } from "./lib/load.ts";
import type { Outcome } from "./lib/results.ts";
import { channelKind } from "./lib/channel-kinds.ts";
import { joinDatabase, startServer, startSimulator, temporaryFolder } from "./lib/server.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { round } from "./lib/stats.ts";
import { processed } from "./callbacks.ts";
import { createTenant } from "./lib/tenant.ts";

const text = "Your order left today and will arrive tomorrow between nine and noon.";
const patienceMs = 90_000;

interface SimulatorStats {
  accepted: number;
  refused: number;
  /** Reported by the chat-app simulator only: calls to the others do not carry our id. */
  doubleSends?: number;
  callbacks: { ok: number; failed: number; open: number };
}

export async function run(options: Map<string, string>): Promise<Outcome> {
  const count = Number(options.get("count") ?? 10_000);
  const perSecond = Number(options.get("rate") ?? 1_000);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  if (options.has("statements")) await enableStatements(dataDir);
  const { name: kindName, kind } = channelKind(options);
  const simulator = await startSimulator(kind.simulator, kind.flags(perSecond));
  const server = await startServer(dataDir, kind.settings(simulator.url));
  const database = await joinDatabase(dataDir);
  const client = startLoadClient();
  try {
    const tenant = await createTenant(database.admin, dataDir, "Bench");
    const channel = await kind.connect(server.url, tenant, { simulator, messagesPerSecond: perSecond });
    await channel.meet(count);
    // Everybody has written, so that everybody may be answered.
    const opening = join(folder.path, "opening");
    writeRequests(
      opening,
      Array.from({ length: count }, (_, n) => channel.callback(n, n)),
    );
    const opened = await client.run({ ...target(server.url), connections: 32, file: opening, from: 0, cycle: false, seconds: 60, count });
    if (opened.statuses["200"] !== count) throw new Error(`the customers could not write: ${describeLoad(opened)}`);
    const newContactsMs = await processed(database);
    await database.admin.query("vacuum analyze");
    const file = join(folder.path, "requests");
    writeRequests(
      file,
      Array.from({ length: count }, (_, n) => ({
        method: "POST",
        path: "/api/v1/messages",
        headers: { authorization: `Bearer ${tenant.key}` },
        body: JSON.stringify({ channelId: channel.wire, to: channel.recipient(n), type: "text", text }),
      })),
    );
    await new Promise((r) => {
      setTimeout(r, 1_000);
    });
    if (options.has("statements")) await resetStatements(database.admin);

    const before = readCpu(server.pid, database.postmasterPid);
    const startedAt = performance.now();
    const accepted = await client.run({ ...target(server.url), connections: 32, file, from: 0, cycle: false, seconds: 60, count });
    const acceptedMs = performance.now() - startedAt;
    say(`accepted  ${describeLoad(accepted)}`);
    let left = count;
    let readMs = 0;
    let sentMs = 0;
    let reported = 0;
    while (performance.now() - startedAt < patienceMs) {
      const {
        rows: [row],
      } = await database.admin.query<{ unsent: number; unread: number }>(
        `select count(*) filter (where status in ('queued', 'sending'))::int as unsent, count(*)::int as unread
           from messages where tenant_id = $1 and direction = 'outbound' and status <> 'read'`,
        [tenant.id],
      );
      left = row?.unread ?? count;
      const now = performance.now() - startedAt;
      if (sentMs === 0 && row?.unsent === 0) sentMs = now;
      readMs = now;
      if (left === 0) break;
      if (now - reported > 1_000) {
        reported = now;
        say(`  ${(now / 1_000).toFixed(1)} s: ${row?.unsent} not sent, ${left} not read`);
      }
      await new Promise((r) => {
        setTimeout(r, left > 1_000 ? 200 : 25);
      });
    }
    const share = cpuBetween(before, readCpu(server.pid, database.postmasterPid), count, readMs);
    const stats = await simulator.control<SimulatorStats>("GET", "stats");
    // Claims per second according to the database: what was sent in any second.
    const {
      rows: [pace],
    } = await database.admin.query<{ most: number; statuses: number; failed: number }>(
      `select (select max(n)::int from (select count(*) as n from messages where tenant_id = $1 and sent_at is not null
                group by floor(extract(epoch from sent_at))) s) as most,
              (select count(*)::int from event_log where tenant_id = $1 and type = 'message.status') as statuses,
              (select count(*)::int from messages where tenant_id = $1 and status in ('failed', 'unknown')) as failed`,
      [tenant.id],
    );
    say(`  ${JSON.stringify(stats)}\n  ${JSON.stringify(share)}`);
    if (options.has("statements")) say(await topStatements(database.admin));
    const floorSeconds = count / perSecond;
    return {
      rows: [
        { name: "First POST to the last read", value: round(readMs / 1_000), unit: "s", better: "lower", target: 15 },
        { name: "Ceiling: the pace of the number", value: floorSeconds, unit: "s", better: "lower" },
        { name: "Ratio to the ceiling", value: round(readMs / 1_000 / floorSeconds), unit: "x", better: "lower" },
        { name: "All accepted after", value: round(acceptedMs / 1_000), unit: "s", better: "lower" },
        { name: "All sent after", value: round(sentMs / 1_000), unit: "s", better: "lower" },
        { name: "POST /messages p50", value: round(accepted.p50, 1), unit: "ms", better: "lower" },
        { name: "POST /messages p99", value: round(accepted.p99, 1), unit: "ms", better: "lower" },
        { name: "Not read in the end", value: left, unit: "", better: "lower", target: 0 },
        {
          name: "Accepted by the platform beside what was asked",
          value: Math.abs(stats.accepted - count),
          unit: "",
          better: "lower",
          target: 0,
        },
        ...(stats.doubleSends === undefined
          ? []
          : [{ name: "Sent twice", value: stats.doubleSends, unit: "", better: "lower" as const, target: 0 }]),
        { name: "Refused by the platform's rate limit", value: stats.refused, unit: "", better: "lower", target: 0 },
        { name: "Callbacks not answered 200", value: stats.callbacks.failed, unit: "", better: "lower", target: 0 },
        { name: "Most messages in one second", value: pace?.most ?? 0, unit: "/s", better: "lower" },
        {
          name: "Customers' first messages, all processed after the last answer",
          value: Math.round(newContactsMs),
          unit: "ms",
          better: "lower",
        },
        { name: "Node CPU per message, there and back", value: share.serverMicros, unit: "us", better: "lower" },
        { name: "PostgreSQL CPU per message, there and back", value: share.postgresMicros, unit: "us", better: "lower" },
        { name: "Node main thread busy", value: share.mainThreadPercent, unit: "%", better: "lower" },
      ],
      notes: [
        `${count} messages, ${pace?.statuses} message.status events; ${pace?.failed} failed or unknown. ${
          kindName === "chat_app"
            ? "The simulator answers after 50, 200 and 600 ms with one callback per status."
            : "The simulator sends an echo after 50 ms and a read mark after 600 ms."
        }`,
        '"Most messages in one second" is by the platform\'s clock second of the status sent, which it stamps when it takes the message; its own limiter refuses what is above the limit.',
      ],
    };
  } finally {
    client.close();
    await database.close();
    await server.stop();
    await simulator.stop();
    folder.remove();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
