import assert from "node:assert/strict";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pendingMigrations, withClient } from "../src/index.ts";
import { splitStatements } from "../src/schema/split-statements.ts";
import { useMigrations } from "./support.ts";

const { file, run, ask, admin, directory } = useMigrations();

describe("migrate", () => {
  test("applies each file once, in order, as parley_owner", async () => {
    await file("0001_first.sql", "create table a (id int primary key);");
    await file("0002_second.sql", "alter table a add column name text not null;");
    assert.deepEqual(await withClient(admin(), (client) => pendingMigrations(client, directory())), ["0001_first", "0002_second"]);
    assert.deepEqual(await run(), { applied: ["0001_first", "0002_second"] });
    assert.deepEqual(await run(), { applied: [] });
    assert.deepEqual(await ask(`select tableowner from pg_tables where tablename in ('a', 'schema_migrations')`), [
      { tableowner: "parley_owner" },
      { tableowner: "parley_owner" },
    ]);
  });

  test("servers that start at the same time apply everything once", async () => {
    await file("0001_first.sql", "create table a (id int); insert into a values (1);");
    await file("0002_index.sql", "-- no-transaction\ncreate index concurrently a_id on a (id);");
    const results = await Promise.all([run(), run(), run(), run()]);
    assert.deepEqual(
      results.flatMap((result) => result.applied),
      ["0001_first", "0002_index"],
    );
    assert.deepEqual(await ask("select count(*)::int as n from a"), [{ n: 1 }]);
  });

  test("a file that was changed after it was applied is refused before anything is done", async () => {
    await file("0001_first.sql", "create table a (id int);");
    await run();
    await file("0001_first.sql", "create table a (id bigint);");
    await file("0002_second.sql", "create table b (id int);");
    await assert.rejects(run(), { code: "migration_changed", message: /0001_first/ });
    assert.deepEqual(await ask(`select to_regclass('b') as name`), [{ name: null }]);
  });

  test("another system's line breaks are not a change", async () => {
    await file("0001_first.sql", "create table a\n(id int);\n");
    await run();
    await file("0001_first.sql", "create table a\r\n(id int);\r\n");
    assert.deepEqual(await run(), { applied: [] });
  });

  test("a schema newer than the code is refused", async () => {
    await file("0001_first.sql", "create table a (id int);");
    await file("0002_second.sql", "create table b (id int);");
    await run();
    await rm(join(directory(), "migrations", "0002_second.sql"));
    await assert.rejects(run(), { code: "schema_newer", message: /0002_second/ });
  });

  test("gaps and duplicate numbers in the files are refused, and so are gaps in the database", async () => {
    await file("0001_first.sql", "create table a (id int);");
    await file("0002_second.sql", "create table b (id int);");
    await run();
    await ask("delete from schema_migrations where version = 1");
    await assert.rejects(run(), { code: "migration_gap" });
    await rename(join(directory(), "migrations", "0002_second.sql"), join(directory(), "migrations", "0003_second.sql"));
    await assert.rejects(run(), { code: "migration_files_invalid", message: /number 2 is missing/ });
    await rename(join(directory(), "migrations", "0003_second.sql"), join(directory(), "migrations", "0001_second.sql"));
    await assert.rejects(run(), { code: "migration_files_invalid", message: /repeats/ });
  });

  test("a failing file leaves no trace, keeps those before it and is reported with its line", async () => {
    await file("0001_first.sql", "create table a (id int);");
    await file("0002_second.sql", "create table b (id int);\nselect wrong;\n");
    await assert.rejects(run(), { code: "migration_failed", message: /0002_second failed at line 2: .*wrong/ });
    assert.deepEqual(await ask(`select to_regclass('a')::text as a, to_regclass('b') as b`), [{ a: "a", b: null }]);
    await file("0002_second.sql", "create table b (id int);");
    assert.deepEqual(await run(), { applied: ["0002_second"] });
  });

  test("a file cannot end the transaction it runs in", async () => {
    await file("0001_first.sql", "create table a (id int);\n/* x */ commit;");
    await assert.rejects(run(), { code: "migration_files_invalid", message: /commit/ });
  });

  test("an empty folder is valid", async () => {
    assert.deepEqual(await run(), { applied: [] });
  });
});

test("statements are split at the semicolons that end them", () => {
  const sql = `-- hi; there
    /* a /* b; */ ; */ create table a (x text default 'a;b''c', "we;ird" int);
    create function f() returns int language plpgsql as $fn$ begin; return 1; end; $fn$;
    create function g() returns int language sql begin atomic; select case when true then 1 else 2 end; select 2; end;
    select E'it\\';s', '\\'; ; -- trailing`;
  assert.deepEqual(splitStatements(sql), [
    `create table a (x text default 'a;b''c', "we;ird" int)`,
    "create function f() returns int language plpgsql as $fn$ begin; return 1; end; $fn$",
    "create function g() returns int language sql begin atomic; select case when true then 1 else 2 end; select 2; end",
    `select E'it\\';s', '\\'`,
  ]);
});
