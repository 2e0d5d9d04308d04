/** Roles on the PostgreSQL that is embedded; roles.full.test.ts takes the oldest one, and servers that are killed. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openDatabase, parseDatabaseUrl, silentLog } from "../src/index.ts";
import { rolesOn, rows, servers } from "./roles.ts";
import { fastSettings, makeFolder, removeFolder } from "./support.ts";

rolesOn(servers[0]);

describe("embedded", () => {
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
