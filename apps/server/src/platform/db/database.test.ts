import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import type { ClientConfig } from "pg";
import { startTestApp } from "../../../test/harness.ts";
import { createLog } from "../log/log.ts";
import { createDatabase } from "./database.ts";

const t = await startTestApp();
after(() => t.stop());

test("statements whose names differ only after PostgreSQL's 63 characters are distinct", async () => {
  const tenant = await t.tenant();
  const name = "a".repeat(70);
  const asked = async () => [
    await t.app.database.withTenant(tenant.id, async (tx) => [
      await tx.query({ name: `${name}_one`, text: "select 1 as n, $1::uuid as tenant_id", values: [tx.tenantId] }),
      await tx.query({ name: `${name}_two`, text: "select 2 as n, $1::uuid as tenant_id", values: [tx.tenantId] }),
    ]),
    await t.app.database.workerTransaction(async (query) => [
      await query({ name: `${name}_one`, text: "select 3 as n" }),
      await query({ name: `${name}_two`, text: "select 4 as n" }),
    ]),
    [
      await t.app.database.worker({ name: `${name}_w`, text: "select 5 as n" }),
      await t.app.database.worker({ name: `${name}_x`, text: "select 6 as n" }),
    ],
  ];
  for (let i = 0; i < 2; i++)
    assert.deepEqual(
      (await asked()).flat(2).map((row: any) => row.n),
      [1, 2, 3, 4, 5, 6],
    );
});

test("the connection that has been open longest is used first", async () => {
  const { worker } = t.app.database;
  const pid = async (seconds: number) =>
    (await worker<{ pid: number }>({ text: "select pg_backend_pid() as pid, pg_sleep($1)", values: [seconds] }))[0]?.pid;
  const oldest = await pid(0);
  for (let i = 0; i < 5; i++) {
    // The others finish later, so the pool's own order would pick one of them.
    const pids = await Promise.all([pid(0.02), pid(0.04), pid(0.05)]);
    assert.equal(new Set(pids).size, 3);
    assert.ok(pids.includes(oldest));
    assert.equal(await pid(0), oldest);
  }
});

test("a failed statement does not cost its connection", async () => {
  const { worker } = t.app.database;
  const pid = async () => (await worker<{ pid: number }>({ text: "select pg_backend_pid() as pid" }))[0]?.pid;
  const before = await pid();
  await assert.rejects(worker({ text: "select 1 / 0" }), /division by zero/);
  assert.equal(await pid(), before);
});

test("a statement that a migration has invalidated costs its connection, on which it would fail for ever", async () => {
  const { worker } = t.app.database;
  const pid = async () => (await worker<{ pid: number }>({ text: "select pg_backend_pid() as pid" }))[0]?.pid;
  const before = await pid();
  await worker({ text: "create temp table changed (a integer)" });
  const read = { name: "changed_read", text: "select * from changed", values: [] };
  await worker(read);
  await worker({ text: "alter table changed add b integer" });
  await assert.rejects(worker(read), /cached plan must not change result type/);
  assert.notEqual(await pid(), before);
});

/** Forwards the login and drops everything else that a connection requests. */
async function startForgetfulPooler(to: { host?: string | undefined; port?: number | undefined }) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ path: `${to.host}/.s.PGSQL.${to.port}` });
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => undefined));
    client.once("data", (startup) => {
      const words = startup.subarray(8).toString().split("\0");
      const said = ["user", "database"].flatMap((name) => [name, words[words.indexOf(name) + 1] ?? ""]);
      const body = Buffer.from(`${said.join("\0")}\0\0`);
      const head = Buffer.alloc(8);
      head.writeInt32BE(body.length + 8);
      startup.copy(head, 4, 4, 8);
      upstream.write(Buffer.concat([head, body]));
      client.pipe(upstream);
    });
    upstream.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test("limits and planner settings apply through a pooler that drops a connection's startup parameters", async () => {
  const pooler = await startForgetfulPooler(t.database.app);
  const through = (config: ClientConfig) => ({ ...config, host: "127.0.0.1", port: pooler.port });
  const database = createDatabase({
    app: through(t.database.app),
    worker: through(t.database.worker),
    connections: 1,
    log: createLog("silent"),
  });
  try {
    const settings = await database.worker<{ name: string; setting: string }>({
      text: `select name, setting from pg_settings where name in ('enable_seqscan', 'jit', 'lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by 1`,
    });
    assert.deepEqual(Object.fromEntries(settings.map(({ name, setting }) => [name, setting])), {
      enable_seqscan: "off",
      idle_in_transaction_session_timeout: "10000",
      jit: "off",
      lock_timeout: "2000",
      statement_timeout: "20000",
    });
  } finally {
    await database.close();
    pooler.close();
  }
});
