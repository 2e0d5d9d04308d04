import assert from "node:assert/strict";
import { it } from "node:test";
import { type Organization, startBilling } from "../../../../test/billing.ts";

const { t, platform, organization, credit, balance, subscription } = await startBilling();
const day = 86_400_000;
const later = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();

async function patch(a: Organization, body: object): Promise<void> {
  const response = await platform.api.patch(`/api/v1/admin/subscriptions/${(await subscription(a)).id}`, body);
  assert.equal(response.status, 200, response.text);
}

/** With a bill of 30 that its balance of 0 does not cover. */
async function pastDue(): Promise<Organization> {
  const a = await organization();
  await patch(a, { billingAmount: 30, nextBilling: later(day) });
  t.clock.advance(day);
  await t.drain();
  assert.equal((await subscription(a)).status, "past_due");
  return a;
}

it("an unpaid bill that the platform postpones is charged when it is due, not when credit arrives", async () => {
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
