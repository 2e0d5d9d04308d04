import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";
import { away, dead, type RotatingPlatform, rotatingPlatform } from "../../../../../test/fakes/rotating-platform.ts";
import { mayRefreshAgain, refreshDue, retryDue } from "./credentials.ts";

const hourMs = 3_600_000;
const at = (ms: number) => new Date(ms);

describe("when credentials are refreshed", () => {
  it("at half of their lifetime, immediately if they have expired, never if they do not expire", () => {
    assert.deepEqual(refreshDue(at(0), at(24 * hourMs)), at(12 * hourMs));
    assert.deepEqual(refreshDue(at(0), at(60 * 24 * hourMs)), at(30 * 24 * hourMs));
    assert.deepEqual(refreshDue(at(1_000), at(0)), at(1_000));
    assert.equal(refreshDue(at(0), null), null);
  });
  it("after a failure in 1, 2, 4 … minutes, at most an hour, never sooner than the platform asked", () => {
    assert.deepEqual(
      [1, 2, 3, 7, 20].map((n) => retryDue(at(0), n, undefined).getTime() / 60_000),
      [1, 2, 4, 60, 60],
    );
    assert.deepEqual(retryDue(at(0), 1, 2 * hourMs), at(2 * hourMs));
  });
  it("a refusal soon after a refresh does not cause another refresh", () => {
    assert.equal(mayRefreshAgain(at(0), null), true);
    assert.equal(mayRefreshAgain(at(600_000), at(0)), false);
    assert.equal(mayRefreshAgain(at(600_001), at(0)), true);
  });
});

describe("credentials that expire", () => {
  let t: TestApp;
  let second: TestApp;
  let tenant: TestTenant;
  let platform: RotatingPlatform;
  const unused = async () => {
    throw new Error("nothing is called over HTTP");
  };
  before(async () => {
    let now = () => Date.now();
    platform = rotatingPlatform(() => now());
    const installed = {
      connector: platform.connector,
      http: { request: unused, download: unused },
      sharedSecret: undefined,
      sharedVerifyToken: undefined,
      app: null,
    };
    t = await startTestApp({ connectors: [installed] });
    now = () => t.clock.now().getTime();
    second = await startTestApp({ sharing: t, connectors: [installed] });
  });
  after(async () => {
    await second.stop();
    await t.stop();
  });
  beforeEach(async () => {
    Object.assign(platform, { access: "access-0", refresh: "refresh-0", failure: undefined, during: undefined, duringSend: undefined });
    platform.refreshes.length = 0;
    platform.sends.length = 0;
    tenant = await t.tenant();
  });

  afterEach(async () => {
    for (const { id } of (await tenant.api.get("/api/v1/channels?limit=100")).body.data) await tenant.api.delete(`/api/v1/channels/${id}`);
  });

  const room = () => `room-${t.clock.now().getTime()}-${tenant.id}`;

  /** Through an authorisation with the tenant's own provider app. */
  async function authorised(): Promise<string> {
    const config = { appId: "own-app", appSecret: "own-secret" };
    const started = await tenant.api.post("/api/v1/channels/authorizations", { kind: "rotating", config });
    assert.equal(started.status, 200, started.text);
    assert.match(started.body.authorizeUrl, /app=own-app/);
    const state = new URL(started.body.authorizeUrl).searchParams.get("state");
    const back = `${t.url}/connect/rotating/callback/?state=${state}&code=${encodeURIComponent(room())}`;
    const page = await fetch(back, { method: "POST", body: new URLSearchParams() });
    assert.match(await page.text(), /is connected/);
    return (await tenant.api.get(`/api/v1/channels/authorizations/${started.body.id}`)).body.channelIds[0];
  }

  async function byHand(): Promise<string> {
    const config = {
      room: room(),
      appId: "own-app",
      appSecret: "own-secret",
      accessToken: platform.access,
      refreshToken: platform.refresh,
    };
    const made = await tenant.api.post("/api/v1/channels", { kind: "rotating", name: "By hand", config });
    assert.equal(made.status, 200, made.text);
    return made.body.id;
  }

  const channel = async (id: string) => (await tenant.api.get(`/api/v1/channels/${id}`)).body;
  const finding = async (id: string, check: string) =>
    (await tenant.api.get(`/api/v1/channels/${id}/health`)).body.findings.find((f: { check: string }) => f.check === check);
  const send = async (id: string, text = "Hello") => {
    const response = await tenant.api.post("/api/v1/messages", { channelId: id, to: "somebody", type: "text", text });
    assert.equal(response.status, 200, response.text);
    return response.body.id as string;
  };
  const statusOf = async (message: string) => (await tenant.api.get(`/api/v1/messages/${message}`)).body.status;

  it("case 1: are refreshed at half of their lifetime with the tenant's own app, and used from then on", async () => {
    const id = await authorised();
    await t.drain();
    assert.equal(platform.refreshes.length, 0);
    t.clock.advance(12 * hourMs);
    await t.drain();
    assert.deepEqual(platform.refreshes, [{ token: "refresh-0", app: { id: "own-app", secret: "own-secret" } }]);
    assert.equal((await channel(id)).credentialsExpireAt, at(t.clock.now().getTime() + 24 * hourMs).toISOString());
    t.clock.advance(12 * hourMs);
    await t.drain();
    assert.deepEqual(
      platform.refreshes.map((r) => r.token),
      ["refresh-0", "refresh-1"],
    );
    const message = await send(id);
    await t.drain();
    assert.equal(await statusOf(message), "sent");
    assert.deepEqual(platform.sends, [{ token: "access-2" }]);
  });

  it("are refreshed by one of two processes, never by both", async () => {
    const id = await authorised();
    t.clock.advance(12 * hourMs);
    // The other process looks for work during the refresh. A process that drained itself there would wait for itself.
    platform.during = () => second.drain();
    await t.drain();
    assert.equal(platform.refreshes.length, 1);
    platform.during = undefined;
    t.clock.advance(12 * hourMs);
    await Promise.all([t.drain(), second.drain()]);
    assert.equal(platform.refreshes.length, 2);
    assert.equal((await channel(id)).status, "Connected");
  });

  it("case 2: entered by hand, they are refreshed a day later", async () => {
    await byHand();
    t.clock.advance(23 * hourMs);
    await t.drain();
    assert.equal(platform.refreshes.length, 0);
    t.clock.advance(hourMs);
    await t.drain();
    assert.equal(platform.refreshes.length, 1);
  });

  it("case 3: refused during a send, they are refreshed immediately and the message is sent; refused again, a person is asked", async () => {
    const id = await byHand();
    platform.access = "ended-early";
    const message = await send(id);
    await t.drain();
    assert.equal(platform.refreshes.length, 1);
    t.clock.advance(3_000);
    await t.drain();
    assert.equal(await statusOf(message), "sent");
    assert.equal((await channel(id)).status, "Connected");
    platform.access = "ended-again";
    const next = await send(id);
    await t.drain();
    assert.deepEqual([platform.refreshes.length, (await channel(id)).status, await statusOf(next)], [1, "NeedsReauth", "queued"]);
    assert.match((await channel(id)).statusReason, /40105/);
    // With new credentials the waiting message is sent.
    await tenant.api.patch(`/api/v1/channels/${id}`, { config: { accessToken: "ended-again" } });
    t.clock.advance(3_000);
    await t.drain();
    assert.equal(await statusOf(next), "sent");
  });

  it("case 4: a refresh refused because of the credentials needs a person", async () => {
    const id = await authorised();
    platform.refresh = "used by somebody else";
    t.clock.advance(12 * hourMs);
    await t.drain();
    const now = await channel(id);
    assert.equal(now.status, "NeedsReauth");
    assert.match(now.statusReason, /The token is dead/);
    t.clock.advance(30 * 24 * hourMs);
    await t.drain();
    assert.equal(platform.refreshes.length, 1, "it is not tried again and again");
    const events = (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data;
    assert.equal(events.at(-1).data.status, "NeedsReauth");
  });

  it("case 5: any other failure is retried with growing delays, and shown in the channel's health", async () => {
    const id = await authorised();
    t.clock.advance(12 * hourMs);
    platform.failure = away;
    await t.drain();
    assert.equal((await channel(id)).status, "Connected");
    const shown = await finding(id, "credentials");
    assert.deepEqual([shown.ok, /Out for lunch/.test(shown.message)], [false, true]);
    t.clock.advance(59_000);
    await t.drain();
    assert.equal(platform.refreshes.length, 1);
    t.clock.advance(1_000);
    platform.failure = away;
    await t.drain();
    assert.equal(platform.refreshes.length, 2);
    t.clock.advance(119_000);
    await t.drain();
    assert.equal(platform.refreshes.length, 2);
    t.clock.advance(1_000);
    await t.drain();
    assert.equal(platform.refreshes.length, 3);
    assert.equal((await finding(id, "credentials")).ok, true);
  });

  it("case 6: a claim whose process hangs is taken over when its lease expires, and the late result is ignored", async () => {
    const id = await authorised();
    t.clock.advance(12 * hourMs);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      platform.during = () => {
        platform.during = undefined;
        resolve();
        return gate;
      };
    });
    const stuck = second.drain();
    await reached;
    await t.drain();
    assert.equal(platform.refreshes.length, 1, "not while the lease holds");
    t.clock.advance(2 * 60_000 + 1_000);
    await t.drain();
    assert.equal(platform.refreshes.length, 2);
    // The late process finds its refresh token used up.
    open();
    await stuck;
    assert.equal((await channel(id)).status, "Connected");
    const message = await send(id);
    await t.drain();
    assert.equal(await statusOf(message), "sent");
  });

  it("new credentials given during a refresh take precedence over its result", async () => {
    const id = await authorised();
    t.clock.advance(12 * hourMs);
    platform.during = async () => {
      platform.during = undefined;
      const patched = await tenant.api.patch(`/api/v1/channels/${id}`, { config: { accessToken: "given-by-hand", refreshToken: "r" } });
      assert.equal(patched.status, 200);
    };
    await t.drain();
    platform.access = "given-by-hand";
    const message = await send(id);
    await t.drain();
    assert.equal(await statusOf(message), "sent");
    assert.equal((await channel(id)).credentialsExpireAt, null);
  });

  /** As a callback of the platform reports it. */
  const platformSays = (id: string, word: { status: "Connected" | "NeedsReauth" | "Disconnected" | "Error"; notice?: string }) =>
    t.app.asOperator(tenant.id, (ctx) => t.app.channels.applyPlatformReport(ctx.tx, ctx.now, idOf(id), word));

  it("the result of a refresh is kept if the channel was stopped meanwhile and reconnected with the same credentials", async () => {
    const id = await authorised();
    t.clock.advance(12 * hourMs);
    platform.during = async () => {
      platform.during = undefined;
      await platformSays(id, { status: "NeedsReauth", notice: "Permission was withdrawn." });
      const patched = await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Connected" });
      assert.equal(patched.body.status, "Connected", patched.text);
    };
    await t.drain();
    const message = await send(id);
    await t.drain();
    assert.equal(await statusOf(message), "sent");
    t.clock.advance(12 * hourMs);
    await t.drain();
    assert.deepEqual([platform.refreshes.map(({ token }) => token), (await channel(id)).status], [["refresh-0", "refresh-1"], "Connected"]);
  });

  for (const [who, connect] of [
    ["somebody", (id: string) => tenant.api.patch(`/api/v1/channels/${id}`, { status: "Connected" })],
    ["the platform's word", (id: string) => platformSays(id, { status: "Connected", notice: "The account is back." })],
  ] as const)
    it(`after a reconnect by ${who} with the same credentials, they are refreshed as before`, async () => {
      const id = await authorised();
      platform.failure = dead;
      t.clock.advance(12 * hourMs);
      await t.drain();
      assert.deepEqual([platform.refreshes.length, (await channel(id)).status], [1, "NeedsReauth"]);
      await connect(id);
      assert.equal((await finding(id, "credentials")).ok, true);
      t.clock.advance(6 * hourMs);
      await t.drain();
      assert.deepEqual([platform.refreshes.length, (await channel(id)).status], [2, "Connected"]);
    });

  it("a channel switched off by a person stays off, whatever the platform reports; the platform may reconnect one that it switched off itself", async () => {
    const id = await byHand();
    await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Disconnected" });
    for (const status of ["Connected", "Error", "Connected", "NeedsReauth", "Connected"] as const) {
      await platformSays(id, { status, notice: `The platform says ${status}.` });
      assert.equal((await channel(id)).status, "Disconnected", status);
    }
    const event = (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100&after=")).body.data.at(-1).data;
    assert.deepEqual([event.status, event.notice], ["Disconnected", "The platform says Connected."]);
    await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Connected" });
    await platformSays(id, { status: "Disconnected", notice: "The account left." });
    assert.deepEqual([(await channel(id)).status, (await channel(id)).statusReason], ["Disconnected", "The account left."]);
    await platformSays(id, { status: "Connected", notice: "The account is back." });
    assert.equal((await channel(id)).status, "Connected");
    // Switched off here after the platform did: now it is a person's decision.
    await platformSays(id, { status: "Disconnected", notice: "The account left." });
    const off = await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Disconnected" });
    assert.deepEqual([off.body.status, off.body.statusReason], ["Disconnected", null]);
    await platformSays(id, { status: "Connected", notice: "The account is back." });
    assert.equal((await channel(id)).status, "Disconnected");
  });

  it("a channel that a person switches off during a refresh stays off if the refresh is refused, and says so once it is on again", async () => {
    const id = await authorised();
    t.clock.advance(12 * hourMs);
    platform.failure = dead;
    platform.during = async () => {
      platform.during = undefined;
      assert.equal((await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Disconnected" })).body.status, "Disconnected");
    };
    await t.drain();
    assert.equal(platform.refreshes.length, 1);
    assert.deepEqual([(await channel(id)).status, (await channel(id)).statusReason], ["Disconnected", null]);
    await platformSays(id, { status: "Connected", notice: "The account is back." });
    t.clock.advance(hourMs);
    await t.drain();
    assert.deepEqual([platform.refreshes.length, (await channel(id)).status], [1, "Disconnected"]);
    platform.failure = dead;
    assert.equal((await tenant.api.patch(`/api/v1/channels/${id}`, { status: "Connected" })).status, 200);
    await t.drain();
    assert.deepEqual([platform.refreshes.length, (await channel(id)).status], [2, "NeedsReauth"]);
  });

  it("a late refusal of old credentials does not affect new ones", async () => {
    const id = await byHand();
    platform.access = "given-by-hand";
    platform.duringSend = async () => {
      platform.duringSend = undefined;
      const patched = await tenant.api.patch(`/api/v1/channels/${id}`, { config: { accessToken: "given-by-hand" } });
      assert.equal(patched.body.status, "Connected");
    };
    const message = await send(id);
    await t.drain();
    assert.deepEqual([(await channel(id)).status, platform.refreshes.length, await statusOf(message)], ["Connected", 0, "queued"]);
    t.clock.advance(3_000);
    await t.drain();
    assert.equal(await statusOf(message), "sent");
    assert.deepEqual(
      platform.sends.map((call) => call.token),
      ["access-0", "given-by-hand"],
    );
  });

  it("inbound messages are accepted in every state", async () => {
    const id = await byHand();
    const { externalId, callbackPath } = await channel(id);
    let n = 0;
    for (const status of ["Pending", "Connected", "NeedsReauth", "Disconnected", "Error"]) {
      await platformSays(id, { status: status as never, notice: "So it is." });
      const externalMessage = `in-${id}-${++n}`;
      const payload = {
        kind: "message",
        direction: "inbound",
        externalId: externalMessage,
        person: { providerUserId: "somebody" },
        occurredAt: t.clock.now().toISOString(),
        type: "text",
        text: status,
        content: null,
        media: [],
        opensWindow: true,
      };
      const item = { route: { by: "channel", externalId }, providerEventId: externalMessage, rank: 0, payload };
      const headers = { "content-type": "application/json", "x-secret": "own-secret" };
      const response = await fetch(`${t.url}${callbackPath}`, { method: "POST", headers, body: JSON.stringify(item) });
      assert.equal(response.status, 200, status);
      assert.equal((await channel(id)).status, status);
    }
    await t.drain();
    const [conversation] = (await tenant.api.get(`/api/v1/conversations?channelId=${id}`)).body.data;
    assert.equal(conversation.unreadCount, 5);
  });
});

function idOf(wire: string): string {
  const d = wire.slice(wire.indexOf("_") + 1);
  return `${d.slice(0, 8)}-${d.slice(8, 12)}-${d.slice(12, 16)}-${d.slice(16, 20)}-${d.slice(20)}`;
}
