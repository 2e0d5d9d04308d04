import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { backup, type BackupSummary, dumpSchema, ensureRoles, migrate, restore, silentLog, withClient } from "../src/index.ts";
import { makeEmptyDatabase, makeFolder, removeFolder } from "./support.ts";

type Database = Awaited<ReturnType<typeof makeEmptyDatabase>>;

/** Names chosen so that name order is the wrong order for loading, with a cycle and a table that refers to itself. */
const schema = `
  create table tenants (tenant_id uuid primary key, name text not null);
  create table a_messages (
    tenant_id uuid not null references tenants, id uuid not null, conversation_id uuid not null, body jsonb, raw bytea,
    at timestamptz not null, amount numeric, score float8, length int generated always as (length(body::text)) stored,
    primary key (tenant_id, id));
  create table b_conversations (
    tenant_id uuid not null references tenants, id uuid not null, parent_id uuid, last_message_id uuid, tags text[],
    primary key (tenant_id, id),
    foreign key (tenant_id, parent_id) references b_conversations,
    constraint last_message foreign key (tenant_id, last_message_id) references a_messages);
  alter table a_messages add constraint conversation foreign key (tenant_id, conversation_id) references b_conversations;
  create table z_plans (id int generated always as identity primary key, name text not null);
  insert into z_plans (name) values ('made by a migration');
  create unlogged table cache (tenant_id uuid references tenants, value text);
  create table parts (tenant_id uuid not null references tenants, id int not null, primary key (tenant_id, id)) partition by list (tenant_id);
  create table parts_rest partition of parts default;
  do $$ declare t text; begin
    foreach t in array array['tenants', 'a_messages', 'b_conversations', 'parts'] loop
      execute format('alter table %I enable row level security', t);
      execute format('alter table %I force row level security', t);
      execute format($p$create policy own on %I to parley_app
        using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
      execute format('create policy cross_tenant on %I to parley_worker using (true)', t);
      execute format('grant select on %I to parley_worker', t);
    end loop;
  end $$;
  grant select on z_plans, z_plans_id_seq to parley_worker;`;

const rows = `
  insert into tenants select ('00000000-0000-0000-0000-' || lpad(t::text, 12, '0'))::uuid, E'T\\\\ ' || t || E'\\n\\t☃' from generate_series(1, 20) t;
  insert into b_conversations select tenant_id, tenant_id, tenant_id, null, array['x', null, 'y,"z"'] from tenants;
  insert into a_messages select tenant_id, gen_random_uuid(), tenant_id,
      jsonb_build_object('text', repeat('ä"', n)), decode(md5(n::text), 'hex'), '2026-11-21 06:16:54.123456+02', 1.10, 0.1 + 0.2
    from tenants, generate_series(1, 200) n;
  update b_conversations c set last_message_id = (select id from a_messages m where m.tenant_id = c.tenant_id limit 1);
  insert into z_plans (name) values ('made by hand');
  insert into cache values (null, 'gone after a crash anyway');
  insert into parts select tenant_id, 1 from tenants;`;

const tables = ["tenants", "a_messages", "b_conversations", "z_plans", "parts"];

let directory: string;
let source: Database;
let target: Database;
let file: string;

before(async () => {
  directory = await makeFolder("open");
  await mkdir(join(directory, "migrations"));
  await writeFile(join(directory, "migrations", "0001_all.sql"), schema);
  source = await makeMigrated();
  await withClient(source.admin, (client) => client.query(rows));
  file = join(directory, "parley.backup");
  await backup(source.admin, file);
});
beforeEach(async () => {
  target = await makeEmptyDatabase();
  await withClient(target.admin, (client) => ensureRoles(client, {}));
});
afterEach(() => target.drop());
after(async () => {
  await source.drop();
  await removeFolder(directory);
});

async function makeMigrated(): Promise<Database> {
  const database = await makeEmptyDatabase();
  await withClient(database.admin, (client) => ensureRoles(client, {}));
  await migrate(database.admin, { directory, log: silentLog });
  return database;
}

/** Every row as text, hashed per table. */
const contents = (database: Database) =>
  withClient(database.admin, async (client) => {
    const hashes: Record<string, string> = {};
    for (const name of tables) {
      const { rows } = await client.query(
        `select count(*) || ' ' || md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
      );
      hashes[name] = rows[0].hash;
    }
    return hashes;
  });

const load = (path = file) => restore(target.admin, path, { directory, log: silentLog, hold: null });

describe("backup and restore", () => {
  test("every row of every tenant is restored, across circular keys and forced row-level security", async () => {
    const summary = await load();
    assert.deepEqual(await contents(target), await contents(source));
    assert.equal(summary.tables.find((table) => table.name === "a_messages")?.rows, 4_000);
    const [here, there] = await Promise.all([withClient(target.admin, dumpSchema), withClient(source.admin, dumpSchema)]);
    assert.equal(here, there, "constraints and row-level security are as before");
    const plan = await withClient(
      target.admin,
      async (client) => (await client.query(`insert into z_plans (name) values ('next') returning id`)).rows,
    );
    assert.deepEqual(plan, [{ id: 3 }], "sequences continue");
  });

  test("an admin without superuser backs up as the worker and restores as the owner", async () => {
    await withClient(source.admin, async (client) => {
      await client.query(
        `create role plain_admin login password 'plain'; grant parley_owner, parley_worker to plain_admin with inherit false`,
      );
    });
    try {
      const plain = { user: "plain_admin", password: "plain" };
      const other = join(directory, "plain.backup");
      await backup({ ...source.admin, ...plain }, other);
      await withClient(target.admin, async (client) => {
        await client.query(`grant usage on schema public to plain_admin`);
        // A superuser's set-up has already done everything that a plain admin may not do.
        await migrate(target.admin, { directory, log: silentLog });
      });
      await restore({ ...target.admin, ...plain }, other, { directory, log: silentLog, hold: null });
      assert.deepEqual(await contents(target), await contents(source));
      const [here, there] = await Promise.all([withClient(target.admin, dumpSchema), withClient(source.admin, dumpSchema)]);
      assert.equal(here.replaceAll(/.*plain_admin.*\n/g, ""), there, "row-level security is forced again");
    } finally {
      await withClient(target.admin, (client) => client.query("drop owned by plain_admin"));
      await withClient(source.admin, (client) => client.query("drop owned by plain_admin; drop role plain_admin"));
    }
  });

  test("a login that would see only some rows is refused, with the names of the tables", async () => {
    await withClient(source.admin, (client) =>
      client.query(`create role half_admin login password 'half'; grant parley_owner, parley_worker to half_admin`),
    );
    await withClient(source.admin, (client) => client.query("drop policy cross_tenant on a_messages"));
    try {
      const path = join(directory, "half.backup");
      await assert.rejects(backup({ ...source.admin, user: "half_admin", password: "half" }, path), {
        code: "backup_failed",
        message: /parley_worker cannot read all of a_messages.*grant parley_backup to "half_admin"/,
      });
      assert.deepEqual(
        (await readdir(directory)).filter((name) => name.startsWith("half")),
        [],
      );
    } finally {
      await withClient(source.admin, (client) =>
        client.query("create policy cross_tenant on a_messages to parley_worker using (true); drop role half_admin"),
      );
    }
  });

  test("a login with BYPASSRLS needs the right to read, and the error names it; with it the backup is complete", async () => {
    await withClient(source.admin, (client) => client.query("create role blind_admin login bypassrls password 'blind'"));
    try {
      const path = join(directory, "blind.backup");
      const admin = { ...source.admin, user: "blind_admin", password: "blind" };
      await assert.rejects(backup(admin, path), { code: "backup_failed", message: /a_messages.*grant pg_read_all_data to it/ });
      await withClient(source.admin, (client) => client.query("grant pg_read_all_data to blind_admin"));
      const rows = ({ tables }: BackupSummary) => Object.fromEntries(tables.map((table) => [table.name, table.rows]));
      assert.deepEqual(rows(await backup(admin, path)), rows(await backup(source.admin, join(directory, "whole.backup"))));
    } finally {
      await withClient(source.admin, (client) => client.query("drop role blind_admin"));
    }
  });

  test("a database with a tenant is not touched", async () => {
    await load();
    await assert.rejects(load(), { code: "restore_refused", message: /already has rows in .*tenants/ });
  });

  test("a backup from a newer release or with altered migrations is refused", async () => {
    const older = await makeFolder("open");
    await mkdir(join(older, "migrations"));
    try {
      await assert.rejects(restore(target.admin, file, { directory: older, log: silentLog, hold: null }), {
        code: "restore_refused",
        message: /newer/,
      });
      await writeFile(join(older, "migrations", "0001_all.sql"), `${schema}\n-- altered`);
      await assert.rejects(restore(target.admin, file, { directory: older, log: silentLog, hold: null }), { code: "restore_refused" });
    } finally {
      await removeFolder(older);
    }
  });

  test("a backup from an older release is loaded at its own version", async () => {
    await writeFile(join(directory, "migrations", "0002_later.sql"), "alter table tenants add column later int not null default 5;");
    try {
      await load();
      assert.deepEqual(await migrate(target.admin, { directory, log: silentLog }), { applied: ["0002_later"] });
    } finally {
      await removeFolder(join(directory, "migrations", "0002_later.sql"));
    }
  });

  test("a truncated or altered file changes no row", async () => {
    const whole = await readFile(file);
    const damaged = join(directory, "damaged.backup");
    const plain = gunzipSync(whole);
    const altered = Buffer.from(plain);
    const at = altered.indexOf("made by hand");
    altered.write("made by HAND", at);
    const variants = [
      whole.subarray(0, whole.length - 20),
      gzipSync(altered),
      gzipSync(plain.subarray(0, plain.length - 80)),
      Buffer.from("no archive"),
    ];
    for (const bytes of variants) {
      await writeFile(damaged, bytes);
      await assert.rejects(load(damaged), { code: "backup_corrupt" });
      const left = await withClient(target.admin, async (client) => {
        const { rows } = await client.query(`select to_regclass('tenants') is not null as made`);
        return rows[0].made ? (await client.query("select from tenants")).rowCount : 0;
      });
      assert.equal(left, 0);
    }
  });

  test("the file is private and no draft is left behind", async () => {
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(
      (await readdir(directory)).filter((name) => name.endsWith(".part")),
      [],
    );
  });
});
