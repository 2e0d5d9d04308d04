import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestApp } from "../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());

test("statements whose names differ only behind PostgreSQL's 63 characters are two", async () => {
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

test("the connection that has been open for longest is used first", async () => {
  const { worker } = t.app.database;
  const pid = async (seconds: number) =>
    (await worker<{ pid: number }>({ text: "select pg_backend_pid() as pid, pg_sleep($1)", values: [seconds] }))[0]?.pid;
  const oldest = await pid(0);
  for (let i = 0; i < 5; i++) {
    // The others end later, and would be next by the pool's own order.
    const pids = await Promise.all([pid(0), pid(0.02), pid(0.03)]);
    assert.equal(new Set(pids).size, 3);
    assert.ok(pids.includes(oldest));
    assert.equal(await pid(0), oldest);
  }
});
