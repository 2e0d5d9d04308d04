import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { providerFailure } from "@parley/connector-kit";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { away, dead, type RotatingPlatform, rotatingPlatform } from "../../../../../test/fakes/rotating-platform.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const own = { appId: "own-app", appSecret: "own-secret" };

describe("the lifetime of credentials", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let platform: RotatingPlatform;
  let rooms = 0;
  const acting = fakePlatform("acting", { abilities: { quote: [], typing: true, markRead: true } });
  before(async () => {
    let now = () => Date.now();
    platform = rotatingPlatform(() => now());
    const unused = async () => {
      throw new Error("nothing is called over HTTP");
    };
    const installed = {
      connector: platform.connector,
      http: { request: unused, download: unused },
      sharedSecret: "shared-secret",
      sharedVerifyToken: undefined,
      app: { id: "shared-app", secret: "shared-secret" },
    };
    t = await startTestApp({ connectors: [installed, acting] });
    now = () => t.clock.now().getTime();
  });
  after(async () => {
    await t.stop();
  });
  beforeEach(async () => {
    Object.assign(platform, { access: "access-0", refresh: "refresh-0", failure: undefined, renewableUntil: undefined });
    platform.refreshes.length = 0;
    platform.sends.length = 0;
    platform.issuedBy = "own-app";
    if (tenant !== undefined)
      for (const { id } of (await tenant.api.get("/api/v1/channels?limit=100")).body.data)
        await tenant.api.delete(`/api/v1/channels/${id}`);
    tenant = await t.tenant();
  });

  const channel = async (id: string) => (await tenant.api.get(`/api/v1/channels/${id}`)).body;
  const patch = (id: string, config: object) => tenant.api.patch(`/api/v1/channels/${id}`, { config });
  const notices = async () =>
    (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data
      .map((e: { data: { notice: string | null } }) => e.data.notice)
      .filter((notice: string | null) => notice !== null);
  const finding = async (id: string, check: string) =>
    (await tenant.api.get(`/api/v1/channels/${id}/health`)).body.findings.find((f: { check: string }) => f.check === check);

  async function finishSignIn(started: { status: number; text: string; body: any }, room: string): Promise<string> {
    assert.equal(started.status, 200, started.text);
    const state = new URL(started.body.authorizeUrl).searchParams.get("state");
    const back = `${t.url}/connect/rotating/callback/?state=${state}&code=${encodeURIComponent(room)}`;
    return (await fetch(back, { method: "POST", body: new URLSearchParams() })).text();
  }
  async function signIn(config: object | undefined, room = `room-${++rooms}`): Promise<string> {
    const started = await tenant.api.post("/api/v1/channels/authorizations", { kind: "rotating", config });
    assert.match(await finishSignIn(started, room), /is connected/);
    return (await tenant.api.get(`/api/v1/channels/authorizations/${started.body.id}`)).body.channelIds[0];
  }
  async function byHand(config: object, room = `room-${++rooms}`): Promise<string> {
    const tokens = { room, accessToken: platform.access, refreshToken: platform.refresh };
    const made = await tenant.api.post("/api/v1/channels", { kind: "rotating", name: "By hand", config: { ...tokens, ...config } });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  }
  const refreshedBy = async (afterMs = 12 * hourMs) => {
    t.clock.advance(afterMs);
    await t.drain();
    return platform.refreshes.map(({ app }) => app.id);
  };

  it("a channel with its own app that was connected through the installation's app is refreshed by the latter", async () => {
    const room = `room-${++rooms}`;
    const id = await byHand(own, room);
    assert.equal(await signIn(undefined, room), id);
    assert.deepEqual(await refreshedBy(), ["shared-app"]);
    assert.deepEqual(await refreshedBy(), ["shared-app", "shared-app"]);
    assert.equal((await channel(id)).status, "Connected");
    // The reconnect uses the same app.
    const again = await tenant.api.post(`/api/v1/channels/${id}/reconnect`, {});
    assert.match(again.body.authorizeUrl, /app=shared-app/);
  });

  it("an app named later does not refresh credentials that the installation's app issued", async () => {
    const id = await signIn(undefined);
    assert.equal((await patch(id, own)).status, 200);
    assert.deepEqual(await refreshedBy(), ["shared-app"]);
    assert.equal((await channel(id)).status, "Connected");
  });

  it("credentials issued by the tenant's own app are refreshed by no other, and say so when that app is removed", async () => {
    const id = await signIn(own);
    await patch(id, { appId: "other-app", appSecret: "other-secret" });
    assert.deepEqual(await refreshedBy(), []);
    const now = await channel(id);
    assert.equal(now.status, "NeedsReauth");
    assert.match(now.statusReason, /issued by a provider app whose settings the channel no longer has/);
    await patch(id, own);
    assert.deepEqual(await refreshedBy(), ["own-app"]);
    assert.equal((await channel(id)).status, "Connected");
  });

  it("credentials entered by hand are refreshed by the app named with them", async () => {
    platform.issuedBy = "own-app";
    const id = await byHand(own);
    assert.deepEqual(await refreshedBy(dayMs), ["own-app"]);
    platform.issuedBy = "other-app";
    await patch(id, { appId: "other-app", appSecret: "other-secret", accessToken: platform.access, refreshToken: platform.refresh });
    assert.deepEqual(await refreshedBy(dayMs), ["own-app", "other-app"]);
    assert.equal((await channel(id)).status, "Connected");
  });

  it("a code is exchanged by the app that requested it, or not at all", async () => {
    const id = await signIn(own);
    const started = await tenant.api.post(`/api/v1/channels/${id}/reconnect`, {});
    await patch(id, { appId: "other-app", appSecret: "other-secret" });
    const { externalId } = await channel(id);
    assert.match(await finishSignIn(started, externalId), /provider app has changed since this sign-in started/);
  });

  it("a refresh that keeps failing is reported once before the credentials expire, in an event and in the channel's health", async () => {
    const id = await signIn(undefined);
    t.clock.advance(12 * hourMs);
    for (let hour = 0; hour < 6; hour++) {
      assert.deepEqual(await notices(), [], `hour ${hour}`);
      platform.failure = away;
      await t.drain();
      t.clock.advance(hourMs);
    }
    platform.failure = away;
    await t.drain();
    const [notice, ...more] = await notices();
    assert.match(notice, /^The credentials expire on .* UTC and could not be refreshed yet \(Out for lunch\. \(http_503\)\)/);
    assert.deepEqual([more, (await channel(id)).status], [[], "Connected"]);
    assert.equal((await finding(id, "credentials")).ok, false);
    platform.failure = away;
    t.clock.advance(hourMs);
    await t.drain();
    assert.equal((await notices()).length, 1);
    // Once refreshed after all, the next expiry is many refreshes away.
    t.clock.advance(hourMs);
    await t.drain();
    assert.equal((await finding(id, "credentials")).ok, true);
    t.clock.advance(12 * hourMs);
    await t.drain();
    assert.equal((await notices()).length, 1);
  });

  it("the end of refreshing is announced a week ahead, once, although each refresh reports it again", async () => {
    const end = t.clock.now().getTime() + 9 * dayMs;
    platform.renewableUntil = new Date(end);
    const id = await signIn(undefined);
    assert.equal((await channel(id)).credentialsRenewableUntil, new Date(end).toISOString());
    for (let half = 0; half < 8; half++) {
      platform.renewableUntil = new Date(end - half * 1_000);
      t.clock.advance(12 * hourMs);
      await t.drain();
      assert.equal((await notices()).length, half < 3 ? 0 : 1, `after ${half + 1} half days`);
      assert.equal((await finding(id, "sign_in"))?.ok, half < 3 ? undefined : false);
    }
    assert.match((await notices())[0], /^The sign-in on the platform expires on .*\. Reconnect the channel before then\.$/);
    platform.renewableUntil = new Date(end + 365 * dayMs);
    const { externalId } = await channel(id);
    await signIn(undefined, externalId);
    assert.equal(await finding(id, "sign_in"), undefined);
  });

  /** A channel with a conversation; the test answers all of its calls except sends. */
  async function talking() {
    const fake = await acting.channel(t, tenant);
    await fake.write("ada");
    const url = `/api/v1/conversations/${(await tenant.api.get("/api/v1/conversations?limit=1")).body.data[0].id}`;
    const { connector } = acting as unknown as { connector: { act: unknown } };
    const refuse = async () => {
      throw providerFailure(dead);
    };
    return { fake, url, connector, act: connector.act, refuse };
  }

  it("a refusal of the credentials for typing or read marks requires a person, as for a send; refusals of older credentials do not", async () => {
    const { fake, url, connector, act, refuse } = await talking();
    connector.act = async () => {
      await patch(fake.id, { secret: "s3cret-2" });
      return refuse();
    };
    assert.equal((await tenant.api.post(`${url}/typing`)).status, 502);
    assert.equal((await channel(fake.id)).status, "Connected", "others were given while it was under way");
    connector.act = refuse;
    const refused = await tenant.api.post(`${url}/typing`);
    assert.deepEqual([refused.status, refused.body.error.code], [502, "provider_error"]);
    const now = await channel(fake.id);
    assert.deepEqual([now.status, /\(40105\): The token is dead/.test(now.statusReason)], ["NeedsReauth", true]);
    await patch(fake.id, { secret: "s3cret-3" });
    assert.equal((await channel(fake.id)).status, "Connected");
    const read = await tenant.api.post(`${url}/read`);
    assert.deepEqual([read.status, read.body.customerTold], [200, false]);
    assert.equal((await channel(fake.id)).status, "NeedsReauth");
    connector.act = act;
    // A channel switched off by a person stays off.
    await tenant.api.patch(`/api/v1/channels/${fake.id}`, { status: "Disconnected" });
    assert.equal((await channel(fake.id)).status, "Disconnected");
  });

  for (const [how, body] of [
    ["its status", { status: "Connected" }],
    ["another setting", { config: { messagesPerSecond: 7 } }],
  ] as const)
    it(`after a reconnect by ${how} with its existing credentials, a channel is stopped only by calls begun after it`, async () => {
      const { fake, url, connector, act, refuse } = await talking();
      const hasStarted = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      connector.act = async () => {
        hasStarted.resolve();
        await gate.promise;
        return refuse();
      };
      try {
        const late = tenant.api.post(`${url}/typing`);
        await hasStarted.promise;
        connector.act = refuse;
        assert.equal((await tenant.api.post(`${url}/typing`)).status, 502);
        assert.equal((await channel(fake.id)).status, "NeedsReauth");
        const again = await tenant.api.patch(`/api/v1/channels/${fake.id}`, body);
        assert.deepEqual([again.status, again.body.status, again.body.statusReason], [200, "Connected", null], again.text);
        gate.resolve();
        assert.equal((await late).status, 502);
        assert.equal((await channel(fake.id)).status, "Connected", "the call was begun before");
        assert.equal((await tenant.api.post(`${url}/typing`)).status, 502);
        assert.equal((await channel(fake.id)).status, "NeedsReauth");
      } finally {
        gate.resolve();
        connector.act = act;
      }
    });

  describe("calls refused because of the credentials, and the refresh that is to fix it", () => {
    const refusedForGood = { ...away, class: "permanent" as const, providerCode: "invalid_client", message: "No refresh for you." };
    const send = async (id: string) => {
      const response = await tenant.api.post("/api/v1/messages", { channelId: id, to: "somebody", type: "text", text: "Hello" });
      assert.equal(response.status, 200, response.text);
      return response.body.id as string;
    };
    const notifications = async () =>
      (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data.map((e: any) => e.data.status);

    it("refused for good, it asks a person once, and after new credentials the waiting messages are sent", async () => {
      const id = await byHand(own);
      await t.drain();
      platform.access = "ended-early";
      platform.failure = refusedForGood;
      const message = await send(id);
      await t.drain();
      const now = await channel(id);
      assert.deepEqual([now.status, platform.refreshes.length], ["NeedsReauth", 1], now.statusReason);
      assert.match(now.statusReason, /did not refresh them: No refresh for you\. \(invalid_client\)/);
      const sends = platform.sends.length;
      t.clock.advance(2 * hourMs);
      await t.drain();
      assert.deepEqual([platform.sends.length, platform.refreshes.length], [sends, 1], "nothing is asked again and again");
      assert.deepEqual((await notifications()).filter((status: string) => status === "NeedsReauth").length, 1);
      const patched = await patch(id, { accessToken: "ended-early" });
      assert.deepEqual([patched.body.status, patched.body.statusReason], ["Connected", null]);
      t.clock.advance(3_000);
      await t.drain();
      assert.equal((await tenant.api.get(`/api/v1/messages/${message}`)).body.status, "sent");
    });

    it("failing first and refused for good later, it asks a person then", async () => {
      const id = await byHand(own);
      platform.access = "ended-early";
      platform.failure = away;
      await send(id);
      await t.drain();
      const waiting = await channel(id);
      assert.equal(waiting.status, "Connected");
      assert.match(waiting.statusReason, /rejected the credentials \(40105\): The token is dead\. They are being refreshed\./);
      for (let again = 0; again < 3; again++) {
        t.clock.advance(3_000);
        await t.drain();
      }
      assert.equal(
        (await notifications()).filter((status: string) => status === "Connected").length,
        2,
        "told once, however many calls hear it",
      );
      platform.failure = refusedForGood;
      t.clock.advance(60_000);
      await t.drain();
      assert.deepEqual([(await channel(id)).status, platform.refreshes.length], ["NeedsReauth", 2]);
    });

    it("succeeding, it clears the reason", async () => {
      const id = await byHand(own);
      platform.access = "ended-early";
      const message = await send(id);
      await t.drain();
      t.clock.advance(3_000);
      await t.drain();
      assert.equal((await tenant.api.get(`/api/v1/messages/${message}`)).body.status, "sent");
      const now = await channel(id);
      assert.deepEqual([now.status, now.statusReason], ["Connected", null]);
    });

    it("new credentials given meanwhile clear the reason; if their own refresh is refused for good, nobody is asked", async () => {
      const id = await byHand(own);
      platform.access = "ended-early";
      platform.failure = away;
      await send(id);
      await t.drain();
      const patched = await patch(id, { accessToken: "ended-early" });
      assert.deepEqual([patched.body.status, patched.body.statusReason], ["Connected", null]);
      platform.failure = refusedForGood;
      t.clock.advance(dayMs);
      await t.drain();
      assert.deepEqual([(await channel(id)).status, platform.refreshes.length], ["Connected", 2], "no call was refused");
    });
  });

  it("template calls are covered too; a token that cannot be refreshed is announced a week before its expiry", async () => {
    const made = await t.channel(tenant);
    await t.drain();
    for (const call of [
      () => tenant.api.post(`/api/v1/channels/${made.id}/templates/sync`),
      () =>
        tenant.api.post(`/api/v1/channels/${made.id}/templates`, {
          name: "hello",
          language: "en",
          category: "UTILITY",
          components: [{ type: "BODY", text: "Hello" }],
        }),
    ]) {
      t.simulator.faults.nextManagement({ kind: "token_dead" });
      const refused = await call();
      assert.deepEqual([refused.status, refused.body.error.code], [502, "provider_error"], refused.text);
      assert.equal((await channel(made.id)).status, "NeedsReauth");
      t.simulator.reset();
      await patch(made.id, { accessToken: `token-${made.externalId}` });
      assert.equal((await channel(made.id)).status, "Connected");
    }

    const started = await tenant.api.post("/api/v1/channels/authorizations", { kind: "chat_app" });
    const url = `/api/v1/channels/authorizations/${started.body.id}/code`;
    const done = await tenant.api.post(url, { code: t.simulator.signUp([`2${made.externalId.slice(1)}`]) });
    assert.deepEqual(done.body.channelIds, [made.id], done.text);
    await t.drain();
    // A PIN is not a token: the known expiry of the token stays.
    await patch(made.id, { twoStepPin: "123456" });
    const before = (await notices()).length;
    t.clock.advance(53 * dayMs - hourMs);
    await t.drain();
    assert.equal((await notices()).length, before);
    t.clock.advance(hourMs);
    await t.drain();
    const notifications = await notices();
    assert.equal(notifications.length, before + 1);
    assert.match(notifications.at(-1), /this platform does not allow refreshing them\. Reconnect the channel before then/);
    assert.equal((await finding(made.id, "credentials")).ok, false);
  });
});
