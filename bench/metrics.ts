/**
 * (g) Metrics over a year: a tenant with a million messages in 4 channels among 12 agents in 4 divisions and 100,000 conversations, each
 * with one or two of 20 labels, and 200 other tenants with a hundredth of that each, all as rollups. Summary, series and breakdowns over
 * 365 days in zones whose days consist of days, of hours and of quarter-hours of UTC; one request at a time, then 20 a second by the clock.
 * Ceiling: none but the target; then how fast the log is counted.
 */
import { join } from "node:path";
import { cpuBetween, readCpu } from "./lib/cpu.ts";
import { startLoadClient, target, writeRequests } from "./lib/load.ts";
import { loadMetrics, type MetricSizes } from "./lib/metrics-data.ts";
import type { Outcome } from "./lib/results.ts";
import { joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { api, type BenchChannel, type BenchTenant, createChannel, createTenant, parleyOf } from "./lib/tenant.ts";

const zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu"];
const perSecond = 20;

export async function run(options: Map<string, string>): Promise<Outcome> {
  const seconds = Number(options.get("seconds") ?? 20);
  const rounds = Number(options.get("rounds") ?? 15);
  const sizes: MetricSizes = {
    tenants: Number(options.get("tenants") ?? 200),
    channels: 4,
    agents: 12,
    divisions: 4,
    labels: Number(options.get("labels") ?? 20),
    messages: Number(options.get("messages") ?? 1_000_000),
  };
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9" });
  const database = await joinDatabase(dataDir);
  const client = startLoadClient();
  try {
    const largest = await createTenant(database.admin, dataDir, "Largest");
    const channels: BenchChannel[] = [];
    for (let i = 0; i < sizes.channels; i++) channels.push(await createChannel(server.url, largest));
    const labels: { id: string; name: string }[] = [];
    for (let i = 0; i < sizes.labels; i++) labels.push(await makeLabel(server.url, largest, `label-${i}`));
    const divisions: string[] = [];
    for (let i = 0; i < sizes.divisions; i++) divisions.push(await makeDivision(server.url, largest, `Division ${i}`));
    say("loading");
    await loadMetrics(
      database.admin,
      largest.id,
      { channels: channels.map((channel) => channel.id), labels: labels.map(({ id }) => uuidOf(id)), divisions: divisions.map(uuidOf) },
      sizes,
      say,
    );

    const until = new Date().toISOString().slice(0, 10);
    const since = new Date(Date.parse(until) - 365 * 86_400_000).toISOString().slice(0, 10);
    const questions = zones.flatMap((zone) => {
      const range = `since=${since}&until=${until}&timezone=${zone}`;
      return [
        { name: `summary, ${zone}`, path: `summary?${range}` },
        { name: `summary of a channel, ${zone}`, path: `summary?channelId=${channels[1]?.wire}&${range}` },
        ...["messages_received", "delivery_rate", "first_response_time", "response_time", "active_contacts"].map((metric) => ({
          name: `${metric} by day, ${zone}`,
          path: `timeseries?metric=${metric}&interval=day&${range}`,
        })),
        { name: `active_contacts by month, ${zone}`, path: `timeseries?metric=active_contacts&interval=month&${range}` },
        { name: `response_time by month, ${zone}`, path: `timeseries?metric=response_time&interval=month&${range}` },
        { name: `response_time by assignee, ${zone}`, path: `breakdown?metric=response_time&by=assignee&${range}` },
        { name: `response_time by division, ${zone}`, path: `breakdown?metric=response_time&by=division&${range}` },
        { name: `response_time by label, ${zone}`, path: `breakdown?metric=response_time&by=label&${range}` },
        { name: `sla_compliance by label, ${zone}`, path: `breakdown?metric=sla_compliance&by=label&${range}` },
        { name: `csat_average_rating by day, ${zone}`, path: `timeseries?metric=csat_average_rating&interval=day&${range}` },
        { name: `summary of a label, ${zone}`, path: `summary?label=${labels[0]?.name}&${range}` },
        {
          name: `response_time by day of a label, ${zone}`,
          path: `timeseries?metric=response_time&interval=day&label=${labels[0]?.name}&${range}`,
        },
        {
          name: `response_time by assignee of a label, ${zone}`,
          path: `breakdown?metric=response_time&by=assignee&label=${labels[0]?.name}&${range}`,
        },
        { name: `summary of a division, ${zone}`, path: `summary?divisionId=${divisions[0]}&${range}` },
        { name: `active_contacts by channel, ${zone}`, path: `breakdown?metric=active_contacts&by=channel&${range}` },
        { name: `messages_received by hour of week, ${zone}`, path: `breakdown?metric=messages_received&by=hour_of_week&${range}` },
        { name: `response_time by hour of week, ${zone}`, path: `breakdown?metric=response_time&by=hour_of_week&${range}` },
      ];
    });

    const alone: { name: string; p50: number; max: number; cpuMs: number }[] = [];
    const all: number[] = [];
    for (const { name, path } of questions) {
      const times: number[] = [];
      const ask = () => api(server.url, largest, "GET", `/api/v1/metrics/${path}`);
      // These fill caches.
      await ask();
      await ask();
      const before = readCpu(server.pid, database.postmasterPid);
      for (let i = 0; i < rounds; i++) {
        const at = performance.now();
        await ask();
        times.push(performance.now() - at);
      }
      const { serverMicros, postgresMicros } = cpuBetween(before, readCpu(server.pid, database.postmasterPid), rounds, 1);
      all.push(...times);
      const { p50, max } = percentilesOf(Float64Array.from(times));
      alone.push({ name, p50, max, cpuMs: (serverMicros + postgresMicros) / 1_000 });
    }
    alone.sort((a, b) => b.p50 - a.p50);
    say(
      alone.map((v) => `${v.name.padEnd(52)} p50 ${v.p50.toFixed(1)} max ${v.max.toFixed(1)} ms, CPU ${v.cpuMs.toFixed(0)} ms`).join("\n"),
    );
    const one = percentilesOf(Float64Array.from(all));

    const file = join(folder.path, "requests");
    writeRequests(
      file,
      questions.map(({ path }) => ({
        method: "GET",
        path: `/api/v1/metrics/${path}`,
        headers: { authorization: `Bearer ${largest.key}` },
      })),
    );
    // All queries in sequence, repeated: each second has some expensive and some cheap ones.
    const load = await client.run({
      ...target(server.url),
      connections: 16,
      file,
      from: 0,
      cycle: true,
      rate: Math.min(perSecond, 10),
      seconds,
    });
    const failures = load.answered - (load.statuses["200"] ?? 0);

    const counting = await countLog(server.url, largest, channels[0]?.id as string, database.admin);
    const size = await database.admin.query<{ rows: string; bytes: string }>(
      `select (select count(*) from metric_rollups where tenant_id = $1) + (select count(*) from metric_contact_days where tenant_id = $1) as rows,
              pg_total_relation_size('metric_rollups') + pg_total_relation_size('metric_contact_days') as bytes`,
      [largest.id],
    );
    return {
      rows: [
        { name: "One request at a time, p50", value: round(one.p50, 1), unit: "ms", better: "lower" },
        { name: "One request at a time, p99", value: round(one.p99, 1), unit: "ms", better: "lower", target: 200 },
        { name: `p99 at ${Math.min(perSecond, 10)} requests/s`, value: round(load.p99, 1), unit: "ms", better: "lower" },
        { name: "CPU of the dearest question", value: round(Math.max(...alone.map((v) => v.cpuMs)), 0), unit: "ms", better: "lower" },
        { name: "Answers other than 200", value: failures, unit: "", better: "lower", target: 0 },
        { name: "Events counted", value: Math.round(counting), unit: "/s", better: "higher" },
        { name: "Rows of the largest tenant's year", value: Number(size.rows[0]?.rows), unit: "", better: "lower" },
        {
          name: "Rollups of all tenants, with indexes",
          value: round(Number(size.rows[0]?.bytes) / 1_048_576, 0),
          unit: "MB",
          better: "lower",
        },
      ],
      notes: [
        `Slowest, alone: ${alone
          .slice(0, 5)
          .map((v) => `${v.name} ${v.p50.toFixed(0)} ms`)
          .join("; ")}.`,
      ],
    };
  } finally {
    client.close();
    await database.close();
    await server.stop();
    folder.remove();
  }
}

async function makeLabel(url: string, tenant: BenchTenant, name: string): Promise<{ id: string; name: string }> {
  const { id } = await parleyOf(url, tenant).labels.create({ name });
  return { id, name };
}

async function makeDivision(url: string, tenant: BenchTenant, name: string): Promise<string> {
  return (await parleyOf(url, tenant).agents.divisions.create({ name })).id;
}

/** The UUID of a wire id. */
const uuidOf = (wire: string) => wire.slice(wire.indexOf("_") + 1);

/** Events per second while the reader of the log is 100,000 behind, for 200 conversations: every third one is an answer. */
async function countLog(url: string, tenant: BenchTenant, channelId: string, admin: import("pg").Client): Promise<number> {
  const events = 100_000;
  await admin.query(
    `insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
     select $1, x.id, case when g % 3 = 0 then 'message.sent' else 'message.received' end, $2, md5('bench' || g % 200)::uuid,
            case when g % 3 = 0 then json_build_object('message', json_build_object('id', wire_id('msg', x.id), 'type', 'text', 'content', null,
                   'text', repeat('text ', 20), 'author', json_build_object('kind', 'member', 'id', null)))
                 else json_build_object('contactId', wire_id('cnt', md5('bench' || g % 200)::uuid), 'message',
                   json_build_object('id', wire_id('msg', x.id), 'type', 'text', 'text', repeat('text ', 20))) end, now() - interval '1 h' + g * interval '30 ms'
       from generate_series(1, ${events}) g cross join lateral (
         select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(g), 15, '0'))::uuid as id) x`,
    [tenant.id, channelId],
  );
  const parley = parleyOf(url, tenant);
  const startedAt = performance.now();
  for (;;) {
    const { asOf } = await parley.metrics.summary({ since: "2026-01-01", until: "2026-01-02" });
    if (Date.now() - Date.parse(asOf) < 60_000) return events / ((performance.now() - startedAt) / 1_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
