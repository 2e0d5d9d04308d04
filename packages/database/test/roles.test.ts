/** Roles on the embedded PostgreSQL; roles.full.test.ts covers the oldest version, and databases that are reopened or killed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDatabaseUrl } from "../src/index.ts";
import { rolesOn, servers } from "./roles.ts";

rolesOn(servers[0]);

test("the TLS and session settings of a URL reach every role", () => {
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
