/**
 * (j) A broadcast to 100,000 contacts over one number at 1,000 a second by two worker processes, one of which is killed with -9 every 5 s, while
 * people answer customers on the same number. Counted: who got it how often, what left in any second, how long people's messages took to leave.
 * Ceiling: the pace itself.
 */
import { join } from "node:path";
import type { Outcome } from "./lib/results.ts";
import { appSecret, joinDatabase, type RunningServer, startServer, startSimulator, temporaryFolder } from "./lib/server.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { addressOf, api, createChannel, createTenant, seedPeople } from "./lib/tenant.ts";

interface Shown {
  status: string;
  recipientsFrozenAt: string | null;
  counts: Record<"pending" | "unknown", number>;
}

const replyEveryMs = 250;
const talkers = 50;

export async function run(options: Map<string, string>): Promise<Outcome> {
  const count = Number(options.get("count") ?? 100_000);
  const perSecond = Number(options.get("rate") ?? 1_000);
  const killEveryMs = Number(options.get("kill-every") ?? 5) * 1_000;
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const simulator = await startSimulator("chat-app", {
    "app-secret": appSecret,
    "record-calls": "false",
    "magic-recipients": "false",
    "messages-per-second": String(perSecond),
    "status-delays-ms": "50,200,600",
  });
  const env = { CHAT_APP_API_URL: simulator.url };
  // Holds the database as well, so it is not the one that is killed.
  const server = await startServer(dataDir, { ...env, ROLE: "api" });
  const database = await joinDatabase(dataDir);
  const startWorker = () => startServer(dataDir, { ...env, ROLE: "worker" });
  const workers: RunningServer[] = await Promise.all([startWorker(), startWorker()]);
  let killing: NodeJS.Timeout | undefined;
  let replying: NodeJS.Timeout | undefined;
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
    // Ids in the order of time, as they are (UUIDv7).
    await admin.query(
      `insert into contacts (tenant_id, id, name, phone, phone_key, source, tags, created_at, updated_at)
       select $1, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - $2 + n), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid,
              'Person ' || n, '+4479' || lpad(n::text, 8, '0'), '4479' || lpad(n::text, 8, '0'), 'import', '{bench}', now() - ($2 - n) * interval '1 s', now()
         from generate_series(1, $2::integer) n`,
      [tenant.id, count],
    );
    await admin.query("vacuum analyze contacts");
    const made = await api(server.url, tenant, "POST", "/api/v1/broadcasts", {
      title: "Bench",
      channelId: channel.wire,
      messageContent: { name: "offer", language: "en" },
      targetAudience: { rules: [{ field: "tags", op: "has_any", value: ["bench"] }] },
    });
    const startedAt = performance.now();
    await api(server.url, tenant, "POST", `/api/v1/broadcasts/${made["id"]}/send`, {});

    let kills = 0;
    const restarts = new Set<Promise<unknown>>();
    if (killEveryMs > 0)
      killing = setInterval(() => {
        const n = kills++ % 2;
        workers[n]?.signal("SIGKILL");
        const restart = startWorker().then((worker) => {
          workers[n] = worker;
        });
        restarts.add(restart.finally(() => restarts.delete(restart)).catch((error: unknown) => say(String(error))));
      }, killEveryMs);
    let replies = 0;
    replying = setInterval(() => {
      const body = {
        channelId: channel.wire,
        to: addressOf(9, replies++ % talkers),
        type: "text",
        text: "Your order left today.",
        humanAgent: true,
      };
      api(server.url, tenant, "POST", "/api/v1/messages", body).catch((error: unknown) => say(String(error)));
    }, replyEveryMs);

    const broadcast = () => api(server.url, tenant, "GET", `/api/v1/broadcasts/${made["id"]}`) as unknown as Promise<Shown>;
    let frozenMs = 0;
    let madeMs = 0;
    for (let told = 0; ; ) {
      const now = performance.now() - startedAt;
      const { counts, status, recipientsFrozenAt } = await broadcast();
      if (frozenMs === 0 && recipientsFrozenAt !== null) frozenMs = now;
      if (madeMs === 0 && frozenMs > 0 && counts.pending === 0) madeMs = now;
      if (now - told > 5_000) {
        told = now;
        say(`  ${(now / 1_000).toFixed(0)} s: ${JSON.stringify(counts)}`);
      }
      // Those whose call was cut are told when their lease ends, a minute later.
      if (status === "completed" || now > (count / perSecond) * 10_000 + 200_000) break;
      if (madeMs > 0 && killing !== undefined) {
        clearInterval(killing);
        killing = undefined;
        clearInterval(replying);
      }
      await new Promise((r) => {
        setTimeout(r, 500);
      });
    }
    clearInterval(replying);
    await Promise.all(restarts);
    const { counts, status } = await broadcast();
    const stats = await simulator.control<{ accepted: number; refused: number; doubleSends: number }>("GET", "stats");
    const one = async <T extends object>(text: string): Promise<T> => (await admin.query<T>(text, [tenant.id])).rows[0] as T;
    const once = await one<{ people: number; most: number }>(
      "select count(*)::int as people, max(n)::int as most from (select count(*) as n from messages where tenant_id = $1 and author_kind = 'broadcast' group by contact_id) p",
    );
    const pace = await one<{ most: number; sent: number }>(
      `select max(n)::int as most, (select extract(epoch from max(sent_at) - min(sent_at))::float8 from messages where tenant_id = $1 and author_kind = 'broadcast') as sent
         from (select count(*) as n from messages where tenant_id = $1 and attempted_at is not null group by floor(extract(epoch from attempted_at))) s`,
    );
    const waits = await admin.query<{ ms: number }>(
      `select extract(epoch from coalesce(attempted_at, now()) - created_at)::float8 * 1000 as ms from messages
        where tenant_id = $1 and direction = 'outbound' and author_kind = 'api'`,
      [tenant.id],
    );
    const reply = percentilesOf(Float64Array.from(waits.rows.map(({ ms }) => ms)));
    const floorSeconds = count / perSecond;
    return {
      rows: [
        {
          name: "Recipients without exactly one message",
          value: count - once.people + (once.most === 1 ? 0 : 1),
          unit: "",
          better: "lower",
          target: 0,
        },
        { name: "Sent twice", value: stats.doubleSends, unit: "", better: "lower", target: 0 },
        { name: "Refused by the platform's rate limit", value: stats.refused, unit: "", better: "lower", target: 0 },
        { name: "Most messages claimed in one second", value: pace.most, unit: "/s", better: "lower", target: perSecond },
        { name: "A person's message, until it leaves, p50", value: round(reply.p50, 0), unit: "ms", better: "lower" },
        { name: "A person's message, until it leaves, p99", value: round(reply.p99, 0), unit: "ms", better: "lower", target: 1_000 },
        { name: "Recipients frozen after", value: round(frozenMs / 1_000), unit: "s", better: "lower" },
        { name: "First to last sent", value: round(pace.sent), unit: "s", better: "lower" },
        { name: "Ceiling: the pace of the number", value: floorSeconds, unit: "s", better: "lower" },
        { name: "Outcome unknown", value: counts.unknown, unit: "", better: "lower" },
        { name: "Workers killed", value: kills, unit: "", better: "higher" },
      ],
      notes: [
        `${status}: ${JSON.stringify(counts)}; ${waits.rows.length} messages of people. The simulator answers each with three status callbacks.`,
        "A message whose worker was killed while calling is unknown until a status of the platform lifts it, and is never sent again.",
      ],
    };
  } finally {
    clearInterval(killing);
    clearInterval(replying);
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
