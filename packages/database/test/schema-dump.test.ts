import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dumpSchema, withClient } from "../src/index.ts";
import { createTestDatabase, type TestDatabase } from "../src/testing.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

test("two databases with the same migrations have the same dump, whatever the session has set", async () => {
  const other = await createTestDatabase();
  try {
    const here = await withClient(database.admin, dumpSchema);
    const there = await withClient(other.admin, async (client) => {
      await client.query(`set search_path = pg_catalog; set quote_all_identifiers = off; set datestyle = 'SQL, DMY'`);
      return await dumpSchema(client);
    });
    assert.equal(here, there);
    assert.match(here, /create table schema_migrations/);
  } finally {
    await other.drop();
  }
});

test("the dump shows every kind of object that a migration can create", async () => {
  await withClient(database.admin, async (client) => {
    await client.query(`
      set role parley_owner;
      create type dump_mood as enum ('b', 'a');
      create table dump_things (
        tenant_id uuid not null, id uuid not null, mood dump_mood default 'a', total int generated always as (1 + 1) stored,
        name text collate "C" not null, primary key (tenant_id, id), constraint dump_named check (name <> '')
      ) with (fillfactor = 90);
      create index dump_by_name on dump_things (tenant_id, name) where mood = 'a';
      alter table dump_things enable row level security;
      alter table dump_things force row level security;
      create policy dump_policy on dump_things to parley_app using (tenant_id is not null);
      grant select (name), insert on dump_things to parley_app;
      create view dump_view with (security_invoker = true) as select name from dump_things;
      create function dump_search() returns int language sql security definer set search_path = public as 'select 1';
      alter function dump_search() owner to parley_search;
      comment on table dump_things is 'Told''s';
      reset role`);
    const lines = (await dumpSchema(client)).split("\n");
    for (const line of [
      `create type dump_mood as enum ('b', 'a');`,
      `  tenant_id uuid not null,`,
      `  mood dump_mood default 'a'::dump_mood,`,
      `  total integer generated always as ((1 + 1)) stored,`,
      `  name text collate "C" not null,`,
      `  constraint dump_things_pkey PRIMARY KEY (tenant_id, id),`,
      `  constraint dump_named CHECK ((name <> ''::text))`,
      `) with (fillfactor=90);`,
      `alter table dump_things force row level security;`,
      `create policy dump_policy on dump_things as permissive for all to parley_app using ((tenant_id IS NOT NULL));`,
      `create view dump_view with (security_invoker=true) as`,
      `alter function dump_search() owner to parley_search;`,
      `grant insert on dump_things to parley_app;`,
      `grant select on dump_things (name) to parley_app;`,
      `grant execute on function dump_search() to public;`,
      `comment on table dump_things is 'Told''s';`,
    ]) {
      assert.ok(lines.includes(line), `missing: ${line}\n${lines.filter((found) => found.includes("dump")).join("\n")}`);
    }
    assert.ok(!lines.some((line) => /function (public\.)?\w*similarity\(/i.test(line)), "functions of extensions are not ours");
    assert.ok(!lines.some((line) => /NOT NULL \w+/.test(line)), "PostgreSQL 18 lists NOT NULL as constraints, 15 does not");
  });
});
