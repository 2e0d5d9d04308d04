/** Names that must be requested from a platform that is slow, busy or refuses; of no real kind, so that its answers can be chosen. */
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type PersonProfile, type ProviderError, providerFailure } from "@parley/connector-kit";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

const platform = fakePlatform("nameless", {});
let profile: (id: string) => Promise<PersonProfile> = async () => ({});
Object.assign(platform.connector, { fetchProfile: ({ providerUserId }: { providerUserId: string }) => profile(providerUserId) });
const failure = (errorClass: ProviderError["class"], scope: ProviderError["scope"], more: Partial<ProviderError> = {}) =>
  providerFailure({ class: errorClass, providerCode: "77", code: "provider_error", message: "Not now.", scope, ...more });

describe("names of people whose messages lack them", () => {
  let t: TestApp;
  let tenant: TestTenant;
  before(async () => {
    t = await startTestApp({ connectors: [platform] });
  });
  beforeEach(async () => {
    tenant = await t.tenant();
  });
  after(() => t.stop());

  const nameOf = async (person: string, of = tenant) => {
    const { data } = (await of.api.get("/api/v1/contacts?limit=100")).body;
    return data.find((c: any) => c.identities[0].providerUserId === person)?.name;
  };
  const word = (person: string) => ({
    kind: "message",
    direction: "inbound",
    externalId: `word-${person}`,
    person: { providerUserId: person },
    occurredAt: t.clock.now().toISOString(),
    type: "text",
    text: "Hi",
    content: null,
    media: [],
    opensWindow: true,
  });

  it("a throttled channel is skipped until its time, without using up an attempt", async () => {
    const channel = await platform.channel(t, tenant);
    let calls = 0;
    profile = async (id) => {
      calls += 1;
      if (calls <= 8) throw failure("retryable", "channel", { retryAfterMs: 60_000 });
      return { name: `Name of ${id}` };
    };
    for (const person of ["a1", "a2", "a3", "a4", "a5", "a6"]) await channel.sendEvent(word(person));
    // People queued after the platform asked for a wait are requested once.
    await t.drain(["inbound"]);
    await t.drain();
    assert.ok(calls <= 2, `${calls} calls of six people's`);
    for (let minute = 0; minute < 8; minute++) {
      t.clock.advance(60_000);
      await t.drain();
    }
    for (const person of ["a1", "a6"]) assert.equal(await nameOf(person), `Name of ${person}`);
  });

  it("an error about one person is retried five times, and does not affect the others", async () => {
    const channel = await platform.channel(t, tenant);
    let calls = 0;
    profile = async (id) => {
      if (id !== "b1") return { name: "Quick" };
      calls += 1;
      throw failure("retryable", "message", { retryAfterMs: 1_000 });
    };
    await channel.sendEvent(word("b1"));
    await channel.sendEvent(word("b2"));
    await t.drain();
    assert.equal(await nameOf("b2"), "Quick");
    for (let second = 0; second < 8; second++) {
      t.clock.advance(1_000);
      await t.drain();
    }
    assert.equal(calls, 5);
  });

  it("rejected credentials are reported for the channel, as on a send", async () => {
    const channel = await platform.channel(t, tenant);
    let refuses = true;
    profile = async () => {
      if (refuses) throw failure("credentials", "channel", { code: "channel_not_connected" });
      return { name: "Known" };
    };
    await channel.sendEvent(word("c1"));
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/channels/${channel.id}`)).body.status, "NeedsReauth");
    refuses = false;
    t.clock.advance(3_600_000);
    await t.drain();
    assert.equal(await nameOf("c1"), "Known");
  });

  it("a channel whose credentials cannot be refreshed is skipped for an hour", async () => {
    const channel = await platform.channel(t, tenant);
    let calls = 0;
    const refused = failure("credentials", "channel", { code: "channel_not_connected" });
    profile = async () => {
      calls += 1;
      throw refused;
    };
    const refresh = async () => {
      throw refused;
    };
    Object.assign(platform.connector, { authorization: { authorizeUrl: () => "", exchange: async () => [], refresh } });
    try {
      await channel.sendEvent(word("c2"));
      await t.drain();
      assert.equal((await tenant.api.get(`/api/v1/channels/${channel.id}`)).body.status, "NeedsReauth");
      for (let second = 0; second < 60; second += 10) {
        t.clock.advance(10_000);
        await t.drain();
      }
      assert.ok(calls <= 2, `${calls} calls within a minute`);
    } finally {
      Object.assign(platform.connector, { authorization: undefined });
    }
  });

  it("waiting channels do not hide those behind them, and a hanging call delays no other", async () => {
    const tenants = await Promise.all(Array.from({ length: 22 }, () => t.tenant()));
    tenants.sort((a, b) => (a.id < b.id ? -1 : 1));
    const last = tenants.pop() as TestTenant;
    profile = async (id) => {
      if (id === "last") return { name: "Last" };
      throw failure("retryable", "channel", { retryAfterMs: 3_600_000 });
    };
    for (const of of tenants) await (await platform.channel(t, of)).sendEvent(word("busy"));
    await t.drain();
    const theirs = await platform.channel(t, last);
    await theirs.sendEvent(word("last"));
    await t.drain();
    assert.equal(await nameOf("last", last), "Last");

    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    profile = async (id) => {
      if (id === "hangs") await held;
      return { name: "Answered" };
    };
    const live = await startTestApp({ sharing: t, live: true, connectors: [platform] });
    const until = async (what: string, is: () => Promise<boolean>) => {
      for (const deadline = Date.now() + 60_000; !(await is()); ) {
        assert.ok(Date.now() < deadline, what);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    try {
      await (await platform.channel(t, tenant)).sendEvent(word("hangs"));
      await until("the one who hangs is there", async () => (await nameOf("hangs")) === null);
      await theirs.sendEvent(word("beside"));
      await until("the other is named", async () => (await nameOf("beside", last)) === "Answered");
      release();
      await until("then the first", async () => (await nameOf("hangs")) === "Answered");
    } finally {
      release();
      await live.stop();
    }
  });
});
