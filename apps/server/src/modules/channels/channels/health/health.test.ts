import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

interface Finding {
  check: string;
  ok: boolean;
  message: string;
  remedy: string | null;
  values: Record<string, string | number>;
}

describe("a channel's health", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: { id: string; externalId: string };
  before(async () => {
    t = await startTestApp();
  });
  after(async () => {
    await t.stop();
  });

  async function fresh(): Promise<void> {
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  }

  async function readHealth(): Promise<{
    healthy: boolean;
    status: string;
    pace: Record<string, unknown>;
    wrong: string[];
    find(check: string): Finding;
  }> {
    const response = await tenant.api.get(`/api/v1/channels/${channel.id}/health`);
    assert.equal(response.status, 200, response.text);
    const findings = response.body.findings as Finding[];
    for (const finding of findings) assert.equal(finding.ok, finding.remedy === null, `${finding.check}: what is wrong has a remedy`);
    return {
      healthy: response.body.healthy,
      status: response.body.status,
      pace: response.body.pace,
      wrong: findings.filter((finding) => !finding.ok).map((finding) => finding.check),
      find(check) {
        const found = findings.find((finding) => finding.check === check);
        assert.ok(found !== undefined, `${check} in ${response.text}`);
        return found;
      },
    };
  }

  const url = (path: string) => `${t.simulator.url}/v25.0/${path}`;
  const asOwner = () => ({ authorization: `Bearer token-${channel.externalId}` });

  it("has no problems on a working channel, and shows when the channel last had traffic", async () => {
    await fresh();
    const silent = await readHealth();
    assert.deepEqual(silent.wrong, ["callbacks"]);
    assert.match(silent.find("callbacks").message, /never called back/);
    await t.simulator.customer("447700900123").sendText(channel.externalId, "Hello");
    await t.settle();
    t.clock.advance(5 * 60_000);
    const health = await readHealth();
    assert.deepEqual([health.healthy, health.wrong, health.status], [true, [], "Connected"]);
    assert.deepEqual(health.pace, { messagesPerSecond: 80, messagesPerSecondNow: 80, pausedUntil: null });
    assert.match(health.find("callbacks").message, /5 minutes ago/);
    assert.match(health.find("inbound").message, /5 minutes ago/);
    const fiveMinutesAgo = new Date(t.clock.now().getTime() - 5 * 60_000).toISOString();
    assert.equal(health.find("inbound").values["at"], fiveMinutesAgo);
    assert.deepEqual([health.find("queue").values, health.find("token").values], [{ waiting: 0 }, {}]);
    assert.deepEqual(health.find("messaging_limit").values, { limit: "TIER_250" });
    assert.match(health.find("number").message, /Simulated Business 15550100100/);
    assert.match(health.find("subscription").message, /Parley/);
    assert.match(health.find("messaging_limit").message, /TIER_250/);
    for (const check of ["token", "account", "quality", "templates", "queue", "throttling"]) assert.equal(health.find(check).ok, true);
  });

  it("explains an invalid token, an unavailable platform, a missing subscription and an unregistered number, with the remedy", async () => {
    await fresh();
    t.simulator.faults.nextManagement({ kind: "token_dead" });
    const dead = await readHealth();
    assert.deepEqual(dead.wrong, ["callbacks", "token"]);
    assert.match(dead.find("token").message, /190/);
    assert.match(String(dead.find("token").remedy), /Reconnect the channel/);
    t.simulator.reset();

    t.simulator.faults.nextManagement({ kind: "cut_before_accept" });
    const away = await readHealth();
    assert.deepEqual(away.wrong, ["callbacks", "platform"]);
    assert.match(String(away.find("platform").remedy), /a few minutes/);

    const account = `2${channel.externalId.slice(1)}`;
    await fetch(url(`${account}/subscribed_apps`), { method: "DELETE", headers: asOwner() });
    assert.match((await readHealth()).find("subscription").message, /No app is subscribed/);

    t.simulator.registerNumber({
      phoneNumberId: channel.externalId,
      businessAccountId: account,
      accessToken: `token-${channel.externalId}`,
      displayPhoneNumber: "15550100100",
      registered: false,
    });
    const health = await readHealth();
    assert.match(health.find("number").message, /not registered/);
    assert.deepEqual(health.wrong, ["callbacks", "number", "subscription"]);
  });

  it("finds a wrong business account, and a missing permission", async () => {
    await fresh();
    await tenant.api.patch(`/api/v1/channels/${channel.id}`, { config: { businessAccountId: "999" } });
    const wrong = await readHealth();
    assert.deepEqual(wrong.wrong, ["callbacks", "account", "subscription", "templates"]);
    assert.match(String(wrong.find("account").remedy), /business account ID/);
  });

  it("includes the status, a stuck queue and the platform's throttling", async () => {
    await fresh();
    await tenant.api.patch(`/api/v1/channels/${channel.id}`, { status: "Connected" });
    t.simulator.faults.next({ kind: "error", code: 130429, retryAfterSeconds: 1_200 });
    const content = { name: "hello", language: "en" };
    await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900555", type: "template", content });
    await t.drain();
    const throttled = await readHealth();
    assert.match(throttled.find("throttling").message, /asked for a pause until/);
    assert.match(throttled.find("queue").message, /1 message/);
    const pausedUntil = new Date(t.clock.now().getTime() + 1_200_000).toISOString();
    assert.deepEqual(throttled.pace, { messagesPerSecond: 80, messagesPerSecondNow: 40, pausedUntil });
    t.clock.advance(1_210_000);
    assert.deepEqual((await readHealth()).pace, { messagesPerSecond: 80, messagesPerSecondNow: 48, pausedUntil: null });
    t.clock.advance(-1_210_000);
    await tenant.api.patch(`/api/v1/channels/${channel.id}`, { status: "Disconnected" });
    t.clock.advance(30 * 60_000);
    const off = await readHealth();
    assert.match(off.find("status").message, /Disconnected.*still received/);
    assert.equal(off.find("queue").ok, false);
    assert.match(off.find("queue").message, /10 minutes|9 minutes/);
  });
});
