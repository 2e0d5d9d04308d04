/**
 * Downloads from a platform that is slow, busy or refuses. The platform is of no real kind, so that its answers can be chosen. Cases:
 * docs/subsystems/channels/media.md.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type FetchedMedia, type ProviderError, providerFailure } from "@parley/connector-kit";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

const platform = fakePlatform("pictures", {});
const failure = (errorClass: ProviderError["class"], scope: ProviderError["scope"], more: Partial<ProviderError> = {}) =>
  providerFailure({ class: errorClass, providerCode: "77", code: "provider_error", message: "Not now.", scope, ...more });
const content: FetchedMedia = { bytes: Buffer.from("GIF89a and more"), mimeType: "image/gif" };

describe("downloads of customers' files", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<typeof platform.channel>>;
  let pictures = 0;
  before(async () => {
    t = await startTestApp({ connectors: [platform] });
    tenant = await t.tenant();
    channel = await platform.channel(t, tenant);
  });
  after(() => t.stop());
  afterEach(() => {
    platform.content = undefined;
  });

  const picture = (person: string, id: string) => ({
    kind: "message",
    direction: "inbound",
    externalId: `picture-${++pictures}`,
    person: { providerUserId: person },
    occurredAt: t.clock.now().toISOString(),
    type: "image",
    text: null,
    content: null,
    media: [{ kind: "image", providerMediaId: id }],
    opensWindow: true,
  });
  async function mediaOf(person: string, of = tenant) {
    const { data } = (await of.api.get("/api/v1/messages?limit=200&direction=inbound")).body;
    return data.find((m: { from: string }) => m.from === person)?.media[0];
  }
  async function arrives(person: string, on = channel): Promise<void> {
    await on.sendEvent(picture(person, person));
    await t.drain();
  }
  async function pass(ms: number, steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      t.clock.advance(ms);
      await t.drain();
    }
  }
  const until = async (what: string, is: () => Promise<boolean> | boolean) => {
    for (const deadline = Date.now() + 60_000; !(await is()); ) {
      assert.ok(Date.now() < deadline, what);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it("18: throttling uses up no attempt, and a long wait is respected", async () => {
    let calls = 0;
    platform.content = async () => {
      calls += 1;
      if (calls <= 12) throw failure("retryable", "channel", { retryAfterMs: 10_000 });
      if (calls === 13) throw failure("retryable", "channel", { retryAfterMs: 20 * 3_600_000 });
      return content;
    };
    await arrives("throttled");
    await pass(10_000, 12);
    assert.equal(calls, 13);
    await pass(3_600_000, 19);
    assert.equal(calls, 13);
    await pass(3_600_000, 1);
    assert.equal((await mediaOf("throttled")).status, "stored");
  });

  it("18: a problem with the content itself is tried eight times", async () => {
    const troubles: [string, () => Promise<FetchedMedia>][] = [
      ["damaged", () => Promise.reject(failure("retryable", "message", { providerCode: "hash" }))],
      ["empty", async () => ({ bytes: Buffer.alloc(0) })],
    ];
    for (const [trouble, answer] of troubles) {
      let calls = 0;
      platform.content = () => {
        calls += 1;
        return answer();
      };
      await arrives(trouble);
      await pass(600_000, 12);
      assert.equal(calls, 8, trouble);
      assert.equal((await mediaOf(trouble)).status, "failed");
    }
  });

  it("18: a platform outage uses up no attempt, however often it is reported", async () => {
    const down = { httpFailure: true as const, reached: true };
    const troubles: [string, Error][] = [
      ["status", failure("retryable", "message", { providerCode: "http_503" })],
      ["unread", failure("unknown", "message", { providerCode: "http_500" })],
      ["temporary", failure("retryable", "message", { providerCode: "2" })],
      ["timeout", failure("retryable", "message", { providerCode: "timeout" })],
      ["network", failure("retryable", "message", { providerCode: "network" })],
      ["client", Object.assign(new Error("the connection ended"), { ...down, reason: "network" as const })],
    ];
    const calls = new Map<string, number>();
    platform.content = async (id) => {
      const times = (calls.get(id) ?? 0) + 1;
      calls.set(id, times);
      if (times > 12) return content;
      throw new Map(troubles).get(id) as Error;
    };
    for (const [trouble] of troubles) await arrives(trouble);
    await pass(600_000, 11);
    for (const [trouble] of troubles)
      assert.deepEqual([trouble, calls.get(trouble), (await mediaOf(trouble)).status], [trouble, 12, "pending"]);
    await pass(600_000, 1);
    for (const [trouble] of troubles) assert.equal((await mediaOf(trouble)).status, "stored", trouble);
  });

  it("18: but no download waits longer than a week", async () => {
    platform.content = async () => {
      throw failure("retryable", "message", { providerCode: "http_503" });
    };
    await arrives("forever");
    await pass(7 * 86_400_000, 1);
    assert.equal((await mediaOf("forever")).status, "pending");
    await pass(600_000, 1);
    assert.equal((await mediaOf("forever")).status, "expired");
  });

  it("22: a kind guessed by the platform is corrected from the bytes, in the media and in its message", async () => {
    const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "latin1"), Buffer.alloc(64)]);
    const cases: [string, Buffer, string, string][] = [
      ["film", film, "video", "video/mp4"],
      ["picture", content.bytes, "image", "image/gif"],
      ["unknown", Buffer.from([1, 2, 3, 0, 255]), "image", "application/octet-stream"],
      ["page", Buffer.from("<!doctype html><p>Sign in"), "image", "text/html"],
    ];
    platform.content = async (id) => ({ bytes: cases.find(([person]) => person === id)?.[1] as Buffer });
    for (const [person, , kind, mimeType] of cases) {
      await arrives(person);
      const shown = await mediaOf(person);
      assert.deepEqual([shown.status, shown.kind, shown.mimeType], ["stored", kind, mimeType], person);
      const info = (await tenant.api.get(`${shown.url}/info`)).body;
      assert.deepEqual([info.kind, info.mimeType], [kind, mimeType], person);
    }
    const { data } = (await tenant.api.get("/api/v1/messages?limit=200&direction=inbound")).body;
    const message = data.find((m: { from: string }) => m.from === "film");
    assert.equal(message.type, "image", "what the platform called the message stays");
    const events = (await tenant.api.get("/api/v1/events?limit=100&type=message.media")).body.data;
    const event = events.find((event: { data: { message: { id: string } } }) => event.data.message.id === message.id);
    assert.equal(event.data.media.kind, "video");
  });

  it("19: a refusal of credentials that were replaced meanwhile leaves the channel connected", async () => {
    const own = await platform.channel(t, tenant);
    let calls = 0;
    platform.content = async () => {
      calls += 1;
      if (calls > 1) return content;
      const config = { secret: "another" };
      assert.equal((await tenant.api.patch(`/api/v1/channels/${own.id}`, { config })).status, 200);
      throw failure("credentials", "channel", { code: "channel_not_connected" });
    };
    await arrives("renewed", own);
    assert.equal((await tenant.api.get(`/api/v1/channels/${own.id}`)).body.status, "Connected");
    await pass(10_000, 1);
    assert.equal((await mediaOf("renewed")).status, "stored");
  });

  it("19: refused credentials that can be refreshed are refreshed, and the content arrives with the new ones", async () => {
    const own = await platform.channel(t, tenant);
    let refreshed = 0;
    Object.assign(platform.connector, {
      authorization: {
        authorizeUrl: () => "",
        exchange: async () => [],
        refresh: async () => ({ config: { secret: `fresh-${++refreshed}` } }),
      },
    });
    try {
      platform.content = async () => {
        if (refreshed === 0) throw failure("credentials", "channel", { code: "channel_not_connected" });
        return content;
      };
      await arrives("expired", own);
      await pass(10_000, 1);
      assert.equal(refreshed, 1);
      assert.equal((await tenant.api.get(`/api/v1/channels/${own.id}`)).body.status, "Connected");
      assert.equal((await mediaOf("expired")).status, "stored");
    } finally {
      Object.assign(platform.connector, { authorization: undefined });
    }
  });

  it("20: a connector response above the limit fails immediately", async () => {
    const small = await startTestApp({ sharing: t, connectors: [platform], env: { MEDIA_BYTES_MAX: "1024" } });
    try {
      let calls = 0;
      platform.content = async () => {
        calls += 1;
        return { bytes: Buffer.alloc(2_000, 1) };
      };
      await channel.sendEvent(picture("too-large", "x"));
      await small.drain();
      assert.equal((await mediaOf("too-large")).status, "failed");
      assert.equal(calls, 1);
    } finally {
      await small.stop();
    }
  });

  it("21: a tenant whose servers hang does not delay another tenant's downloads", async () => {
    const other = await t.tenant();
    const theirs = await platform.channel(t, other);
    const second = await platform.channel(t, tenant);
    let hanging = 0;
    let most = 0;
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    platform.content = async (id) => {
      if (!id.startsWith("slow")) return content;
      most = Math.max(most, ++hanging);
      await held;
      hanging -= 1;
      return content;
    };
    for (let n = 0; n < 8; n++) await (n % 2 === 0 ? channel : second).sendEvent(picture(`slow-${n}`, `slow-${n}`));
    const live = await startTestApp({ sharing: t, live: true, connectors: [platform] });
    try {
      await until("some hang", () => hanging >= 3);
      await theirs.sendEvent(picture("quick", "quick"));
      await until("the other's is stored", async () => (await mediaOf("quick", other))?.status === "stored");
      assert.equal(most, 3);
      release?.();
      await until("the rest follows", async () => {
        const all = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((n) => mediaOf(`slow-${n}`)));
        return all.every((media) => media?.status === "stored");
      });
    } finally {
      release?.();
      await live.stop();
    }
  });

  it("21: neither do six tenants whose platform asked for a wait", async () => {
    const tenants = await Promise.all(Array.from({ length: 7 }, () => t.tenant()));
    tenants.sort((a, b) => (a.id < b.id ? -1 : 1));
    const busy = tenants.slice(0, 6);
    const last = tenants[6] as TestTenant;
    platform.content = async (id) => {
      if (id === "busy") throw failure("retryable", "channel", { retryAfterMs: 3_600_000 });
      return content;
    };
    for (const of of busy) await arrives("busy", await platform.channel(t, of));
    await arrives("free", await platform.channel(t, last));
    assert.equal((await mediaOf("free", last)).status, "stored");
    assert.equal((await mediaOf("busy", busy[0])).status, "pending");
  });
});
