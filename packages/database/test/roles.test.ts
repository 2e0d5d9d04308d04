import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type pg from "pg";
import {
  backup,
  dumpSchema,
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
import { endHost, fastSettings, makeFolder, removeFolder, startHost } from "./support.ts";

const oldBin = process.env.TEST_POSTGRES15_BIN;
const servers = [
  { name: "PostgreSQL 18, embedded", binDir: undefined, skip: false as const },
  { name: "PostgreSQL 15", binDir: oldBin, skip: oldBin ? (false as const) : "no PostgreSQL 15 programs on this machine" },
];

const rows = async (config: pg.ClientConfig, sql: string) => (await withClient(config, (client) => client.query(sql))).rows;

function url(cluster: Embedded, database: string, user = cluster.superuser, password = cluster.superuserPassword): string {
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(cluster.socketDir)}&port=${cluster.port}`;
}

for (const server of servers) {
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

    test("a login with CREATEROLE that owns the database is enough, for the migrations of this release too", async () => {
      await admin(`create role operator login createrole password 'op'`);
      await admin("create database plain owner operator");
      const opened = await open(url(cluster, "plain", "operator", "op"), { migrate: true });
      assert.deepEqual(await rows(opened.app, "select current_user as me"), [{ me: "parley_app" }]);
      assert.deepEqual(await rows(opened.worker, "select current_user as me"), [{ me: "parley_worker" }]);
      assert.deepEqual(
        await admin(`select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname like 'parley%' order by 1`),
        [
          { rolname: "parley_app", rolsuper: false, rolbypassrls: false, rolcanlogin: true },
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
      // Nothing to do the second time, also for a login of less power.
      const before = await hashes();
      await admin("alter role operator nocreaterole");
      await open(url(cluster, "plain", "operator", "op"), { migrate: true });
      assert.deepEqual(await hashes(), before);
      await admin("alter role operator createrole");
    });

    test("servers and databases that start together agree on the roles", async () => {
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

    test("logins made by somebody else are used as they are", async () => {
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

    test("a login that may do nothing gets told what is missing", async () => {
      await admin(`create role nobody_much login password 'n'`);
      await admin("create database elsewhere");
      await assert.rejects(open(url(cluster, "elsewhere", "nobody_much", "n")), { code: "roles_unavailable", message: /DATABASE_APP_URL/ });
      await assert.rejects(open(url(cluster, "missing_database")), { code: "server_unreachable", message: /missing_database/ });
    });
  });
}

describe("across versions", { skip: servers[1]?.skip ?? false }, () => {
  test("the schema reads the same on 15 and 18, and a backup of 15 loads into 18", async () => {
    const folders = await Promise.all([makeFolder("open"), makeFolder("open")]);
    const [oldFolder = "", newFolder = ""] = folders;
    const base = { log: silentLog, settings: fastSettings };
    const old = await startEmbedded({ ...base, dataDir: oldFolder, binDir: oldBin ?? "" });
    const opened = await openDatabase({ ...base, dataDir: newFolder, migrate: false });
    try {
      await rows(old.connection("postgres"), "create database parley");
      const from = await openDatabase({ databaseUrl: url(old, "parley"), dataDir: oldFolder, log: silentLog, migrate: true });
      const id = "018f0000-0000-7000-8000-000000000001";
      await rows(
        from.admin,
        `insert into tenants (tenant_id, name, kind, created_at, updated_at) values ('${id}', 'Über', 'business', now(), now())`,
      );
      await backup(from.admin, `${oldFolder}/parley.backup`);
      await restore(opened.admin, `${oldFolder}/parley.backup`, { log: silentLog });
      assert.deepEqual(await rows(opened.admin, "select name from tenants"), [{ name: "Über" }]);
      assert.equal(await withClient(opened.admin, dumpSchema), await withClient(from.admin, dumpSchema));
    } finally {
      await opened.close();
      await old.stop();
      await Promise.all(folders.map(removeFolder));
    }
  });
});

describe("embedded", () => {
  test("openDatabase works while the server that ran the cluster is being killed", async () => {
    const folder = await makeFolder("open");
    try {
      for (let round = 0; round < 5; round += 1) {
        const host = startHost(folder);
        await host.next();
        host.child.kill("SIGKILL");
        const opened = await openDatabase({ dataDir: folder, log: silentLog, migrate: round === 0, settings: fastSettings });
        assert.deepEqual(await rows(opened.app, "select current_database() as name"), [{ name: "parley" }]);
        await opened.close();
        await endHost(host, "SIGKILL");
      }
    } finally {
      await removeFolder(folder);
    }
  });

  test("openDatabase makes the database, its roles and schema, and finds them again", async () => {
    const folder = await makeFolder("open");
    try {
      const options = { dataDir: folder, log: silentLog, migrate: true, settings: fastSettings };
      const first = await openDatabase(options);
      const beside = await openDatabase(options);
      assert.equal(beside.embedded?.attached, true);
      await beside.close();
      assert.deepEqual(await rows(first.app, "select current_database() as name"), [{ name: "parley" }]);
      await first.close();
      const again = await openDatabase(options);
      assert.deepEqual(again.app, first.app);
      await again.close();
    } finally {
      await removeFolder(folder);
    }
  });
});

test("what a URL says about TLS and the session reaches every role", () => {
  const parsed = parseDatabaseUrl("postgres://u:p%40ss@db.example:6432/parley?sslmode=verify-full&options=-c%20jit%3Doff");
  assert.deepEqual(parsed, {
    host: "db.example",
    port: 6432,
    user: "u",
    password: "p@ss",
    database: "parley",
    ssl: {},
    options: "-c jit=off",
  });
  assert.deepEqual(parseDatabaseUrl("postgres://u@db.example/parley?sslmode=no-verify").ssl, { rejectUnauthorized: false });
  assert.throws(() => parseDatabaseUrl("postgres://u@h/x?sslrootcert=/missing/file", "DATABASE_APP_URL"), { message: /DATABASE_APP_URL/ });
});
