/**
 * (j) A broadcast to 100,000 contacts over one number at 1,000 a second by two worker processes, one of which is killed with -9 every 5 s,
 * while a person answers customers on the same number. Counted by the simulator, which is the platform: who got it how often, what arrived
 * in any second, when each answer arrived. Ceiling: the pace itself, and what the machine's cores can do of this work.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { cpuBetween, type CpuTimes, readCpu } from "./lib/cpu.ts";
import { Replies, signedIn } from "./lib/replies.ts";
import type { Outcome } from "./lib/results.ts";
import { appSecret, joinDatabase, type RunningServer, startServer, startSimulator, temporaryFolder } from "./lib/server.ts";
import { mostInOneSecond } from "./lib/sliding.ts";
import { enableStatements, resetStatements, topStatements } from "./lib/statements.ts";
import { median, round } from "./lib/stats.ts";
import { addressOf, createChannel, createTenant, parleyOf, seedPeople } from "./lib/tenant.ts";

/** As stored by the simulator: milliseconds, to, reference, accepted. */
type Send = [at: number, to: string, reference: string, accepted: boolean];

const talkers = 50;
/** What a dead worker was sending is unknown when its lease ends, a minute later. */
const leaseSeconds = 70;

export async function run(options: Map<string, string>): Promise<Outcome> {
  const count = Number(options.get("count") ?? 100_000);
  const perSecond = Number(options.get("rate") ?? 1_000);
  const killEveryMs = Number(options.get("kill-every") ?? 5) * 1_000;
  const limitMs = Number(options.get("limit") ?? 480) * 1_000;
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  if (options.has("statements")) await enableStatements(dataDir);
  const simulator = await startSimulator("chat-app", {
    "app-secret": appSecret,
    "record-calls": "false",
    "log-sends": "true",
    "magic-recipients": "false",
    "messages-per-second": String(perSecond),
    "status-delays-ms": "50,200,600",
  });
  // As with a supervisor that restarts processes often: code is compiled once.
  const env = { CHAT_APP_API_URL: simulator.url, NODE_COMPILE_CACHE: join(folder.path, "compiled") };
  // Also runs the database, so it is not the one that is killed.
  const server = await startServer(dataDir, { ...env, ROLE: "api" });
  const database = await joinDatabase(dataDir);
  const startWorker = () => startServer(dataDir, { ...env, ROLE: "worker" });
  // The compile cache is written when a process ends normally.
  await (await startWorker()).stop();
  const workers: RunningServer[] = await Promise.all([startWorker(), startWorker()]);
  const backMs: number[] = [];
  let killing: NodeJS.Timeout | undefined;
  let replies: Replies | undefined;
  try {
    const { admin } = database;
    const tenant = await createTenant(admin, dataDir, "Bench");
    const channel = await createChannel(server.url, tenant, { simulator, messagesPerSecond: perSecond });
    await seedPeople(admin, tenant, channel.id, 9, talkers);
    await admin.query(
      `insert into templates (tenant_id, id, channel_id, name, language, status, components, changed_at, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'offer', 'en', 'approved', '[{"type": "BODY", "text": "There is an offer."}]', now(), now(), now())`,
      [tenant.id, channel.id],
    );
    // Ids in time order, as in production (UUIDv7).
    await admin.query(
      `insert into contacts (tenant_id, id, name, phone, phone_key, source, tags, created_at, updated_at)
       select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - $2 + n), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid,
              'Person ' || n, '+4479' || lpad(n::text, 8, '0'), '4479' || lpad(n::text, 8, '0'), 'import', '{bench}', now() - ($2 - n) * interval '1 s', now()
         from generate_series(1, $2::integer) n`,
      [tenant.id, count],
    );
    await admin.query("vacuum analyze contacts");
    const agent = await signedIn(server.url, admin, tenant);
    const { broadcasts } = parleyOf(server.url, tenant);
    const made = await broadcasts.create({
      title: "Bench",
      channelId: channel.wire,
      messageContent: { name: "offer", language: "en" },
      targetAudience: { rules: [{ field: "tags", op: "has_any", value: ["bench"] }] },
    });
    if (options.has("statements")) await resetStatements(admin);
    // What each process used, including killed ones.
    const used = { api: 0, workers: 0, simulator: 0 };
    const since = new Map<number, CpuTimes>();
    const watch = (pid: number) => since.set(pid, readCpu(pid, database.postmasterPid));
    const usedBy = (pid: number) => readCpu(pid, database.postmasterPid).serverMs - (since.get(pid)?.serverMs ?? 0);
    for (const { pid } of [server, simulator, ...workers]) watch(pid);
    const before = readCpu(null, database.postmasterPid);
    const startedAt = performance.now();
    await broadcasts.send(made.id);

    let kills = 0;
    const restarts = new Set<Promise<unknown>>();
    const killOne = () => {
      const n = kills % 2;
      const worker = workers[n] as RunningServer;
      // It is still starting: kill the other one.
      if (!since.has(worker.pid)) return;
      kills++;
      used.workers += usedBy(worker.pid);
      since.delete(worker.pid);
      worker.signal("SIGKILL");
      const restart: Promise<void> = startWorker()
        .then((next) => {
          workers[n] = next;
          backMs.push(next.readyMs);
          // Its start-up counts as well.
          since.set(next.pid, { serverMs: 0, serverMainMs: 0, postgresMs: 0 });
        })
        .catch((error: unknown) => say(String(error)))
        .finally(() => restarts.delete(restart));
      restarts.add(restart);
    };
    if (killEveryMs > 0) killing = setInterval(killOne, killEveryMs);
    replies = new Replies(agent, channel.wire, (n) => addressOf(9, n % talkers));

    const broadcast = () => broadcasts.get(made.id);
    let frozenMs = 0;
    let madeMs = 0;
    for (let reported = 0; ; ) {
      const now = performance.now() - startedAt;
      const { counts, status, recipientsFrozenAt } = await broadcast();
      if (frozenMs === 0 && recipientsFrozenAt !== null) frozenMs = now;
      if (madeMs === 0 && frozenMs > 0 && counts.pending === 0) madeMs = now;
      if (now - reported > 5_000) {
        reported = now;
        say(`  ${(now / 1_000).toFixed(0)} s: ${JSON.stringify(counts)}`);
      }
      if (madeMs > 0 && killing !== undefined) {
        clearInterval(killing);
        killing = undefined;
        replies.stop();
      }
      const late = now > limitMs + 30_000 || (now > limitMs && now > madeMs + leaseSeconds * 1_000);
      if ((status !== "sending" && status !== "scheduled") || late) break;
      await new Promise((r) => {
        setTimeout(r, 500);
      });
    }
    const tookMs = performance.now() - startedAt;
    clearInterval(killing);
    replies.stop();
    await Promise.all(restarts);
    const postgres = cpuBetween(before, readCpu(null, database.postmasterPid), 1, tookMs).postgresMicros / 1_000;
    used.api = usedBy(server.pid);
    used.simulator = usedBy(simulator.pid);
    for (const { pid } of workers) used.workers += usedBy(pid);

    const { counts, status } = await broadcast();
    const sends = await simulator.control<Send[]>("GET", "sends");
    const one = async <T extends object>(text: string): Promise<T> => (await admin.query<T>(text, [tenant.id])).rows[0] as T;
    const stored = await one<{ people: number; most: number }>(
      "select count(*)::int as people, coalesce(max(n), 0)::int as most from (select count(*) as n from messages where tenant_id = $1 and author_kind = 'broadcast' group by contact_id) p",
    );
    const times = new Map<string, number>();
    const reached = sends.filter(([, to, , accepted]) => accepted && to.startsWith("4479"));
    for (const [, to] of reached) times.set(to, (times.get(to) ?? 0) + 1);
    const twice = [...times.values()].filter((n) => n > 1).length;
    const reachedMs = (reached.at(-1)?.[0] ?? 0) - (reached[0]?.[0] ?? 0);
    const messages = await admin.query<{ to: string }>(
      `select m.to_address as to from broadcast_recipients r join messages m on m.tenant_id = $1 and m.id = r.message_id
        where r.tenant_id = $1 and r.status in ('sent', 'delivered', 'read', 'replied')`,
      [tenant.id],
    );
    const missed = messages.rows.filter(({ to }) => !times.has(to)).length;
    const ended = counts.sent + counts.delivered + counts.read + counts.replied;
    const answers = await replies.latencies(
      new Map(sends.filter(([, , , accepted]) => accepted).map(([at, , reference]) => [reference, at])),
    );
    const stages = await admin.query<{ id: string; accepted: number; claimed: number | null }>(
      `select wire_id('msg', id) as id, extract(epoch from created_at)::float8 * 1000 as accepted, extract(epoch from attempted_at)::float8 * 1000 as claimed
         from messages where tenant_id = $1 and direction = 'outbound' and author_kind = 'member'`,
      [tenant.id],
    );
    const stage = replies.stages(stages.rows, new Map(sends.map(([at, , reference]) => [reference, at])));
    const cpuMs = { api: used.api, workers: used.workers, PostgreSQL: postgres, simulator: used.simulator };
    const each = Object.entries(cpuMs).map(([who, ms]) => `${who} ${Math.round((ms * 1_000) / Math.max(1, times.size))}`);
    const allMs = Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0);
    const cores = availableParallelism();
    const perMinute = Math.round((count / tookMs) * 60_000);
    if (options.has("statements")) say(await topStatements(admin, 40));
    return {
      rows: [
        { name: "Recipients in the end without an outcome", value: count - ended - counts.unknown, unit: "", better: "lower", target: 0 },
        { name: "Recipients whom the platform got twice", value: twice, unit: "", better: "lower", target: 0 },
        {
          name: "Recipients with more than one message",
          value: stored.people === 0 ? 0 : stored.most - 1,
          unit: "",
          better: "lower",
          target: 0,
        },
        { name: "Recipients whom the platform got exactly once", value: times.size - twice, unit: "", better: "higher" },
        { name: "Outcome unknown", value: counts.unknown, unit: "", better: "lower" },
        { name: "Said to have it, and the platform does not know them", value: missed, unit: "", better: "lower", target: 0 },
        {
          name: "Most calls in any second, sliding",
          value: mostInOneSecond(sends.map(([at]) => at)),
          unit: "/s",
          better: "lower",
          target: perSecond,
        },
        {
          name: "Refused by the platform's rate limit",
          value: sends.filter(([, , , ok]) => !ok).length,
          unit: "",
          better: "lower",
          target: 0,
        },
        { name: "An agent's reply, POST to the platform, p50", value: round(answers.p50, 0), unit: "ms", better: "lower" },
        { name: "An agent's reply, POST to the platform, p99", value: round(answers.p99, 0), unit: "ms", better: "lower", target: 1_000 },
        { name: "An agent's reply, POST to the platform, slowest", value: round(answers.max, 0), unit: "ms", better: "lower" },
        { name: "Replies cut by a kill (unknown to the agent)", value: answers.cut, unit: "", better: "lower" },
        { name: "Recipients frozen after", value: round(frozenMs / 1_000), unit: "s", better: "lower" },
        { name: "First to last at the platform", value: round(reachedMs / 1_000), unit: "s", better: "lower" },
        { name: "Messages a second", value: round((times.size * 1_000) / Math.max(1, reachedMs), 0), unit: "/s", better: "higher" },
        { name: "Ceiling: the pace of the number", value: perSecond, unit: "/s", better: "higher" },
        {
          name: `Ceiling: ${cores} cores doing nothing but this`,
          value: round((times.size * 1_000 * cores) / Math.max(1, allMs), 0),
          unit: "/s",
          better: "higher",
        },
        { name: "Workers killed", value: kills, unit: "", better: "higher" },
      ],
      notes: [
        `${status} after ${round(tookMs / 1_000, 0)} s (${perMinute} a minute, the last leases included): ${JSON.stringify(counts)}. ${answers.count} replies.`,
        `A killed worker was back after ${round(median(backMs) / 1_000)} s (median).`,
        `A reply's p99 by stage: ${stage}.`,
        `CPU per message in microseconds, start-ups of killed workers included: ${each.join(", ")}. The simulator answers each with three status callbacks.`,
        "A message whose worker was killed while calling is unknown until a status of the platform lifts it, and is never sent again.",
      ],
    };
  } finally {
    clearInterval(killing);
    replies?.stop();
    await Promise.all(workers.map((worker) => worker.stop()));
    await database.close();
    await server.stop();
    await simulator.stop();
    folder.remove();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
