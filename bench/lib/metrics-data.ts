/**
 * The data set of (g): a year of rollups, created by SQL from individual messages and durations as the reader of the log would write them.
 */
import { randomUUID } from "node:crypto";
import type pg from "pg";

export interface MetricSizes {
  tenants: number;
  channels: number;
  agents: number;
  divisions: number;
  labels: number;
  /** Received and sent by the largest tenant in a year. */
  messages: number;
}

export async function loadMetrics(
  admin: pg.Client,
  largest: string,
  { channels, labels, divisions }: { channels: string[]; labels: string[]; divisions: string[] },
  sizes: MetricSizes,
  say: (line: string) => void,
): Promise<void> {
  const step = async (name: string, sql: string, values: unknown[] = []) => {
    const startedAt = performance.now();
    await admin.query(sql, values);
    say(`  ${name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  };
  await admin.query("set session_replication_role = replica");
  await admin.query("set synchronous_commit = off");
  await admin.query("set work_mem = '256MB'");
  await step(
    "made",
    "create unlogged table bench_counted (at timestamptz, channel_id uuid, assignee_id uuid, division_id uuid, k int, waited float8)",
  );
  // Twelve working hours on every day but Sunday, busier at noon; ten messages per conversation and day.
  await step(
    "messages",
    `insert into bench_counted
     select x.day + interval '6 h' + (random() + random()) * interval '6 h', ($1::uuid[])[1 + (hashint4(g / 10 + 7) & ${sizes.channels - 1})],
            case when g / 10 % 10 = 0 then '00000000-0000-0000-0000-000000000000' else md5('agent' || g / 10 % ${sizes.agents})::uuid end,
            ($2::uuid[])[1 + g / 10 % ${sizes.agents} % ${sizes.divisions}], g, exp(3 + random() * 6)
       from generate_series(0, ${sizes.messages - 1}) g cross join lateral (
         select date_trunc('day', now(), 'UTC') - (1 + (hashint4(g / 10) & 2147483647) % 366) * interval '1 day' as day) x
      where extract(dow from x.day) <> 0`,
    [channels, divisions],
  );
  // As stored by modules/events/metrics/histogram.ts.
  const durations = [
    ["first_response", "first_responses", "k % 10 = 1", 1],
    ["response", "responses", "k % 3 = 1", 1],
    ["resolution", "resolutions", "k % 10 = 5", 9],
  ] as const;
  const binsOf = (times: number) => `1 + floor(ln(waited * ${times}) / ln(1.1))::int`;
  for (const [grain, width] of [
    [15, "15 minutes"],
    [60, "1 hour"],
    [1440, "1 day"],
  ] as const) {
    for (const labelled of [false, true]) {
      for (const detail of [true, false]) {
        await step(
          `rollups of ${width}${labelled ? " by label" : ""}${detail ? " by channel, assignee and division" : ""}`,
          insertRollups(grain, width, detail, labelled, durations, binsOf),
          labelled ? [largest, labels] : [largest],
        );
      }
    }
  }
  await step(
    "contacts by day",
    `insert into metric_contact_days
     select $1, (at at time zone 'UTC')::date, channel_id, md5('contact' || (k / 10) % 40000)::uuid,
            bit_or(case when q < 48 then 1::bigint << q else 0 end), bit_or(case when q >= 48 then 1::bigint << (q - 48) else 0 end)
       from bench_counted cross join lateral (select floor(extract(epoch from (at - date_trunc('day', at, 'UTC'))) / 900)::int as q) x
      where k % 2 = 0 group by 2, 3, 4`,
    [largest],
  );
  await step(
    "conversations of the backlog",
    `insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, last_message_at, waiting_since, created_at, updated_at)
     select $1, gen_random_uuid(), ($2::uuid[])[1 + g % ${sizes.channels}], 'chat_app', gen_random_uuid(), gen_random_uuid(),
            case when g <= 5000 then 'open' else 'resolved' end, now() - g * interval '1 min', case when g % 3 = 0 and g <= 5000 then now() - g * interval '1 min' end,
            now() - g * interval '5 min', now() from generate_series(1, 100000) g`,
    [largest, channels],
  );
  const around = Array.from({ length: sizes.tenants }, () => randomUUID());
  await step(
    `${sizes.tenants} tenants around it`,
    "insert into tenants (tenant_id, name, kind, created_at, updated_at) select id, 'Around', 'business', now(), now() from unnest($1::uuid[]) id",
    [around],
  );
  for (const table of ["metric_rollups", "metric_contact_days"]) {
    const columns = (
      await admin.query<{ name: string }>(
        "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> 'tenant_id' order by attnum",
        [table],
      )
    ).rows.map(({ name }) => name);
    await step(
      `${table} of the others`,
      `insert into ${table} (tenant_id, ${columns.join(", ")})
       select t.id, ${columns.map((c) => `r.${c}`).join(", ")} from unnest($2::uuid[]) t(id)
        cross join lateral (select * from ${table} tablesample system (1) repeatable (7) where tenant_id = $1) r`,
      [largest, around],
    );
  }
  await admin.query("drop table bench_counted");
  await admin.query("reset session_replication_role");
  await step("vacuum analyze", "vacuum analyze");
  await admin.query("checkpoint");
}

type DurationOfBench = readonly [name: string, column: string, which: string, times: number];

function insertRollups(
  grain: number,
  width: string,
  detail: boolean,
  labelled: boolean,
  durations: readonly DurationOfBench[],
  binsOf: (times: number) => string,
): string {
  const none = "'00000000-0000-0000-0000-000000000000'::uuid";
  const place = "label_id, bucket_at, channel_id, assignee_id, division_id";
  // Every conversation has one label, every third one a second one; some labels are rarer than others.
  const labels = labelled
    ? `cross join lateral (select ($2::uuid[])[1 + (hashint4(k / 10) & 2147483647) % cardinality($2::uuid[])] as label_id
         union select ($2::uuid[])[1 + k / 10 % 7] where k / 10 % 3 = 0) l`
    : `cross join (select ${none} as label_id) l`;
  const placed = `placed as materialized (
    select label_id, date_bin('${width}', at, timestamptz '2000-01-01 00:00:00Z') as bucket_at,
           ${detail ? "channel_id, assignee_id, division_id" : `${none} as channel_id, ${none} as assignee_id, ${none} as division_id`}, k, waited
      from bench_counted ${labels})`;
  const histograms = durations.map(
    ([name, , which, times]) => `${name} as (
    select ${place}, string_agg(set_byte(set_byte('\\x0000000000'::bytea, 0, bin), 1, least(n, 255)::int), ''::bytea) as bins
      from (select ${place}, ${binsOf(times)} as bin, count(*) as n from placed where ${which} group by 1, 2, 3, 4, 5, 6) b group by 1, 2, 3, 4, 5)`,
  );
  const amounts: [column: string, which: string][] = [
    ["messages_received", "k % 2 = 0"],
    ["sent_member", "k % 2 = 1"],
    ["sent_api", "false"],
    ["sent_chatbot", "k % 7 = 1"],
    ["sent_flow", "false"],
    ["sent_broadcast", "false"],
    ["sent_platform", "false"],
    ["messages_delivered", "k % 2 = 1"],
    ["messages_read", "k % 4 = 1"],
    ["messages_failed", "false"],
    ["conversations_created", "k % 10 = 0"],
    ["conversations_reopened", "false"],
    ["conversations_resolved", "k % 10 = 5"],
    ["new_contacts", "k % 30 = 0"],
    ["conversations_labelled", "k % 10 = 1"],
    ["csat_asked", "k % 10 = 6"],
    ["csat_answered", "k % 30 = 6"],
    ["csat_points", "k % 30 = 6"],
    ["csat_satisfied", "k % 60 = 6"],
    ["sla_first_response_met", "k % 10 = 1 and k % 50 <> 1"],
    ["sla_first_response_missed", "k % 50 = 1"],
    ["sla_next_response_met", "k % 3 = 1"],
    ["sla_resolution_met", "k % 10 = 5"],
  ];
  const sums = [
    ...amounts.map(([column, which]) => `count(*) filter (where ${which}) as ${column}`),
    ...durations.flatMap(([name, column, which, times]) => [
      `count(*) filter (where ${which}) as ${column}`,
      `coalesce(sum(waited * ${times * 1_000}) filter (where ${which}), 0)::bigint as ${name}_ms`,
    ]),
  ];
  const columns = [...amounts.map(([column]) => column), ...durations.flatMap(([name, column]) => [column, `${name}_ms`])];
  return `with ${[placed, ...histograms].join(", ")}, summed as (select ${place}, ${sums.join(", ")} from placed group by 1, 2, 3, 4, 5)
    insert into metric_rollups (tenant_id, grain, detail, ${place}, ${columns.join(", ")}, ${durations.map(([name]) => `${name}_bins`).join(", ")})
    select $1, ${grain}, ${detail}, ${place}, ${columns.join(", ")}, ${durations.map(([name]) => `${name}.bins`).join(", ")}
      from summed ${durations.map(([name]) => `left join ${name} using (${place})`).join(" ")}`;
}
