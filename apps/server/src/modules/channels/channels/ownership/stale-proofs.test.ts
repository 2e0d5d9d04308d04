import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Ownership, providerFailure } from "@parley/connector-kit";
import { fakePlatform, messageEvent } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

const shared = "the secret of the app that all tenants share";
const dead = {
  class: "credentials",
  providerCode: "190",
  code: "channel_not_connected",
  message: "It is dead.",
  scope: "channel",
} as const;

/** The platform's answer about the owner of credentials; may take its time. */
type Answer = (token: unknown) => Promise<Ownership>;

describe("a platform's answer about the owner of a number", () => {
  // Callbacks are signed only by the shared app.
  const fake = fakePlatform("pondering", { signingSecretField: "none" });
  let answer: Answer | undefined;
  const connector = {
    ...fake.connector,
    checkOwnership: async ({ config }: { config: Record<string, unknown> }) =>
      answer === undefined ? { channel: config["secret"] === "right", account: false } : answer(config["secret"]),
  };
  let t: TestApp;
  before(async () => {
    t = await startTestApp({ connectors: [{ ...fake, connector, sharedSecret: shared }] });
  });
  after(async () => {
    await t.stop();
  });
  afterEach(() => {
    answer = undefined;
  });

  let numbers = 0;
  const number = () => `number-${++numbers}-${t.clock.now().getTime()}`;
  const connect = (tenant: TestTenant, accountId: string, secret = "right") =>
    tenant.api.post("/api/v1/channels", { kind: "pondering", name: "It", config: { accountId, secret } });
  const state = async (tenant: TestTenant, id: string) => (await tenant.api.get(`/api/v1/channels/${id}`)).body;

  let messages = 0;
  async function receivers(accountId: string, ...tenants: TestTenant[]): Promise<number[]> {
    const text = `message ${++messages}`;
    const payload = messageEvent("inbound", "somebody", text, { externalId: `in-${messages}`, occurredAt: t.clock.now().toISOString() });
    const item = { route: { by: "channel", externalId: accountId }, providerEventId: `event-${messages}`, rank: 0, payload };
    const body = JSON.stringify(item);
    const posted = await fetch(`${t.url}/callbacks/pondering`, { method: "POST", body, headers: { "x-secret": shared } });
    assert.equal(posted.status, 200);
    await t.drain(["inbound"]);
    const got = await Promise.all(tenants.map(async ({ api }) => (await api.get("/api/v1/messages")).body.data));
    return got.flatMap((some, n) => (some.some((m: { text: string }) => m.text === text) ? [n] : []));
  }

  /** Holds the next answer until it is released. */
  function hold(then: Answer) {
    let go = () => {};
    let asked = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    answer = async (token) => {
      answer = undefined;
      asked();
      await released;
      return then(token);
    };
    return { isAsked, go: () => go() };
  }
  const yes: Answer = async () => ({ channel: true, account: false });

  it("takes nothing back if another tenant has proved the number since, even if that tenant has left", async () => {
    for (const leaves of [false, true]) {
      const [slow, quick] = [await t.tenant(), await t.tenant()];
      const id = number();
      const held = hold(yes);
      const late = connect(slow, id);
      await held.isAsked;
      t.clock.advance(1_000);
      const newer = await connect(quick, id);
      assert.equal(newer.body.status, "Connected", newer.text);
      if (leaves) await quick.api.delete(`/api/v1/channels/${newer.body.id}`);
      held.go();
      const made = (await late).body;
      assert.equal(made.status, "Pending");
      assert.match(made.statusReason, /Another tenant has proved .* since you requested this connection/);
      await t.drain();
      assert.deepEqual(await receivers(id, slow, quick), leaves ? [] : [1], `leaves: ${leaves}`);
    }
  });

  it("is ignored if the credentials were changed meanwhile, in a request and in the background", async () => {
    const tenant = await t.tenant();
    const id = number();
    const made = (await connect(tenant, id, "wrong")).body;
    assert.equal(made.status, "Pending");
    // The background check asks about the old credentials and would get a yes; a person enters others, which are
    // refused.
    const held = hold(yes);
    t.clock.advance(61_000);
    const asking = t.drain(["channel owners"]);
    await held.isAsked;
    const changed = await tenant.api.patch(`/api/v1/channels/${made.id}`, { config: { secret: "wrong, too" } });
    assert.equal(changed.body.status, "Pending", changed.text);
    held.go();
    await asking;
    assert.equal((await state(tenant, made.id)).status, "Pending");
    assert.deepEqual(await receivers(id, tenant), []);

    // Two concurrent requests: the answer about the first one's credentials does not prove the second one's.
    const first = hold(yes);
    const one = tenant.api.patch(`/api/v1/channels/${made.id}`, { config: { secret: "right" } });
    await first.isAsked;
    const two = await tenant.api.patch(`/api/v1/channels/${made.id}`, { config: { secret: "worthless" } });
    assert.equal(two.body.status, "Pending");
    first.go();
    // The credentials stored last are the current ones, and the answer about them is applied.
    assert.equal((await one).body.status, "Connected");
    assert.deepEqual(await receivers(id, tenant), [0]);
  });

  it("does not restore credentials that the platform refused after the question", async () => {
    const tenant = await t.tenant();
    const id = number();
    answer = async () => {
      throw providerFailure({ ...dead, class: "retryable", message: "Later." });
    };
    const made = (await connect(tenant, id)).body;
    assert.equal(made.status, "Pending");
    assert.match(made.statusReason, /Later\./);
    const held = hold(yes);
    t.clock.advance(61_000);
    const asking = t.drain(["channel owners"]);
    await held.isAsked;
    await t.app.channels.callFailed({ tenantId: tenant.id, id: uuidOf(made.id), credentialsVersion: 1 }, providerFailure(dead));
    held.go();
    await asking;
    assert.equal((await state(tenant, made.id)).status, "NeedsReauth");
    assert.deepEqual(await receivers(id, tenant), []);
  });

  it("leaves the channel Pending if it takes too long, and the background keeps asking", async () => {
    const slow = await startTestApp({
      sharing: t,
      connectors: [{ ...fake, connector, sharedSecret: shared }],
      timers: {
        after(_ms, fire) {
          queueMicrotask(fire);
          return () => {};
        },
      },
    });
    try {
      const tenant = await t.tenant();
      const id = number();
      const held = hold(yes);
      const made = await slow
        .api(tenant.key)
        .post("/api/v1/channels", { kind: "pondering", name: "It", config: { accountId: id, secret: "right" } });
      assert.equal(made.body.status, "Pending", made.text);
      assert.match(made.body.statusReason, /did not answer within 10 seconds/);
      held.go();
      t.clock.advance(61_000);
      await t.drain();
      assert.equal((await state(tenant, made.body.id)).status, "Connected");
      assert.deepEqual(await receivers(id, tenant), [0]);
    } finally {
      await slow.stop();
    }
  });

  it("is not needed for a kind whose connector cannot ask: the channel is Connected, and receives only at its own address", async () => {
    const mute = fakePlatform("mute", {});
    const secondApp = await startTestApp({ sharing: t, connectors: [{ ...mute, sharedSecret: shared }] });
    try {
      const tenant = await t.tenant();
      const channel = await mute.channel(secondApp, { ...tenant, api: secondApp.api(tenant.key) });
      const shown = (await secondApp.api(tenant.key).get(`/api/v1/channels/${channel.id}`)).body;
      assert.equal(shown.status, "Connected");
      const payload = messageEvent("inbound", "somebody", "shared", { externalId: "in-mute", occurredAt: t.clock.now().toISOString() });
      const item = { route: { by: "channel", externalId: shown.externalId }, providerEventId: "event-mute", rank: 0, payload };
      const posted = await fetch(`${secondApp.url}/callbacks/mute`, {
        method: "POST",
        body: JSON.stringify(item),
        headers: { "x-secret": shared },
      });
      assert.equal(posted.status, 200);
      await channel.write("somebody", "own");
      const texts = (await tenant.api.get("/api/v1/messages")).body.data.map((m: { text: string }) => m.text);
      assert.deepEqual(texts, ["own"]);
    } finally {
      await secondApp.stop();
    }
  });
});

function uuidOf(wire: string): string {
  return wire.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
