/** Messages that the business typed in the platform's own app, and how they differ from ours. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fakePlatform, messageEvent } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../../test/harness.ts";

const platform = fakePlatform("echoing", { window: { durationMs: 86_400_000, typesOutside: [] } });

describe("messages typed in the platform's own app", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<typeof platform.channel>>;
  let people = 0;
  before(async () => {
    t = await startTestApp({ connectors: [platform] });
    tenant = await t.tenant();
    channel = await platform.channel(t, tenant);
  });
  after(() => t.stop());

  /** Somebody new has just written. */
  async function customer() {
    const person = `person-${++people}`;
    await channel.write(person, "Hi");
    const { data } = (await tenant.api.get("/api/v1/conversations?limit=1")).body;
    const url = `/api/v1/conversations/${data[0].id}`;
    return { person, url, waitingSince: async () => (await tenant.api.get(url)).body.waitingSince };
  }
  const secondsAgo = (seconds: number) => ({ occurredAt: new Date(t.clock.now().getTime() - seconds * 1_000).toISOString() });

  it("do not answer what the customer wrote later, even if reported after it", async () => {
    const { person, url, waitingSince } = await customer();
    t.clock.advance(60_000);
    await channel.echo(person, "How can I help?");
    assert.equal(await waitingSince(), null);
    t.clock.advance(60_000);
    await channel.write(person, "My parcel is lost");
    const waiting = await waitingSince();
    assert.notEqual(waiting, null);

    await channel.echo(person, "Typed before", secondsAgo(2));
    assert.equal(await waitingSince(), waiting);
    assert.equal((await tenant.api.get(url)).body.lastMessage.preview, "My parcel is lost");
    // An automatic message in between changes nothing.
    t.clock.advance(1_000);
    await channel.echo(person, "We reply within a day", { automatic: true });
    await channel.echo(person, "Typed before, too", secondsAgo(3));
    assert.equal(await waitingSince(), waiting);
    t.clock.advance(1_000);
    await channel.echo(person, "I am looking for it");
    assert.equal(await waitingSince(), null);
  });

  /** Texts whose calls were cut off, in their order. */
  async function cutOff(person: string, texts: string[]): Promise<string[]> {
    const ids: string[] = [];
    const error = { class: "unknown", providerCode: "77", code: "provider_error", message: "Cut off.", scope: "message" } as const;
    platform.answer = async () => ({ kind: "unknown", error });
    for (const text of texts) {
      const { body } = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: person, type: "text", text });
      ids.push(body.id);
      t.clock.advance(1_000);
    }
    await t.drain();
    platform.answer = undefined;
    for (const id of ids) assert.equal((await tenant.api.get(`/api/v1/messages/${id}`)).body.status, "unknown");
    return ids;
  }
  const outbound = async (url: string) =>
    (await tenant.api.get(`${url}/messages`)).body.data
      .filter((m: any) => m.direction === "outbound")
      .map((m: any) => [m.author.kind, m.status, m.externalId]);
  /** All reported in one callback, so processed in one batch. */
  async function echoed(person: string, text: string, externalIds: string[]): Promise<void> {
    const { occurredAt } = secondsAgo(0);
    await channel.sendEvent(...externalIds.map((externalId) => messageEvent("echo", person, text, { ours: true, externalId, occurredAt })));
    await t.drain();
  }

  it("two echoes of one batch confirm two messages of ours with one text, not one of them twice", async () => {
    const { person, url } = await customer();
    await cutOff(person, ["Yes", "Yes"]);
    await echoed(person, "Yes", ["yes-1", "yes-2"]);
    assert.deepEqual((await outbound(url)).sort(), [
      ["api", "sent", "yes-1"],
      ["api", "sent", "yes-2"],
    ]);
  });

  it("are stored beside ours with the same text from one batch; a repeated report changes nothing", async () => {
    const { person, url } = await customer();
    await cutOff(person, ["Thanks"]);
    await echoed(person, "Thanks", ["thanks-1", "thanks-1", "thanks-2"]);
    const both = [
      ["api", "sent", "thanks-1"],
      ["platform", "sent", "thanks-2"],
    ];
    assert.deepEqual((await outbound(url)).sort(), both);
    await echoed(person, "Thanks", ["thanks-2", "thanks-1"]);
    assert.deepEqual((await outbound(url)).sort(), both);
  });
});
