import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import type { TestTenant } from "../../../../test/harness.ts";
import { entriesOf, ledger, t, withCredit, write } from "../../../../test/stages/ledger-stage.ts";

const inAnHour = () => new Date(t.clock.now().getTime() + 3_600_000);

const balanceOf = async (tenant: TestTenant) => (await tenant.api.get("/api/v1/billing/balance")).body;

describe("the ledger", () => {
  it("applies a reference once: a repetition returns the same entry, another amount is refused", async () => {
    const tenant = await withCredit(0);
    const first = await write(tenant, (ctx) => ledger.topUp(ctx, { amount: 10, reference: "r", reason: "first" }));
    const again = await write(tenant, (ctx) => ledger.topUp(ctx, { amount: "10.000000", reference: "r", reason: "second" }));
    assert.equal(again.id, first.id);
    assert.equal(again.reason, "first");
    await assert.rejects(
      write(tenant, (ctx) => ledger.topUp(ctx, { amount: 11, reference: "r" })),
      { code: "conflict" },
    );
    assert.equal((await balanceOf(tenant)).balance, 10);
    const charge = () => write(tenant, (ctx) => ledger.charge(ctx, { amount: 4, reference: "r" }));
    assert.equal((await charge()).id, (await charge()).id);
    assert.equal((await balanceOf(tenant)).balance, 6);
  });

  it("is a file in its own order, also if an entry waited for the balance longer than a later request", async () => {
    const tenant = await withCredit(10);
    const charge = (reference: string, waitedMs: number) =>
      write(tenant, (ctx) => ledger.charge({ ...ctx, now: new Date(ctx.now.getTime() - waitedMs) }, { amount: 1, reference }));
    await charge("first", 0);
    await charge("second", 2_000);
    await charge("third", 1_000);
    const file = await tenant.api.get("/api/v1/billing/transactions.csv?from=2020-01-01");
    const [head, ...lines] = file.text
      .trim()
      .split(/\r?\n/)
      .map((one) => one.split(","));
    const column = (name: string) => lines.map((line) => line[head?.indexOf(name) ?? -1]);
    assert.deepEqual(column("reference").slice(1), ["first", "second", "third"]);
    assert.deepEqual(column("balanceAfter").map(Number), [10, 9, 8, 7]);
  });

  it("never goes below zero, unless the tenant is allowed to", async () => {
    const tenant = await withCredit(5);
    const charge = (reference: string) => write(tenant, (ctx) => ledger.charge(ctx, { amount: 5.000001, reference }));
    await assert.rejects(charge("a"), { code: "insufficient_credits" });
    await assert.rejects(
      write(tenant, (ctx) => ledger.reserve(ctx, { amount: 6, reference: "b", expiresAt: inAnHour() })),
      { code: "insufficient_credits" },
    );
    assert.equal((await entriesOf(tenant)).length, 1);
    await write(tenant, (ctx) => ledger.setAllowNegative(ctx, true));
    await charge("a");
    assert.equal((await balanceOf(tenant)).balance, -0.000001);
    await assert.rejects(
      write(tenant, (ctx) => ledger.setAllowNegative(ctx, false)),
      { code: "conflict" },
    );
    await write(tenant, (ctx) => ledger.refund(ctx, { amount: 1, reference: "a" }));
    await write(tenant, (ctx) => ledger.setAllowNegative(ctx, false));
    assert.deepEqual([(await balanceOf(tenant)).balance, (await balanceOf(tenant)).allowNegativeBalance], [0.999999, false]);
  });

  it("reserves the worst case and settles the actual cost, once", async () => {
    const tenant = await withCredit(10);
    const reserve = () =>
      write(tenant, (ctx) => ledger.reserve(ctx, { amount: 8, reference: "job", reason: "answer", expiresAt: inAnHour() }));
    const held = await reserve();
    assert.equal(held.status, "held");
    const { balance, reserved } = await balanceOf(tenant);
    assert.deepEqual([balance, reserved], [2, 8]);
    assert.equal((await reserve()).entry.id, held.entry.id);

    const price = { modelName: "large", costPerRequest: "0.25", requests: 12, unit: "answer" } as const;
    const settle = (amount: number) => write(tenant, (ctx) => ledger.settle(ctx, { amount, reference: "job", price }));
    await assert.rejects(settle(8.01), RangeError);
    const used = await settle(3);
    assert.equal((await settle(3)).id, used.id);
    await assert.rejects(settle(2), { code: "conflict" });
    const after_ = await balanceOf(tenant);
    assert.deepEqual([after_.balance, after_.reserved], [7, 0]);
    const { data } = (await tenant.api.get("/api/v1/billing/transactions")).body;
    assert.deepEqual(
      data.map((x: any) => [x.type, x.amount, x.balanceAfter, x.price?.modelName ?? null]),
      [
        ["usage", -3, 7, "large"],
        ["release", 8, 10, null],
        ["reserve", -8, 2, null],
        ["top_up", 10, 10, null],
      ],
    );
    // A later release changes nothing.
    assert.equal(await write(tenant, (ctx) => ledger.release(ctx, { reference: "job" })), "settled");
    const [month] = (await tenant.api.get("/api/v1/billing/usage")).body.data;
    assert.deepEqual([month.spend, month.aiRequests], [3, 12]);
  });

  it("releases a reservation if its work did not happen, and when it expires", async () => {
    const tenant = await withCredit(10);
    for (const reference of ["a", "b", "c"])
      await write(tenant, (ctx) => ledger.reserve(ctx, { amount: 3, reference, expiresAt: inAnHour() }));
    const release = () => write(tenant, (ctx) => ledger.release(ctx, { reference: "a", reason: "refused" }));
    assert.deepEqual([await release(), await release()], ["released", "released"]);
    await assert.rejects(
      write(tenant, (ctx) => ledger.settle(ctx, { amount: 1, reference: "a" })),
      { code: "conflict" },
    );
    await assert.rejects(
      write(tenant, (ctx) => ledger.settle(ctx, { amount: 1, reference: "nobody" })),
      { code: "not_found" },
    );
    assert.equal((await balanceOf(tenant)).balance, 4);
    // Not due yet.
    t.clock.advance(3_500_000);
    await t.drain();
    assert.equal((await balanceOf(tenant)).reserved, 6);
    t.clock.advance(100_000);
    await t.drain();
    await t.drain();
    const { balance, reserved } = await balanceOf(tenant);
    assert.deepEqual([balance, reserved], [10, 0]);
    // The work was done after all, so it is charged.
    await write(tenant, (ctx) => ledger.settle(ctx, { amount: 2, reference: "b" }));
    await write(tenant, (ctx) => ledger.settle(ctx, { amount: 2, reference: "b" }));
    assert.equal((await balanceOf(tenant)).balance, 8);
    assert.deepEqual(
      (await entriesOf(tenant)).filter((entry) => entry.reference === "b").map((entry) => entry.type),
      ["reserve", "release", "usage"],
    );
  });

  it("cannot be changed: no role may update or delete an entry", async () => {
    const tenant = await withCredit(1);
    for (const role of ["app", "worker"] as const) {
      await withClient(t.database[role], async (client) => {
        for (const sql of ["update ledger_entries set amount = 2", "delete from ledger_entries", "truncate ledger_entries"]) {
          await client.query("begin");
          await client.query(`set local app.tenant_id = '${tenant.id}'`);
          await assert.rejects(client.query(sql), { code: "42501" }, `${role}: ${sql}`);
          await client.query("rollback");
        }
      });
    }
  });

  it("is summed by model for a month, without other months and without what has no price", async () => {
    const tenant = await withCredit(20);
    const ask = (reference: string, modelName: string, amount: number, requests = 1) =>
      write(tenant, (ctx) =>
        ledger.charge(ctx, { amount, reference, price: { modelName, costPerRequest: amount / requests, requests, unit: "answer" } }),
      );
    await ask("a", "large-chat", 3, 2);
    await ask("b", "large-chat", 1.5);
    await ask("c", "small-chat", 0.25);
    await write(tenant, (ctx) => ledger.charge(ctx, { amount: 5, reference: "subscription" }));
    const of = async (query = "") => (await tenant.api.get(`/api/v1/billing/usage/models${query}`)).body;
    const month = t.clock.now().toISOString().slice(0, 7);
    assert.deepEqual(await of(), {
      month,
      currency: (await balanceOf(tenant)).currency,
      models: [
        { modelName: "large-chat", requests: 3, spend: 4.5, owed: 0 },
        { modelName: "small-chat", requests: 1, spend: 0.25, owed: 0 },
      ],
    });
    assert.deepEqual((await of(`?month=${month}`)).models, (await of()).models);
    assert.deepEqual((await of("?month=2025-01")).models, []);
    const refused = await tenant.api.get("/api/v1/billing/usage/models?month=2026-13");
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, "month"]);
    const other = await withCredit(0);
    assert.deepEqual((await other.api.get("/api/v1/billing/usage/models")).body.models, []);
  });

  it("is separate for each tenant", async () => {
    const [a, b] = [await withCredit(1), await withCredit(2)];
    await Promise.all([a, b].map((tenant) => write(tenant, (ctx) => ledger.charge(ctx, { amount: 1, reference: "the same" }))));
    assert.deepEqual([(await balanceOf(a)).balance, (await balanceOf(b)).balance], [0, 1]);
  });
});
