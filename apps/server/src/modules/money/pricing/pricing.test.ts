import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { startBilling } from "../../../../test/billing.ts";
import { unknownId } from "../../../../test/harness.ts";

const { t, platform, organization, credit } = await startBilling();
const path = "/api/v1/admin/billing/pricing";
const model = () => `model-${randomBytes(4).toString("hex")}`;
const make = async (fields: object = {}) => {
  const made = await platform.api.post(path, { modelName: model(), costPerRequest: 0.0125, ...fields });
  assert.equal(made.status, 200, made.text);
  return made.body;
};

describe("the price list", () => {
  it("is shared: every platform can write it, everybody can read it", async () => {
    const price = await make({ description: "Per answer" });
    assert.deepEqual([price.costPerRequest, price.description, price.isActive, price.currency], [0.0125, "Per answer", true, "USD"]);
    const other = await t.tenant({ kind: "platform" });
    const changed = await other.api.put(`${path}/${price.id}`, { costPerRequest: 0, isActive: false });
    assert.deepEqual(
      [changed.status, changed.body.costPerRequest, changed.body.description, changed.body.isActive],
      [200, 0, "Per answer", false],
    );
    const a = await organization();
    const named = async (where: string) =>
      (await a.api.get(`${where}?limit=100`)).body.data.find((p: any) => p.id === price.id)?.modelName ?? null;
    assert.equal(await named(path), price.modelName);
    assert.equal(await named("/api/v1/billing/pricing"), null);
    await platform.api.put(`${path}/${price.id}`, { costPerRequest: 1, isActive: true });
    assert.equal(await named("/api/v1/billing/pricing"), price.modelName);
  });

  it("has one price per model, whoever sets it", async () => {
    const { modelName } = await make();
    const other = await t.tenant({ kind: "platform" });
    for (const { api } of [platform, other]) {
      const twice = await api.post(path, { modelName: ` ${modelName} `, costPerRequest: 1 });
      assert.deepEqual([twice.status, twice.body.error.code], [409, "already_exists"]);
    }
    const racing = model();
    const responses = await Promise.all(
      [platform, other, platform].map(({ api }) => api.post(path, { modelName: racing, costPerRequest: 1 })),
    );
    assert.deepEqual(responses.map((response) => response.status).sort(), [200, 409, 409]);
  });

  it("is changed only by the platform, and unknown ids are not found", async () => {
    const price = await make();
    const a = await organization();
    const refused = [
      await a.api.post(path, { modelName: model(), costPerRequest: 1 }),
      await a.api.put(`${path}/${price.id}`, { costPerRequest: 0 }),
      await a.api.delete(`${path}/${price.id}`),
    ];
    for (const response of refused) assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"]);
    for (const id of [unknownId("prc"), "prc_x"]) {
      assert.equal((await platform.api.put(`${path}/${id}`, { costPerRequest: 1 })).status, 404);
      assert.equal((await platform.api.delete(`${path}/${id}`)).status, 404);
    }
    for (const costPerRequest of [-0.1, 1e9 + 1, 0.0000001, "1", null])
      assert.equal((await platform.api.post(path, { modelName: model(), costPerRequest })).status, 400, `${costPerRequest}`);
  });

  it("may lose a price that was charged: history keeps its name and cost", async () => {
    const price = await make({ costPerRequest: 0.5 });
    const a = await organization();
    await credit(a, 10);
    await t.app.database.withTenant(a.id, (tx) =>
      t.app.ledger.charge(
        { tx, now: t.clock.now(), actor: { kind: "system", id: "test" } },
        {
          amount: 1.5,
          reference: "turn",
          price: { modelName: price.modelName, costPerRequest: price.costPerRequest, requests: 3, unit: "answer" },
        },
      ),
    );
    const gone = await platform.api.delete(`${path}/${price.id}`);
    assert.deepEqual(gone.body, { id: price.id, deleted: true });
    assert.equal((await platform.api.delete(`${path}/${price.id}`)).status, 404);
    const [entry] = (await a.api.get("/api/v1/billing/transactions")).body.data;
    assert.deepEqual(entry.price, { modelName: price.modelName, costPerRequest: 0.5, requests: 3 });
    // The name is available again.
    await make({ modelName: price.modelName });
  });

  it("is listed in pages", async () => {
    for (let i = 0; i < 3; i++) await make();
    const first = (await platform.api.get(`${path}?limit=2`)).body;
    const second = (await platform.api.get(`${path}?limit=2&cursor=${first.pageInfo.nextCursor}`)).body;
    const ids = [...first.data, ...second.data].map((p: any) => p.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length >= 3);
  });
});
