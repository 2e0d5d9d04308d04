/**
 * (g) Segments over 500,000 contacts of one tenant, next to as many of others: preview (count and sample) of rules that are rare, common
 * and broad, the same for broadcasts (with skips), both estimated where counting takes long, the first page of a segment, and the tags with
 * their numbers; over HTTP, one at a time, row-level security on. Ceiling: the same count as the owner of the tables, without row-level
 * security, through the driver.
 */
import { join } from "node:path";
import type { Client } from "@parley/sdk";
import type { Outcome } from "./lib/results.ts";
import { joinDatabase, startServer, temporaryFolder } from "./lib/server.ts";
import { percentilesOf, round } from "./lib/stats.ts";
import { api, type BenchTenant, createChannel, createTenant, parleyOf } from "./lib/tenant.ts";

type Rules = NonNullable<Parameters<Client["segments"]["create"]>[0]>["rules"];

const rule = (field: string, op: string, value?: unknown) => ({ field, op, value });
const audiences: [string, object][] = [
  ["rare tag", { rules: [rule("tags", "has_any", ["rare"])] }],
  ["common tag (10 %)", { rules: [rule("tags", "has_any", ["tag3"])] }],
  ["two tags and a phone's start", { rules: [rule("tags", "has_all", ["vip", "tag3"]), rule("phone", "starts_with", "447000")] }],
  ["equal custom value (rare)", { rules: [rule("customFields.city", "eq", "Oslo")] }],
  ["number of a custom field", { rules: [rule("customFields.seats", "gte", 90)] }],
  ["part of a name", { rules: [rule("name", "contains", "f00d")] }],
  ["heard in 7 days", { rules: [rule("lastInboundAt", "within_last", { days: 7 })] }],
  ["country, not opted out", { rules: [rule("country", "in", ["GB", "MX"])], exclude: { rules: [rule("optIn", "eq", "opted_out")] } }],
  ["everybody with a name", { rules: [rule("name", "exists")] }],
];

export async function run(options: Map<string, string>): Promise<Outcome> {
  const contacts = Math.round(500_000 * Number(options.get("scale") ?? 1));
  const rounds = Number(options.get("rounds") ?? 7);
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const server = await startServer(dataDir, { CHAT_APP_API_URL: "http://127.0.0.1:9", ROLE: "api" });
  const database = await joinDatabase(dataDir);
  try {
    const tenant = await createTenant(database.admin, dataDir, "Largest");
    const others = [await createTenant(database.admin, dataDir, "One"), await createTenant(database.admin, dataDir, "Two")];
    for (const [owner, count] of [
      [others[0] as BenchTenant, contacts / 2],
      [tenant, contacts],
      [others[1] as BenchTenant, contacts / 2],
    ] as const)
      await load(database.admin, owner.id, Math.round(count));
    await database.admin.query("vacuum analyze contacts");

    const times = new Map<string, Float64Array>();
    const measure = async (name: string, ask: () => Promise<unknown>) => {
      const taken: number[] = [];
      for (let i = 0; i < rounds + 2; i++) {
        const at = performance.now();
        await ask();
        if (i >= 2) taken.push(performance.now() - at);
      }
      times.set(name, Float64Array.from(taken));
    };
    const counts: string[] = [];
    for (const [name, rules] of audiences) {
      const { count, exact } = (await api(server.url, tenant, "POST", "/api/v1/segments/preview", { rules })) as {
        count: number;
        exact: boolean;
      };
      counts.push(`${name}: ${exact ? "" : "about "}${count}`);
      await measure(name, () => api(server.url, tenant, "POST", "/api/v1/segments/preview", { rules }));
    }
    const channel = await createChannel(server.url, tenant);
    for (const [name, targetAudience] of audiences) {
      const ask = () => api(server.url, tenant, "POST", "/api/v1/broadcasts/preview", { channelId: channel.wire, targetAudience });
      const { count, exact } = (await ask()) as { count: number; exact: boolean };
      counts.push(`${name} of a broadcast: ${exact ? "" : "about "}${count}`);
      await measure(`broadcast: ${name}`, ask);
    }
    const segment = await parleyOf(server.url, tenant).segments.create({ name: "Bench", rules: audiences[1]?.[1] as Rules });
    await measure("page of a segment", () => api(server.url, tenant, "GET", `/api/v1/segments/${segment.id}/contacts`));
    await measure("tags with numbers", () => api(server.url, tenant, "GET", "/api/v1/contacts/tags"));
    await measure("ceiling", () =>
      database.admin.query("select count(*) from contacts where tenant_id = $1 and merged_into_id is null and name is not null", [
        tenant.id,
      ]),
    );
    const p50 = (name: string) => round(percentilesOf(times.get(name) as Float64Array).p50, 0);
    if (options.has("explain")) await explain(database.admin, tenant.id);
    return {
      rows: [
        ...audiences.map(([name]) => ({
          name: `Preview: ${name}, p50`,
          value: p50(name),
          unit: "ms",
          better: "lower" as const,
          target: 300,
        })),
        ...audiences.map(([name]) => ({
          name: `Preview of a broadcast: ${name}, p50`,
          value: p50(`broadcast: ${name}`),
          unit: "ms",
          better: "lower" as const,
          target: 300,
        })),
        { name: "Page of a segment, p50", value: p50("page of a segment"), unit: "ms", better: "lower", target: 300 },
        { name: "Tags with their numbers, p50", value: p50("tags with numbers"), unit: "ms", better: "lower" },
        { name: "Ceiling: counting everybody without row-level security, p50", value: p50("ceiling"), unit: "ms", better: "lower" },
      ],
      notes: [`${contacts} contacts of the tenant, as many of two others. Matches: ${counts.join("; ")}.`],
    };
  } finally {
    await database.close();
    await server.stop();
    folder.remove();
  }
}

/** How the broadest query is executed, with the server's role and settings. */
async function explain(admin: { query(sql: string): Promise<{ rows: Record<string, string>[] }> }, tenantId: string): Promise<void> {
  await admin.query("set enable_seqscan = off; set jit = off");
  const { rows } = await admin.query(
    `explain (analyze, buffers) select count(*) from contacts c where c.tenant_id = '${tenantId}' and c.merged_into_id is null and c.name_key is not null`,
  );
  process.stdout.write(`${rows.map((row) => row["QUERY PLAN"]).join("\n")}\n`);
}

const id = `(lpad(to_hex((extract(epoch from now() - ($2 - n) * interval '30 s') * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
  || '8' || substr(md5(n::text), 4, 15))::uuid`;

async function load(admin: { query(sql: string, values: unknown[]): Promise<unknown> }, tenantId: string, count: number): Promise<void> {
  await admin.query(
    // Ids in time order, as in production (UUIDv7).
    `insert into contacts (tenant_id, id, name, phone, phone_key, email, source, tags, custom_fields, country, opt_in, last_inbound_at, created_at, updated_at)
     select $1, ${id}, 'Person ' || md5(n::text), '+44' || 7000000000 + n, '44' || 7000000000 + n,
            case when n % 3 = 0 then 'p' || n || '@example.com' end, 'import',
            case when n % 20000 = 0 then array['rare'] when n % 10 = 3 then array['vip', 'tag3'] when n % 2 = 0 then array['tag' || n % 10] else '{}' end,
            jsonb_build_object('seats', n % 100, 'city', case when n % 10000 = 0 then 'Oslo' else 'City ' || n % 300 end),
            (array['GB', 'MX', 'DE', 'BR', 'ID'])[1 + n % 5], case n % 10 when 0 then 'opted_out' when 1 then 'opted_in' else 'unknown' end,
            case when n % 2 = 0 then now() - n % 400 * interval '1 day' end, now() - ($2 - n) * interval '30 s', now()
       from generate_series(1, $2::integer) n`,
    [tenantId, count],
  );
}
