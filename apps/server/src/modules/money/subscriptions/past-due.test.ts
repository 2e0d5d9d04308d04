import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Organization, startBilling } from "../../../../test/billing.ts";

const { t, gateway, platform, organization, credit, balance, subscription } = await startBilling();
const hour = 3_600_000;
const day = 24 * hour;
const later = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();

async function patch(a: Organization, body: object): Promise<void> {
  const response = await platform.api.patch(`/api/v1/admin/subscriptions/${(await subscription(a)).id}`, body);
  assert.equal(response.status, 200, response.text);
}
const requests = async (a: Organization) => (await a.api.get("/api/v1/billing/payment-requests")).body.data;

/** With a bill of 30 that its balance of 0 does not cover. */
async function pastDue(): Promise<Organization> {
  const a = await organization();
  await patch(a, { billingAmount: 30, nextBilling: later(day) });
  t.clock.advance(day);
  await t.drain();
  assert.equal((await subscription(a)).status, "past_due");
  return a;
}

describe("an unpaid bill", () => {
  it("that the platform postpones is charged when it is due, not when credit arrives", async () => {
    const a = await pastDue();
    await patch(a, { nextBilling: later(30 * day) });
    await credit(a, 100);
    await t.drain();
    t.clock.advance(2 * day);
    await t.drain();
    assert.equal(await balance(a), 100);
    t.clock.advance(28 * day);
    await t.drain();
    assert.deepEqual([await balance(a), (await subscription(a)).status], [70, "active"]);
  });

  it("has a payable invoice again as soon as one has expired", async () => {
    const a = await pastDue();
    const [first] = await requests(a);
    const [invoice] = gateway.invoicesOf(first.id);
    t.clock.advance(25 * hour);
    await t.drain();
    await gateway.expire(invoice?.id ?? "");
    await t.drain();
    const [second, ...others] = await requests(a);
    assert.deepEqual([second.status, others.map(({ status }: any) => status)], ["pending", ["expired"]]);
    const [payable] = gateway.invoicesOf(second.id);
    await gateway.pay(payable?.id ?? "");
    await t.drain();
    assert.equal((await subscription(a)).status, "active");
  });

  it("has a payable invoice again if the gateway never tells that one has expired", async () => {
    const a = await pastDue();
    const [first] = await requests(a);
    for (let hours = 0; hours < 26; hours++) {
      if (hours === 24) await gateway.expire(gateway.invoicesOf(first.id)[0]?.id ?? "", { silent: true });
      t.clock.advance(hour);
      await t.drain();
    }
    assert.deepEqual(
      (await requests(a)).map(({ status }: any) => status),
      ["pending", "expired"],
    );
  });

  it("whose invoice the gateway refuses waits for the daily retry, and does not ask again at once", async () => {
    gateway.fault({ kind: "error", status: 400, code: "API_VALIDATION_ERROR", message: "The amount is too small" });
    const a = await pastDue();
    await t.drain();
    assert.deepEqual(
      (await requests(a)).map(({ status }: any) => status),
      ["failed"],
    );
    t.clock.advance(day);
    await t.drain();
    assert.deepEqual(
      (await requests(a)).map(({ status }: any) => status),
      ["pending", "failed"],
    );
  });
});
