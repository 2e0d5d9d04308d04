/** Plans made while a table is empty must use the index that identifies rows. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withClient } from "../src/index.ts";
import { useMigrations } from "./support.ts";

const { file, run: migrateAll, ask, admin } = useMigrations();
const run = (name: string, sql: string) => file(name, sql).then(migrateAll);
const id = "'00000000-0000-0000-0000-000000000000'";
/** The index that the server's connection plans to use for a condition. */
const indexFor = async (condition: string) => {
  const plan = await withClient(admin(), async (client) => {
    await client.query("set enable_seqscan = off; set enable_bitmapscan = off");
    const { rows } = await client.query(`explain (format json) select 1 from letters where tenant_id = ${id} and ${condition}`);
    return rows[0]["QUERY PLAN"][0].Plan;
  });
  return plan["Index Name"];
};
const letters = `create table letters (tenant_id uuid not null, id uuid not null, channel_id uuid not null, external_id text, text text, data json,
    primary key (tenant_id, id));
  create unique index letters_external on letters (tenant_id, channel_id, external_id) where external_id is not null;
  create index letters_list on letters (tenant_id, channel_id, id);
  analyze letters;`;

describe("first statistics", () => {
  test("a look-up uses the index that identifies rows, not the newest one that starts with the tenant", async () => {
    await run("0001_letters.sql", letters);
    assert.equal(await indexFor(`channel_id = ${id} and external_id = 'x'`), "letters_external");
    assert.equal(await indexFor(`id = ${id}`), "letters_pkey");
  });

  test("PostgreSQL's own statistics of a table with rows are kept, also after a later migration", async () => {
    await run("0001_letters.sql", letters);
    await ask(`insert into letters select gen_random_uuid(), gen_random_uuid(), ${id}, 'x' || n from generate_series(1, 100) n`);
    await ask("analyze letters");
    const found =
      "select attname, n_distinct from pg_stats where tablename = 'letters' and attname in ('tenant_id', 'channel_id') order by 1";
    const before = await ask(found);
    assert.deepEqual(before, [
      { attname: "channel_id", n_distinct: 1 },
      { attname: "tenant_id", n_distinct: -1 },
    ]);
    await run("0002_more.sql", "create table notes (tenant_id uuid primary key);");
    assert.deepEqual(await ask(found), before);
    assert.equal((await ask("select n_distinct from pg_stats where tablename = 'notes'"))[0].n_distinct, 1);
  });

  test("another owner's table, or one that was analyzed before it was emptied, is left alone", async () => {
    await ask("create table others (tenant_id uuid primary key)");
    await run("0001_letters.sql", letters);
    assert.deepEqual(await ask("select * from pg_stats where tablename = 'others'"), []);
    await ask("insert into letters select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'x' from generate_series(1, 100)");
    await ask("analyze letters; truncate letters");
    await run("0002_more.sql", "create table notes (tenant_id uuid primary key);");
    const found = "select n_distinct from pg_stats where tablename = 'letters' and attname = 'tenant_id'";
    assert.deepEqual(await ask(found), [{ n_distinct: -1 }]);
  });

  test("tables without a tenant are left alone", async () => {
    await run("0001_kinds.sql", "create table kinds (kind text primary key);");
    assert.deepEqual(await ask("select * from pg_stats where tablename = 'kinds'"), []);
  });
});
