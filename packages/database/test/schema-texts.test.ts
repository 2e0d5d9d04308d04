import assert from "node:assert/strict";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { dumpSchema, migrate, pendingMigrations, silentLog, withClient } from "../src/index.ts";
import { defaultDirectory, readSchemaFiles } from "../src/schema/schema-files.ts";
import { blindStatements, useMigrations } from "./support.ts";

const { file, run, ask, admin, directory } = useMigrations();
const one = async (sql: string) => Object.values((await ask(sql))[0] as Record<string, unknown>)[0];
const remove = (name: string) => rm(join(directory(), name));
const f = (body: string, head = "create or replace function f() returns int language sql") =>
  file("functions/f.sql", `${head} as $$ ${body} $$;\n`);

describe("functions", () => {
  test("a function is applied when its text changes, and only then", async () => {
    await f("select 1");
    assert.deepEqual(await run(), { applied: ["functions/f"] });
    assert.deepEqual(await run(), { applied: [] });
    await f("select 2");
    assert.deepEqual(await withClient(admin(), (client) => pendingMigrations(client, directory())), ["functions/f"]);
    const results = await Promise.all([run(), run(), run()]);
    assert.deepEqual(
      results.flatMap(({ applied }) => applied),
      ["functions/f"],
    );
    assert.equal(await one("select f()"), 2);
    assert.equal(await one("select pg_get_userbyid(proowner)::text from pg_proc where proname = 'f'"), "parley_owner");
  });

  test("a function whose parameters, result or owner change leaves no other version behind", async () => {
    await f("select 1");
    await run();
    for (const head of [
      "create or replace function f(p_n int default 1) returns int language sql",
      "create or replace function f(p_m int default 1) returns int language sql",
      "create or replace function f(p_m int default 1) returns table (n int) language sql",
      "-- owner: parley_search\ncreate or replace function f(p_m int default 1) returns bigint language sql",
      "create or replace function f() returns int language sql",
    ]) {
      await f("select 1", head);
      assert.deepEqual(await run(), { applied: ["functions/f"] }, head);
      const owner = head.startsWith("-- owner") ? "parley_search" : "parley_owner";
      assert.deepEqual(await ask("select pg_get_userbyid(proowner)::text as owner from pg_proc where proname = 'f'"), [{ owner }], head);
      assert.ok(await one("select f()::text is not null"));
    }
  });

  test("rights are exactly those in the file", async () => {
    const text = (rights: string) =>
      file("functions/f.sql", `create or replace function f() returns int language sql as 'select 1';\n${rights}`);
    const granted = async () => (await withClient(admin(), dumpSchema)).split("\n").filter((line) => / on function f\(\)/.test(line));
    await text("revoke execute on function f from public; grant execute on function f to parley_app, parley_search;");
    await run();
    assert.deepEqual(await granted(), ["grant execute on function f() to parley_app;", "grant execute on function f() to parley_search;"]);
    await text("revoke execute on function f from public; grant execute on function f to parley_worker;");
    await run();
    assert.deepEqual(await granted(), ["grant execute on function f() to parley_worker;"]);
    await text("");
    await run();
    assert.deepEqual(await granted(), ["grant execute on function f() to public;"]);
  });

  test("a function with other parameters replaces the previous one, even if its file names it without them", async () => {
    const text = (parameters: string) =>
      file(
        "functions/f.sql",
        `create or replace function f(${parameters}) returns int language sql as 'select 1';\nrevoke execute on function f from public;`,
      );
    await text("");
    await run();
    await text("p_n int default 1");
    assert.deepEqual(await run(), { applied: ["functions/f"] });
    assert.equal(await one("select count(*)::int from pg_proc where proname = 'f'"), 1);
  });

  test("a function whose file was removed is dropped", async () => {
    await f("select 1");
    await file("functions/g.sql", "create or replace function g() returns int language sql as 'select 1';");
    await run();
    await remove("functions/g.sql");
    assert.deepEqual(await run(), { applied: ["functions/g"] });
    assert.deepEqual(await ask("select proname::text from pg_proc where proname in ('f', 'g')"), [{ proname: "f" }]);
  });

  test("names need no order: a function that refers to another one, or to a migration's table, waits for it", async () => {
    await file("functions/a.sql", "create or replace function a() returns int language sql return b() + 1;");
    await file("functions/b.sql", "create or replace function b() returns int language sql as 'select count(*)::int from later';");
    await file("0001_later.sql", "create table later (n int);");
    assert.deepEqual(await run(), { applied: ["0001_later", "functions/b", "functions/a"] });
    assert.equal(await one("select a()"), 1);
  });

  test("a function that refers to something nonexistent fails with its file and line, and changes nothing", async () => {
    await f("select 1");
    await run();
    await file("functions/e.sql", "create or replace function e() returns int language sql as 'select 1';");
    await file("functions/f.sql", "create or replace function f() returns int language sql as\n'select n from nowhere';");
    await assert.rejects(run(), { code: "migration_failed", message: /functions\/f failed.*nowhere/ });
    assert.deepEqual(await ask("select proname::text, prosrc from pg_proc where proname in ('e', 'f')"), [
      { proname: "f", prosrc: " select 1 " },
    ]);
  });

  test("a function that a column depends on is replaced in place, not dropped", async () => {
    await f("select 1", "create or replace function f() returns int immutable language sql");
    await run();
    await file("0001_table.sql", "create table a (n int, m int generated always as (n + f()) stored);");
    await run();
    await f("select 2", "create or replace function f() returns int immutable language sql");
    await run();
    assert.equal(await one("insert into a (n) values (1) returning m"), 3);
    await f("select 2::bigint", "create or replace function f() returns bigint immutable language sql");
    await assert.rejects(run(), { code: "migration_failed", message: /other objects use: .*Free them from it in a migration first/ });
    await remove("functions/f.sql");
    await assert.rejects(run(), { code: "migration_failed", message: /functions\/f .*other objects use/ });
    assert.equal(await one("select f()"), 2);
  });

  test("a database brought to an earlier version gets the functions that are possible; the rest follow at the next start", async () => {
    await file("0001_first.sql", "create table a (n int);");
    await file("0002_second.sql", "create table b (n int);");
    await f("select count(*)::int from b");
    await file("functions/g.sql", "create or replace function g() returns int language sql as 'select count(*)::int from a';");
    const first = await migrate(admin(), { directory: directory(), log: silentLog, targetVersion: 1 });
    assert.deepEqual(first, { applied: ["0001_first", "functions/g"] });
    assert.deepEqual(await run(), { applied: ["0002_second", "functions/f"] });
  });

  test("a file contains the function it is named after and no other", async () => {
    for (const sql of [
      "create or replace function g() returns int language sql as 'select 1';",
      "create function f() returns int language sql as 'select 1';",
      "create or replace function f() returns int language sql as 'select 1'; create or replace function f(n int) returns int language sql as 'select 1';",
      "select 1;",
    ]) {
      await file("functions/f.sql", sql);
      await assert.rejects(run(), { code: "migration_files_invalid", message: /functions\/f.sql must hold/ }, sql);
    }
  });
});

describe("policies of tenant tables", () => {
  const policies = () =>
    ask(`select p.polname::text as name, p.polcmd::text as command from pg_policy p where p.polrelid = 'notes'::regclass order by 1`);

  test("a table created by a migration has them, forced, with the worker's granted commands", async () => {
    await copyFile(join(defaultDirectory, "policies.sql"), join(directory(), "policies.sql"));
    await file(
      "0001_notes.sql",
      "create table notes (tenant_id uuid not null, id uuid not null, text text); create table words (id uuid);",
    );
    await run();
    const backup = { name: "backup", command: "r" };
    const own = [
      { name: "tenant_erasure", command: "*" },
      { name: "tenant_isolation", command: "*" },
    ];
    assert.deepEqual(await policies(), [backup, ...own]);
    assert.deepEqual(await ask("select relname::text from pg_class where relrowsecurity and relforcerowsecurity"), [{ relname: "notes" }]);
    await file("0002_backups.sql", "grant select on notes to parley_worker;");
    await run();
    assert.deepEqual(await policies(), [backup, { name: "cross_tenant", command: "r" }, ...own]);
    await file("0003_work.sql", "grant update (text) on notes to parley_worker;");
    await run();
    assert.deepEqual(await policies(), [backup, { name: "cross_tenant", command: "*" }, ...own]);
    await file("0004_none.sql", "revoke all on notes from parley_worker;");
    await run();
    assert.deepEqual(await policies(), [backup, ...own]);
  });

  test("a migration that lifts them to change rows has them restored at its end", async () => {
    await copyFile(join(defaultDirectory, "policies.sql"), join(directory(), "policies.sql"));
    await file(
      "0001_notes.sql",
      "create table notes (tenant_id uuid not null, text text); insert into notes values (gen_random_uuid(), 'a');",
    );
    await run();
    await file("0002_rows.sql", "alter table notes no force row level security; update notes set text = 'b';");
    await run();
    assert.deepEqual(await ask("select text, relforcerowsecurity as forced from notes, pg_class where relname = 'notes'"), [
      { text: "b", forced: true },
    ]);
  });

  test("so does one whose statements run individually, however much of it is recorded", async () => {
    await copyFile(join(defaultDirectory, "policies.sql"), join(directory(), "policies.sql"));
    await file("0001_notes.sql", "create table notes (tenant_id uuid not null, text text);");
    await run();
    await file(
      "0002_rows.sql",
      "-- no-transaction\nalter table notes no force row level security; create table memos (tenant_id uuid not null);",
    );
    await run();
    assert.deepEqual(
      await ask(`select relname::text as name, relforcerowsecurity as forced, (select count(*)::int from pg_policy where polrelid = c.oid) as policies
                   from pg_class c where relname in ('memos', 'notes') order by 1`),
      [
        { name: "memos", forced: true, policies: 3 },
        { name: "notes", forced: true, policies: 3 },
      ],
    );
  });
});

/** A statement that finds no rows does not fail, so this is checked statically. */
test("no migration changes rows of a table that hides them from its owner without lifting that first", async () => {
  const forced = new Set(["flows", "contacts"]);
  const blind = blindStatements(
    `create table fresh (tenant_id uuid); update fresh set a = 1; -- update flows set a = 1;
     alter table contacts no force row level security; delete from contacts; with x as (update flows set a = 1 returning 1) select * from x;`,
    new Set([...forced, "fresh"]),
  );
  assert.deepEqual(blind, ["update flows"]);
  const perTenant = "perform set_config('app.tenant_id', t::text, true);\ndelete from contacts;";
  assert.deepEqual(blindStatements(`update flows set a = 1;\n${perTenant}`, forced), ["update flows"]);
  assert.deepEqual(blindStatements(perTenant, forced), []);
  await run();
  const { migrations } = await readSchemaFiles();
  await migrate(admin(), { log: silentLog });
  const rows = await ask("select relname::text as name from pg_class where relforcerowsecurity");
  const hidden = new Set(rows.map(({ name }) => name as string));
  assert.ok(hidden.has("flows") && hidden.size > 80, `${hidden.size} tables`);
  for (const { name, sql } of migrations) assert.deepEqual(blindStatements(sql, hidden), [], name);
});
