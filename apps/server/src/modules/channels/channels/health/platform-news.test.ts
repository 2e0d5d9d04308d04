import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ChannelStanding } from "@parley/connector-kit";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

const graded = fakePlatform("graded", {});
const connector = graded.connector as { -readonly [K in keyof typeof graded.connector]: (typeof graded.connector)[K] };
let t: TestApp;
before(async () => {
  t = await startTestApp({ connectors: [graded] });
});
after(async () => {
  await t.stop();
});

const standingOf = async (tenant: TestTenant, id: string) => {
  const { qualityRating, messagingLimit } = (await tenant.api.get(`/api/v1/channels/${id}`)).body;
  return [qualityRating, messagingLimit];
};
const channelEvents = async (tenant: TestTenant) =>
  (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data.map(({ data }: { data: any }) => [
    data.qualityRating,
    data.messagingLimit,
  ]);
const getChannel = async (tenant: TestTenant, id: string) => {
  const response = await tenant.api.get(`/api/v1/channels/${id}/health`);
  assert.equal(response.status, 200, response.text);
};

test("a limit or throughput reported by the platform is shown on the channel and in channel.updated", async () => {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  await t.drain();
  const value = { display_phone_number: "15550100100", event: "THROUGHPUT_UPGRADE", current_limit: "TIER_100K" };
  const posted = await t.simulator.postAccountEvent(`2${channel.externalId.slice(1)}`, "phone_number_quality_update", value);
  assert.equal(posted.status, 200);
  await t.drain();
  const shown = (await tenant.api.get(`/api/v1/channels/${channel.id}`)).body;
  assert.deepEqual([shown.messagingLimit, shown.messagesPerSecond], ["TIER_100K", 1000]);
  const event = (await tenant.api.get("/api/v1/events?type=channel.updated&limit=1")).body.data[0];
  assert.deepEqual([event.data.channelId, event.data.messagingLimit, event.data.messagesPerSecond], [channel.id, "TIER_100K", 1000]);
});

test("quality and limit are known once a channel has been connected by hand, without any callback", async () => {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  assert.deepEqual(await standingOf(tenant, channel.id), ["GREEN", "TIER_250"]);
  await t.drain();
  assert.deepEqual(await channelEvents(tenant), [["GREEN", "TIER_250"]]);
  // The operator vouches for the channel, so it connects without waiting; the platform is asked nevertheless.
  await tenant.api.delete(`/api/v1/channels/${channel.id}`);
  const account = { phoneNumberId: channel.externalId, businessAccountId: `2${channel.externalId.slice(1)}` };
  const config = { ...account, accessToken: `token-${channel.externalId}`, appSecret: "s", verifyToken: "v" };
  const vouched = await t.vouchedChannel(tenant, { kind: "chat_app", config });
  assert.deepEqual(await standingOf(tenant, vouched.id), [null, null]);
  await t.drain();
  assert.deepEqual(await standingOf(tenant, vouched.id), ["GREEN", "TIER_250"]);
});

test("quality and limit are known once a channel has been connected by signing in", async () => {
  const tenant = await t.tenant();
  const { externalId, id: before } = await t.channel(tenant);
  await tenant.api.delete(`/api/v1/channels/${before}`);
  const started = await tenant.api.post("/api/v1/channels/authorizations", { kind: "chat_app" });
  const code = t.simulator.signUp([`2${externalId.slice(1)}`]);
  const done = await tenant.api.post(`/api/v1/channels/authorizations/${started.body.id}/code`, { code });
  assert.equal(done.status, 200, done.text);
  await t.drain();
  const [id] = done.body.channelIds;
  assert.notEqual(id, before);
  assert.deepEqual(await standingOf(tenant, id), ["GREEN", "TIER_250"]);
  assert.deepEqual((await channelEvents(tenant)).at(-1), ["GREEN", "TIER_250"]);
});

test("the result of a health check is stored immediately and reported once; a check that fails changes nothing", async () => {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  await getChannel(tenant, channel.id);
  assert.deepEqual(await standingOf(tenant, channel.id), ["GREEN", "TIER_250"]);
  const events = await channelEvents(tenant);
  assert.deepEqual(events.at(-1), ["GREEN", "TIER_250"]);
  t.clock.advance(60_000);
  await Promise.all([getChannel(tenant, channel.id), getChannel(tenant, channel.id)]);
  await t.drain();
  assert.deepEqual(await channelEvents(tenant), events);
  const value = { display_phone_number: "15550100100", event: "UPGRADE", current_limit: "TIER_2K" };
  await t.simulator.postAccountEvent(`2${channel.externalId.slice(1)}`, "phone_number_quality_update", value);
  await t.drain();
  assert.deepEqual(await standingOf(tenant, channel.id), ["GREEN", "TIER_2K"]);
  t.simulator.faults.nextManagement({ kind: "token_dead" });
  await getChannel(tenant, channel.id);
  assert.deepEqual(await standingOf(tenant, channel.id), ["GREEN", "TIER_2K"]);
  t.simulator.reset();
});

test("an answer from before a callback does not undo that callback; the next check counts again", async () => {
  const tenant = await t.tenant();
  const fake = await graded.channel(t, tenant);
  let standing: ChannelStanding = { qualityRating: "GREEN", messagingLimit: "TIER_250" };
  let during = async () => {};
  connector.checkHealth = async () => {
    const finding = { check: "quality", ok: true, message: "So it is.", standing };
    await during();
    return [finding];
  };
  during = async () => {
    t.clock.advance(1_000);
    await fake.sendEvent({ kind: "channel", messagingLimit: "TIER_2K", occurredAt: t.clock.now().toISOString() });
    await t.drain();
  };
  await getChannel(tenant, fake.id);
  assert.deepEqual(await standingOf(tenant, fake.id), [null, "TIER_2K"]);
  // A report that changes nothing is still newer.
  standing = { messagingLimit: "TIER_250" };
  await getChannel(tenant, fake.id);
  assert.deepEqual(await standingOf(tenant, fake.id), [null, "TIER_2K"]);
  during = async () => {};
  await getChannel(tenant, fake.id);
  assert.deepEqual(await standingOf(tenant, fake.id), [null, "TIER_250"]);
});
