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
