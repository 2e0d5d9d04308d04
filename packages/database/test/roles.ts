/** For roles.test.ts and roles.full.test.ts: roles, on any PostgreSQL version. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type pg from "pg";
import {
  backup,
  type Embedded,
  type OpenDatabaseOptions,
  type OpenedDatabase,
  openDatabase,
  parseDatabaseUrl,
  restore,
  silentLog,
  startEmbedded,
  withClient,
} from "../src/index.ts";
import { fastSettings, makeFolder, removeFolder } from "./support.ts";

export const oldBin = process.env.TEST_POSTGRES15_BIN;
export const servers = [
  { name: "PostgreSQL 18, embedded", binDir: undefined, skip: false as const },
  { name: "PostgreSQL 15", binDir: oldBin, skip: oldBin ? (false as const) : "no PostgreSQL 15 programs on this machine" },
] as const;

export const rows = async (config: pg.ClientConfig, sql: string) => (await withClient(config, (client) => client.query(sql))).rows;

export function url(cluster: Embedded, database: string, user = cluster.superuser, password = cluster.superuserPassword): string {
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(cluster.socketDir)}&port=${cluster.port}`;
}

/** What must hold for roles on a cluster of this version. */
export function rolesOn(server: (typeof servers)[number]): void {
  describe(`roles on ${server.name}`, { skip: server.skip }, () => {
    let folder: string;
    let cluster: Embedded;
    const open = (databaseUrl: string, more: Partial<OpenDatabaseOptions> = {}): Promise<OpenedDatabase> =>
      openDatabase({ databaseUrl, dataDir: folder, log: silentLog, migrate: false, ...more });
    const admin = (sql: string, database = "postgres") => rows(cluster.connection(database), sql);
    const hashes = () => admin(`select rolname, rolpassword from pg_authid where rolname like 'parley%' order by 1`);

    before(async () => {
      folder = await makeFolder("open");
      const options = { dataDir: folder, log: silentLog, settings: fastSettings };
      cluster = await startEmbedded({ ...options, ...(server.binDir ? { binDir: server.binDir } : {}) });
    });
    after(async () => {
      await cluster.stop();
      await removeFolder(folder);
    });

    test("a login with CREATEROLE that owns the database is sufficient, also for this release's migrations", async () => {
      await admin(`create role operator login createrole password 'op'`);
      await admin("create database plain owner operator");
      const opened = await open(url(cluster, "plain", "operator", "op"), { migrate: true });
      assert.deepEqual(await rows(opened.app, "select current_user as me"), [{ me: "parley_app" }]);
      assert.deepEqual(await rows(opened.worker, "select current_user as me"), [{ me: "parley_worker" }]);
      assert.deepEqual(
        await admin(`select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname like 'parley%' order by 1`),
        [
          { rolname: "parley_app", rolsuper: false, rolbypassrls: false, rolcanlogin: true },
          { rolname: "parley_backup", rolsuper: false, rolbypassrls: false, rolcanlogin: false },
          { rolname: "parley_owner", rolsuper: false, rolbypassrls: false, rolcanlogin: false },
          { rolname: "parley_search", rolsuper: false, rolbypassrls: false, rolcanlogin: false },
          { rolname: "parley_worker", rolsuper: false, rolbypassrls: false, rolcanlogin: true },
        ],
      );
      assert.deepEqual(await admin(`select nspowner::regrole::text as owner from pg_namespace where nspname = 'pgboss'`, "plain"), [
        { owner: "parley_worker" },
      ]);
      const owned = await admin(
        `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
        "plain",
      );
      assert.deepEqual(owned, [{ owner: "parley_owner" }]);
      for (const login of [opened.app, opened.worker]) {
        await assert.rejects(rows(login, "create table mine (id int)"), { code: "42501" });
        await assert.rejects(rows(login, "set role parley_owner"), { code: "42501" });
      }
      // There is nothing to do the second time, even for a login with fewer rights.
      const before = await hashes();
      await admin("alter role operator nocreaterole");
      await open(url(cluster, "plain", "operator", "op"), { migrate: true });
      assert.deepEqual(await hashes(), before);
      await admin("alter role operator createrole");
    });

    test("that login also makes a complete backup and restores it, and so does one with parley_backup alone", async () => {
      await admin("create database kept owner operator");
      const kept = await open(url(cluster, "kept", "operator", "op"), { migrate: true });
      await admin(
        `insert into tenants (tenant_id, name, kind, created_at, updated_at)
           select gen_random_uuid(), 'Tenant ' || n, 'business', now(), now() from generate_series(1, 2) n;
         insert into canned_replies (tenant_id, id, shortcut, title, content, created_at, updated_at)
           select tenant_id, gen_random_uuid(), 'hi', 'Hello', 'Hi', now(), now() from tenants`,
        "kept",
      );
      /** Every row: a superuser's backup. */
      const countAll = async (database: string) => (await backup(cluster.connection(database), join(folder, "all.backup"))).tables;
      const before = await countAll("kept");
      assert.equal(before.find((table) => table.name === "canned_replies")?.rows, 2);
      const file = join(folder, "kept.backup");
      assert.deepEqual((await backup(kept.admin, file)).tables, before);

      await admin("create role nightly login password 'n'");
      const nightly = parseDatabaseUrl(url(cluster, "kept", "nightly", "n"));
      await assert.rejects(backup(nightly, join(folder, "nightly.backup")), {
        code: "backup_failed",
        message: /not a member of parley_backup.*grant parley_backup to "nightly"/,
      });
      await rows(kept.admin, "grant parley_backup to nightly");
      assert.deepEqual((await backup(nightly, join(folder, "nightly.backup"))).tables, before);
      await assert.rejects(rows(nightly, "delete from tenants"), { code: "42501" });
      await assert.rejects(open(url(cluster, "kept", "operator", "op"), { appUrl: url(cluster, "kept", "nightly", "n") }), {
        code: "role_unsafe",
      });

      await admin("create database again owner operator");
      const again = await open(url(cluster, "again", "operator", "op"));
      await restore(again.admin, file, { log: silentLog, hold: { at: new Date(), uuid: randomUUID } });
      assert.deepEqual(await countAll("again"), before);
    });

    test("servers and databases that start at the same time agree on the roles", async () => {
      await admin("create database one");
      await admin("create database two");
      const opened = await Promise.all(["one", "two", "one", "two"].map((name) => open(url(cluster, name))));
      const before = await hashes();
      for (const { app, worker } of opened) for (const login of [app, worker]) await rows(login, "select 1");
      await open(url(cluster, "two"));
      assert.deepEqual(await hashes(), before, "a second start leaves the passwords alone");
    });

    test("a changed admin password changes the derived ones", async () => {
      await admin(`create role second superuser login password 'before'`);
      await admin("create database rotated owner second");
      const first = await open(url(cluster, "rotated", "second", "before"));
      await admin(`alter role second password 'after'`);
      const next = await open(url(cluster, "rotated", "second", "after"));
      assert.notEqual(next.app.password, first.app.password);
      await rows(next.app, "select 1");
    });

    test("logins created by the operator are used as they are", async () => {
      await admin("create database given");
      await open(url(cluster, "given"));
      await admin(
        `create role given_app login password 'a' in role parley_app; create role given_worker login password 'w' in role parley_worker`,
      );
      const before = await hashes();
      const urls = { appUrl: url(cluster, "given", "given_app", "a"), workerUrl: url(cluster, "given", "given_worker", "w") };
      const opened = await open(url(cluster, "given"), urls);
      assert.deepEqual(await rows(opened.app, "select current_user as me"), [{ me: "given_app" }]);
      assert.deepEqual(await hashes(), before);

      await assert.rejects(open(url(cluster, "given"), { ...urls, appUrl: url(cluster, "given", "given_app", "wrong") }), {
        code: "role_login_failed",
        message: /DATABASE_APP_URL/,
      });
      await assert.rejects(open(url(cluster, "given"), { ...urls, appUrl: url(cluster, "given") }), { code: "role_unsafe" });
      await assert.rejects(open(url(cluster, "given"), { ...urls, workerUrl: url(cluster, "given", "given_app", "a") }), {
        code: "role_login_failed",
        message: /grant parley_worker to/,
      });
      await admin("alter role given_app bypassrls");
      await assert.rejects(open(url(cluster, "given"), urls), { code: "role_unsafe", message: /given_app/ });
    });

    test("an unprivileged login is told what is missing", async () => {
      await admin(`create role nobody_much login password 'n'`);
      await admin("create database elsewhere");
      await assert.rejects(open(url(cluster, "elsewhere", "nobody_much", "n")), { code: "roles_unavailable", message: /DATABASE_APP_URL/ });
      await assert.rejects(open(url(cluster, "missing_database")), { code: "server_unreachable", message: /missing_database/ });
    });
  });
}
