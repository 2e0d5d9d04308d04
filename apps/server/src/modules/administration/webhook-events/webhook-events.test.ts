import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { fakePlatform } from "../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { wireId } from "#platform/ids/ids.ts";

describe("webhook events", () => {
  let t: TestApp;
  let platform: TestTenant;
  const fake = fakePlatform("chatty", {});
  before(async () => {
    t = await startTestApp({ connectors: [fake] });
    platform = await t.tenant({ kind: "platform" });
  });
  after(() => t.stop());
  const path = "/api/v1/admin/webhook-events";

  it("are callbacks and deliveries in one order, filtered and in pages, with their payloads", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const channel = await fake.channel(t, a);
    const hook = (await a.api.post("/api/v1/webhooks", { url: "http://127.0.0.1:9/hook", events: ["message.received"] })).body;
    const began = t.clock.now().toISOString();
    await channel.write("ada", "Hello");
    await t.drain();
    t.clock.advance(1_000);
    const later = t.clock.now().toISOString();
    const { data } = (await a.api.get(path)).body;
    assert.deepEqual(
      data.map((e: any) => [e.direction, e.type, e.organizationId, e.endpointId, e.channelId, e.channelKind]),
      [
        ["outbound", "message.received", wireId("org", a.id), hook.id, null, null],
        ["inbound", "callback", wireId("org", a.id), null, channel.id, "chatty"],
      ],
    );
    const [delivery, callback] = data;
    assert.deepEqual([callback.state, callback.outcome, callback.attempts, callback.lastError], ["done", "processed", 1, null]);
    for (const [query, expected] of [
      ["direction=inbound", [callback.id]],
      ["direction=outbound", [delivery.id]],
      ["state=done", [callback.id]],
      ["state=failed", []],
      [`since=${encodeURIComponent(began)}&direction=inbound`, [callback.id]],
      [`since=${encodeURIComponent(later)}`, []],
      [`until=${encodeURIComponent(began)}`, []],
      [`until=${encodeURIComponent(later)}`, [delivery.id, callback.id]],
    ] as const) {
      const found = (await a.api.get(`${path}?${query}`)).body.data.map((e: { id: string }) => e.id);
      assert.deepEqual(found, expected, query);
    }
    const first = (await a.api.get(`${path}?limit=1`)).body;
    const second = (await a.api.get(`${path}?limit=1&cursor=${first.pageInfo.nextCursor}`)).body;
    assert.deepEqual([first.data[0].id, second.data[0].id, second.pageInfo.hasNextPage], [delivery.id, callback.id, false]);

    const shown = (await a.api.get(`${path}/${delivery.id}`)).body;
    assert.equal(shown.payload.type, "message.received");
    assert.deepEqual({ ...delivery, payload: shown.payload }, shown);
    // After processing, the message holds everything worth keeping.
    assert.deepEqual((await a.api.get(`${path}/${callback.id}`)).body, { ...callback, payload: null });
    await withClient(t.database.admin, (admin) =>
      admin.query(`update inbound_events set state = 'failed', payload = '{"text":"Hello"}' where tenant_id = $1`, [a.id]),
    );
    const failed = (await a.api.get(`${path}?state=failed`)).body.data;
    assert.deepEqual([failed.length, failed[0].outcome], [1, "failed"]);
    assert.deepEqual((await platform.api.get(`${path}/${callback.id}`)).body.payload, { text: "Hello" });

    // Any organization except the platform sees its own records and none of others.
    assert.deepEqual((await b.api.get(path)).body.data, []);
    for (const id of [delivery.id, callback.id, unknownId("dlv"), unknownId("inb"), "x"])
      assert.equal((await b.api.get(`${path}/${id}`)).status, 404, id);
    const all = (await platform.api.get(path)).body.data.map((e: { id: string }) => e.id);
    assert.deepEqual(all, [delivery.id, callback.id]);
    const reader = t.api(await t.key(a.id, { scopes: ["webhooks:read"] }));
    assert.equal((await reader.get(path)).status, 403);
    const backwards = await a.api.get(`${path}?since=${encodeURIComponent(later)}&until=${encodeURIComponent(began)}`);
    assert.deepEqual([backwards.status, backwards.body.error.details], [400, [{ field: "until", issue: "out_of_range" }]]);
  });
});
