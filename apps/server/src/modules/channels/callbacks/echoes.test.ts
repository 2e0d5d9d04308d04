/** Messages that the business typed in the platform's own app, and how they differ from ours. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fakePlatform } from "../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

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
});
