/**
 * (f) Memory of the server process at rest, after an idle minute, under the load of (a) and after it; CPU at rest; start-up; size on disk.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { postgresMb, readCpu, residentMb } from "./lib/cpu.ts";
import { startLoadClient, target, writeRequests } from "./lib/load.ts";
import type { Outcome } from "./lib/results.ts";
import { appSecret, joinDatabase, startServer, startSimulator, temporaryFolder } from "./lib/server.ts";
import { median, round } from "./lib/stats.ts";
import { addressOf, createChannel, createTenant, seedPeople } from "./lib/tenant.ts";

export async function run(options: Map<string, string>): Promise<Outcome> {
  const idleSeconds = Number(options.get("idle") ?? 60);
  const seconds = Number(options.get("seconds") ?? 20);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const simulator = await startSimulator("chat-app", {
    "app-secret": appSecret,
    "record-calls": "false",
    "magic-recipients": "false",
    "messages-per-second": "1000",
  });
  const env = { CHAT_APP_API_URL: simulator.url };
  const first = await startServer(dataDir, env);
  await first.stop();
  const again: number[] = [];
  for (let i = 0; i < 3; i++) {
    const server = await startServer(dataDir, env);
    again.push(server.readyMs);
    await server.stop();
  }
  const server = await startServer(dataDir, env);
  const client = startLoadClient();
  const database = await joinDatabase(dataDir);
  try {
    const atRest = residentMb(server.pid) ?? 0;
    await pause(idleSeconds / 2);
    const cpuBefore = readCpu(server.pid, database.postmasterPid);
    const cpuSince = performance.now();
    await pause(idleSeconds / 2);
    const restMs = performance.now() - cpuSince;
    const cpuAfter = readCpu(server.pid, database.postmasterPid);
    const restCpu = ((cpuAfter.serverMs - cpuBefore.serverMs + cpuAfter.postgresMs - cpuBefore.postgresMs) * 100) / restMs;
    const idle = residentMb(server.pid) ?? 0;
    const idlePostgres = postgresMb(database.postmasterPid);
    const tenant = await createTenant(database.admin, dataDir, "Bench");
    const channel = await createChannel(server.url, tenant, { simulator, messagesPerSecond: 1_000 });
    await seedPeople(database.admin, tenant, channel.id, 0, 500);
    const file = join(folder.path, "requests");
    writeRequests(
      file,
      Array.from({ length: 500 }, (_, n) => ({
        method: "POST",
        path: "/api/v1/messages",
        headers: { authorization: `Bearer ${tenant.key}` },
        body: JSON.stringify({ channelId: channel.wire, to: addressOf(0, n), type: "text", text: "Your order left today." }),
      })),
    );
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, residentMb(server.pid) ?? 0);
    }, 250);
    const load = await client.run({ ...target(server.url), connections: 32, file, from: 0, cycle: true, seconds });
    clearInterval(timer);
    // Accepted messages are sent at the number's pace, and each gets three statuses: the load ends with the last of them.
    const workedOffSince = performance.now();
    for (;;) {
      const { rows } = await database.admin.query(
        "select exists (select from outbound_dispatches where state in ('ready', 'sending')) or exists (select from inbound_events where state in ('ready', 'leased')) as busy",
      );
      if (rows[0].busy === false) break;
      if (performance.now() - workedOffSince > 180_000) throw new Error("the load was not worked off within three minutes");
      await pause(1);
    }
    const workedOffMs = performance.now() - workedOffSince;
    await pause(10);
    const after = residentMb(server.pid) ?? 0;
    await pause(10);
    const afterInAll = (residentMb(server.pid) ?? 0) + postgresMb(database.postmasterPid);
    return {
      rows: [
        { name: "First start to ready (initdb and migrations)", value: Math.round(first.readyMs), unit: "ms", better: "lower" },
        { name: "Second start to ready", value: Math.round(median(again)), unit: "ms", better: "lower", target: 5_000 },
        { name: "Memory after start", value: Math.round(atRest), unit: "MB", better: "lower" },
        { name: `Memory after ${idleSeconds} s idle`, value: Math.round(idle), unit: "MB", better: "lower" },
        { name: "Most memory under load (a)", value: Math.round(most), unit: "MB", better: "lower" },
        { name: "Memory 10 s after the load", value: Math.round(after), unit: "MB", better: "lower" },
        {
          name: "Memory in all after the idle time, with PostgreSQL",
          value: Math.round(idle + idlePostgres),
          unit: "MB",
          better: "lower",
          target: 250,
        },
        {
          name: "Memory in all 20 s after the load, with PostgreSQL",
          value: Math.round(afterInAll),
          unit: "MB",
          better: "lower",
          target: 400,
        },
        { name: "CPU at rest, with PostgreSQL, of one core", value: round(restCpu, 2), unit: "%", better: "lower", target: 0.5 },
        { name: "node_modules", value: sizeMb(), unit: "MB", better: "lower" },
      ],
      notes: [
        `Memory: the resident set of the Node process alone, unless it says "in all": then with the proportional set of PostgreSQL's processes, in which shared buffers count once. The load: ${Math.round(load.rate)} messages/s for ${seconds} s, ${round(load.p99, 1)} ms p99, worked off ${Math.round(workedOffMs / 1_000)} s later: "after the load" counts from then.`,
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

const pause = (n: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, n * 1_000);
  });

function sizeMb(): number {
  try {
    const out = execFileSync("du", ["-sm", "node_modules"], { cwd: join(import.meta.dirname, ".."), encoding: "utf8" });
    return Number(out.split("\t")[0]);
  } catch {
    return 0;
  }
}
