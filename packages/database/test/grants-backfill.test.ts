import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureRoles, migrate, silentLog, withClient } from "../src/index.ts";
import { readMigrations } from "../src/migration-files.ts";
import { makeEmptyDatabase } from "./support.ts";

/**
 * A data folder of the release before: an agency's flows and broadcasts, a flow that sends a secret. 0050 said what becomes of them, but row-level
 * security is forced on the owner too, so it found no rows; 0059 finds them.
 */
test("0059 lets secrets of flows go where they went, and what agencies made rest on its grant, in a database of before 0050", async () => {
  const database = await makeEmptyDatabase();
  try {
    await withClient(database.admin, (client) => ensureRoles(client, {}));
    await migrate(database.admin, { log: silentLog, targetVersion: 47 });
    const ask = (sql: string) => withClient(database.admin, async (client) => (await client.query(sql)).rows);
    const [client, other, agency, grant, former, flow, own, draft, channel] = Array.from(
      { length: 9 },
      (_, n) => `00000000-0000-4000-8000-00000000000${n + 1}`,
    ) as [string, string, string, string, string, string, string, string, string];
    const made = `org_${agency.replaceAll("-", "")}`;
    await ask(`insert into tenants (tenant_id, name, kind, created_at, updated_at)
      select x::uuid, 'T', k, now(), now() from (values ('${client}', 'business'), ('${other}', 'business'), ('${agency}', 'agency')) v(x, k)`);
    await ask(`insert into agency_grants (tenant_id, id, agency_id, agency_name, scopes, status, requested_by, revoked_at, created_at, updated_at) values
      ('${client}', '${grant}', '${agency}', 'A', '{flows:write}', 'accepted', 'x', null, now(), now()),
      ('${other}', '${former}', '${agency}', 'A', '{flows:write}', 'revoked', 'x', '2026-01-02T00:00:00Z', now(), now())`);
    const step = (url: string, secret: string) => ({
      type: "http_request",
      url,
      headers: { authorization: `Bearer {{secrets.${secret}}}` },
    });
    const steps = [
      step("https://Shop.example/orders", "SHOP"),
      // biome-ignore lint/suspicious/noThenProperty: steps
      { type: "branch", then: [step("https://api.example:8443/x", "SHOP")] },
    ];
    await ask(`insert into flows (tenant_id, id, name, status, version, active_version, activated_at, created_by, created_at, updated_at) values
      ('${client}', '${flow}', 'F', 'active', 1, 1, now(), '${made}', now(), now()),
      ('${client}', '${own}', 'F', 'active', 1, 1, now(), 'key_1', now(), now()),
      ('${client}', '${draft}', 'F', 'draft', 1, null, null, 'key_1', now(), now())`);
    await ask(`insert into flow_versions (tenant_id, flow_id, version, definition, created_by, created_at) values
      ('${client}', '${flow}', 1, '${JSON.stringify({ steps })}', '${made}', now()),
      ('${client}', '${own}', 1, '{"steps": []}', 'key_1', now()),
      ('${client}', '${draft}', 1, '${JSON.stringify({ steps: [step("https://draft.example/", "UNUSED")] })}', 'key_1', now())`);
    await ask(`insert into flow_secrets (tenant_id, id, name, value, created_by, created_at, updated_at)
      select t::uuid, gen_random_uuid(), n, '', 'x', now(), now()
        from (values ('${client}', 'SHOP'), ('${client}', 'UNUSED'), ('${other}', 'SHOP')) v(t, n)`);
    await ask(`insert into channels (tenant_id, id, kind, name, external_id, status, secrets, messages_per_second, created_at, updated_at)
      values ('${client}', '${channel}', 'chat_app', 'C', '1', 'Connected', '', 1, now(), now())`);
    await ask(`insert into broadcasts (tenant_id, id, title, channel_id, content, audience, status, state, run_at, created_by, created_at, updated_at)
      select '${client}', gen_random_uuid(), s, '${channel}', '{}', '{}', s, 'idle', now(), '${made}', now(), now()
        from unnest('{draft,completed}'::text[]) s`);
    await migrate(database.admin, { log: silentLog });
    assert.deepEqual(await ask("select tenant_id, name, hosts from flow_secrets order by 1, 2"), [
      { tenant_id: client, name: "SHOP", hosts: ["api.example:8443", "shop.example"] },
      { tenant_id: client, name: "UNUSED", hosts: [] },
      { tenant_id: other, name: "SHOP", hosts: [] },
    ]);
    const rests = [
      { id: flow, grant_id: grant },
      { id: own, grant_id: null },
      { id: draft, grant_id: null },
    ];
    assert.deepEqual(await ask("select id, grant_id from flows order by 1"), rests);
    assert.deepEqual(await ask("select flow_id as id, grant_id from flow_versions order by 1"), rests);
    assert.deepEqual(await ask("select title, grant_id from broadcasts order by 1"), [
      { title: "completed", grant_id: null },
      { title: "draft", grant_id: grant },
    ]);
    assert.deepEqual(await ask("select id, stopped_at from agency_grants order by 1"), [
      { id: grant, stopped_at: null },
      { id: former, stopped_at: new Date("2026-01-02T00:00:00Z") },
    ]);
    assert.deepEqual(await ask("select relname::text from pg_class where relrowsecurity and not relforcerowsecurity"), []);
  } finally {
    await database.drop();
  }
});

/** A statement that finds no rows fails nothing, so this is looked for. */
test("no migration changes rows of a table that hides them from its owner, unless it lifts that first", async () => {
  const database = await makeEmptyDatabase();
  const forced = new Set<string>();
  try {
    await withClient(database.admin, (client) => ensureRoles(client, {}));
    await migrate(database.admin, { log: silentLog });
    const { rows } = await withClient(database.admin, (client) =>
      client.query("select relname::text from pg_class where relforcerowsecurity"),
    );
    for (const { relname } of rows) forced.add(relname);
  } finally {
    await database.drop();
  }
  assert.ok(forced.has("flows") && forced.size > 80, `${forced.size} tables`);
  const blind: string[] = [];
  for (const { name, sql } of await readMigrations()) {
    // Bodies of functions run later, and as somebody else.
    const plain = sql.replaceAll(/--[^\n]*/g, "").replaceAll(/as (\$\w*\$)[\s\S]*?\1/g, "as ''");
    const lifted = new Set([...plain.matchAll(/alter table (\w+) no force row level security/g)].map((m) => m[1] as string));
    const fresh = new Set([...plain.matchAll(/create (?:unlogged )?table (\w+)/g)].map((m) => m[1] as string));
    for (const [, verb, table] of plain.matchAll(/(?:^|[;(]|\n)\s*(update|delete from)\s+(\w+)/g))
      if (forced.has(table as string) && !lifted.has(table as string) && !fresh.has(table as string))
        blind.push(`${name}: ${verb} ${table}`);
  }
  // Made up for by 0059.
  const late = ["update agency_grants", "update flow_versions", "update flows", "update broadcasts", "update flow_secrets"];
  assert.deepEqual(
    blind,
    late.map((statement) => `0050_grants_end: ${statement}`),
  );
});
