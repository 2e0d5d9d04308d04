import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../../../test/harness.ts";

let t: TestApp;
before(async () => {
  t = await startTestApp();
});
after(async () => {
  await t.stop();
});

test("a tier or a throughput that the platform tells shows on the channel and in channel.updated", async () => {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  const value = { display_phone_number: "15550100100", event: "THROUGHPUT_UPGRADE", current_limit: "TIER_100K" };
  const told = await t.simulator.postAccountEvent(`2${channel.externalId.slice(1)}`, "phone_number_quality_update", value);
  assert.equal(told.status, 200);
  await t.drain();
  const shown = (await tenant.api.get(`/api/v1/channels/${channel.id}`)).body;
  assert.deepEqual([shown.messagingLimit, shown.messagesPerSecond], ["TIER_100K", 1000]);
  const event = (await tenant.api.get("/api/v1/events?type=channel.updated&limit=1")).body.data[0];
  assert.deepEqual([event.data.channelId, event.data.messagingLimit, event.data.messagesPerSecond], [channel.id, "TIER_100K", 1000]);
});
