import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { fakePlatform } from "../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";

const dayMs = 86_400_000;
/** The default of EVENT_RETENTION_DAYS. */
const eventDays = 30;

describe("maintenance", () => {
  let t: TestApp;
  const fake = fakePlatform("chatty", {});
  before(async () => {
    t = await startTestApp({ connectors: [fake] });
  });
  after(() => t.stop());

  const counts = () =>
    withClient(t.database.admin, async (client) => {
      const { rows } = await client.query<{ events: number; callbacks: number }>(
        "select (select count(*)::int from event_log) as events, (select count(*)::int from inbound_events) as callbacks",
      );
      return rows[0];
    });

  it("removes callbacks after eight days and events after their retention, for every tenant, and nothing sooner", async () => {
    const tenants = [await t.tenant(), await t.tenant()];
    const channels = await Promise.all(tenants.map((tenant) => fake.channel(t, tenant)));
    const write = (text: string) => Promise.all(channels.map((channel) => channel.write("ada", text)));
    await write("Hello");
    await t.drain();
    const first = await counts();
    assert.equal(first?.callbacks, 2);
    assert.ok(first.events >= 2 * 3, `${first.events} events`);

    t.clock.advance(8 * dayMs - 60_000);
    await t.app.maintenance.run();
    assert.deepEqual(await counts(), first, "too soon");

    await write("Again");
    await t.drain();
    const both = await counts();
    t.clock.advance(120_000);
    await t.app.maintenance.run();
    assert.deepEqual(await counts(), { events: both?.events, callbacks: 2 }, "the first callbacks went, the later ones stay");

    t.clock.advance((eventDays - 8) * dayMs);
    await t.app.maintenance.run();
    const left = await counts();
    assert.equal(left?.callbacks, 0);
    assert.equal(left?.events, (both?.events ?? 0) - first.events, "the first events went, the later ones stay");

    t.clock.advance(9 * dayMs);
    await t.app.maintenance.run();
    await t.app.maintenance.run();
    assert.deepEqual(await counts(), { events: 0, callbacks: 0 });
  });
});
