import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { backup, dumpSchema, ensureRoles, migrate, pendingMigrations, restore, silentLog, withClient } from "../src/index.ts";
import { readSchemaFiles } from "../src/schema/schema-files.ts";
import { makeEmptyDatabase, makeFolder, removeFolder } from "./support.ts";

/**
 * The 61 migrations that schema/ replaces, as they were at commit c94cd6c: they created the existing data folders. They are read here and
 * nowhere else.
 */
const archive = new URL("fixtures/migrations-0001-0061.json.gz", import.meta.url);

type Database = Awaited<ReturnType<typeof makeEmptyDatabase>>;
const made: Database[] = [];
let directory: string;
/** The result of the 61, and of the fold on a new database before any later migration: inspected, and copied. */
let original: Database;
let folded: Database;

before(async () => {
  directory = await makeFolder("open");
  await mkdir(join(directory, "migrations"));
  const files = JSON.parse(gunzipSync(await readFile(archive)).toString("utf8")) as Record<string, string>;
  for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, "migrations", name), sql);
  [original, folded] = [await makeDatabase(), await makeDatabase()];
  made.splice(0);
  await migrate(original.admin, { directory, log: silentLog });
  // Earlier releases had no such table.
  await ask(original, "drop table schema_files");
  await migrate(folded.admin, { log: silentLog, targetVersion: 61 });
});
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});
after(async () => {
  await original.drop();
  await folded.drop();
  await removeFolder(directory);
});

async function makeDatabase(template?: Database): Promise<Database> {
  const database = await makeEmptyDatabase(template?.admin.database);
  made.push(database);
  await withClient(database.admin, (client) => ensureRoles(client, {}));
  return database;
}

const ask = (database: Database, sql: string) => withClient(database.admin, async (client) => (await client.query(sql)).rows);
const dump = (database: Database) => withClient(database.admin, dumpSchema);
const lines = async (database: Database) => (await dump(database)).split("\n");

const tenants = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const fill = (database: Database) =>
  ask(
    database,
    `insert into tenants (tenant_id, name, kind, created_at, updated_at) select x::uuid, 'Über ' || x, 'business', now(), now() from unnest('{${tenants}}'::text[]) x;
     insert into contacts (tenant_id, id, name, source, created_at, updated_at)
       select tenant_id, gen_random_uuid(), 'Ada ' || n, 'manual', now(), now() from tenants, generate_series(1, 3) n`,
  );
const contacts = (database: Database) => ask(database, "select tenant_id, id, name, search_text from contacts order by id");

/**
 * Tables, indexes, policies, statistics and table rights: everything in a database besides functions, the scope of the worker's policies
 * and the rights of parley_backup, which came later.
 */
function withoutTexts(schema: string): string[] {
  return schema
    .replaceAll(/^CREATE OR REPLACE FUNCTION [\s\S]*?\$function\$;\n|^CREATE OR REPLACE FUNCTION (?:(?!\$function\$)[\s\S])*?;\n/gm, "")
    .replaceAll(/^create table schema_files \([\s\S]*?\n\);\n/gm, "")
    .split("\n")
    .filter(
      (line) =>
        line !== "" &&
        !/^create policy (cross_tenant|backup) |^(alter|grant \w+ on) function | on schema_files to |^grant select on \w+ to parley_backup;/.test(
          line,
        ),
    );
}

describe("the fold of migrations 0001 to 0061", () => {
  test("a new database has every table, column in order, key, index, policy and right that the 61 created", async () => {
    const [there, here] = [withoutTexts(await dump(original)), withoutTexts(await dump(folded))];
    assert.deepEqual(here, there);
    assert.ok(here.filter((line) => line.startsWith("create table ")).length > 150, "the comparison sees the tables");
    const recorded = "select version, name, checksum from schema_migrations order by 1";
    assert.deepEqual(await ask(folded, recorded), await ask(original, recorded));
  });

  test("the worker may do the same in both, and its policies allow no more than that", async () => {
    // What it is granted, if a policy allows it.
    const reach = (database: Database) =>
      ask(
        database,
        `select c.relname::text as table, x.privilege
           from pg_class c cross join unnest('{select,insert,update,delete}'::text[]) x (privilege)
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_files'
            and case when x.privilege = 'delete' then has_table_privilege('parley_worker', c.oid, 'delete')
                     else has_any_column_privilege('parley_worker', c.oid, x.privilege) end
            and (not c.relrowsecurity or exists (select from pg_policy p where p.polrelid = c.oid and 'parley_worker'::regrole = any (p.polroles)
              and (p.polcmd = '*' or (p.polcmd = 'r' and x.privilege = 'select'))))
          order by 1, 2`,
      );
    assert.deepEqual(await reach(folded), await reach(original));
    const idle = `select c.relname::text as table from pg_policy p join pg_class c on c.oid = p.polrelid
      where p.polname = 'cross_tenant' and p.polcmd = '*'
        and not has_table_privilege('parley_worker', c.oid, 'insert, update, delete') and not has_any_column_privilege('parley_worker', c.oid, 'insert, update')`;
    assert.deepEqual(await ask(folded, idle), []);
    assert.equal((await ask(original, idle)).length, 42);
  });

  test("a database of the previous release keeps its rows and ends up like a new one", async () => {
    const old = await makeDatabase(original);
    await fill(old);
    const before = await contacts(old);
    const waiting = await withClient(old.admin, (client) => pendingMigrations(client));
    assert.ok(waiting.includes("functions/accept_outbound") && waiting.includes("policies"), waiting.join(" "));
    const { applied } = await migrate(old.admin, { log: silentLog });
    assert.deepEqual([...applied].sort(), [...waiting, "functions/allow_tenant_erasure"].sort());
    assert.deepEqual(await contacts(old), before);

    const fresh = await makeDatabase();
    assert.deepEqual((await migrate(fresh.admin, { log: silentLog })).applied[0], "schema");
    assert.deepEqual(await lines(old), await lines(fresh));
    const texts = "select name, checksum from schema_files order by name";
    assert.deepEqual(await ask(old, texts), await ask(fresh, texts));
    for (const database of [old, fresh]) {
      assert.deepEqual(await withClient(database.admin, (client) => pendingMigrations(client)), []);
      assert.deepEqual(await migrate(database.admin, { log: silentLog }), { applied: [] });
    }
  });

  test("a database with some of the 61 is refused with the revision that upgrades it, and is left alone", async () => {
    const old = await makeDatabase();
    await migrate(old.admin, { directory, log: silentLog, targetVersion: 57 });
    await ask(old, "drop table schema_files");
    const remedy = { code: "schema_too_old", message: /has 57 of the 61 migrations.*git checkout c94cd6c; npm ci; npm run migrate/ };
    await assert.rejects(migrate(old.admin, { log: silentLog }), remedy);
    await assert.rejects(
      withClient(old.admin, (client) => pendingMigrations(client)),
      remedy,
    );
    assert.deepEqual(await ask(old, "select to_regclass('schema_files') as name, (select count(*)::int from schema_migrations) as n"), [
      { name: null, n: 57 },
    ]);
    await migrate(old.admin, { directory, log: silentLog });
    await migrate(old.admin, { log: silentLog });
  });

  test("a backup of the previous release loads into a new database; one of an earlier release is refused with the remedy", async () => {
    const old = await makeDatabase();
    await migrate(old.admin, { directory, log: silentLog, targetVersion: 60 });
    await ask(old, "drop table schema_files");
    const [early, last] = [join(directory, "early.backup"), join(directory, "last.backup")];
    await backup(old.admin, early);
    const kept = await makeDatabase(original);
    await fill(kept);
    await backup(kept.admin, last);
    const target = await makeDatabase();
    await assert.rejects(restore(target.admin, early, { log: silentLog, hold: null }), {
      code: "restore_refused",
      message: /60 of the 61 migrations.*c94cd6c/,
    });
    await restore(target.admin, last, { log: silentLog, hold: { at: new Date(), uuid: randomUUID } });
    await migrate(target.admin, { log: silentLog });
    assert.deepEqual(await contacts(target), await contacts(kept));
    const fresh = await makeDatabase();
    await migrate(fresh.admin, { log: silentLog });
    assert.deepEqual(await lines(target), await lines(fresh));
  });

  test("no file uses a folded number, and the list of folded numbers has no gap", async () => {
    const folder = await makeFolder("open");
    try {
      for (const name of ["schema", "migrations"]) await mkdir(join(folder, name));
      const sum = "0".repeat(64);
      await writeFile(join(folder, "schema", "folded.txt"), `# why\n${sum}  0001_first\n${sum}  0002_second\n`);
      await writeFile(join(folder, "migrations", "0002_again.sql"), "select 1;");
      await assert.rejects(readSchemaFiles(folder), {
        code: "migration_files_invalid",
        message: /0002_again.sql .* folded; the next is 3/,
      });
      await rm(join(folder, "migrations", "0002_again.sql"));
      await writeFile(join(folder, "schema", "folded.txt"), `${sum}  0002_second\n`);
      await assert.rejects(readSchemaFiles(folder), { code: "migration_files_invalid", message: /folded.txt/ });
    } finally {
      await removeFolder(folder);
    }
  });
});
