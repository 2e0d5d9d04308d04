import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { setBroadcastStage } from "../../../../test/broadcasts.ts";
import { startTestApp } from "../../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());

const soon = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1_000).toISOString();

describe("a scheduled broadcast", () => {
  // Otherwise a key that may only write broadcasts sends any text to anybody, a second from now.
  it("changes only its title, or becomes a draft again, without the scope broadcasts:send", async () => {
    const stage = await setBroadcastStage(t);
    const [person, other] = (await stage.people(2)) as [any, any];
    const named = (id: string) => ({ targetAudience: { contactIds: [id] } });
    const { id } = await stage.draft({ ...named(person.id), scheduledAt: soon(86_400) });
    const before = await stage.get(id);
    assert.equal(before.status, "scheduled");
    const writer = t.api(await t.key(stage.tenant.id, { scopes: ["broadcasts:write"] }));
    const update = (input: object) => writer.patch(`/api/v1/broadcasts/${id}`, input);
    for (const input of [
      { scheduledAt: soon(1), ...named(other.id), messageContent: { name: "plain", language: "en" } },
      { scheduledAt: soon(1) },
      { messageContent: { name: "plain", language: "en" } },
      named(other.id),
      { channelId: stage.channel.id },
      { quietHours: null },
      { sendRatePerMinute: null },
      { autoPause: null },
      { title: "Changed", autoPause: null },
    ]) {
      const { status, body } = await update(input);
      assert.deepEqual([status, body.error?.code], [403, "insufficient_scope"], JSON.stringify(input));
      assert.deepEqual(body.error.details, [{ field: "broadcasts:send", issue: "missing_scope" }]);
      assert.deepEqual(await stage.get(id), before, JSON.stringify(input));
    }
    assert.equal((await update({ title: "Renamed", unknown: 1 })).body.title, "Renamed");
    const sender = t.api(await t.key(stage.tenant.id, { scopes: ["broadcasts:write", "broadcasts:send"] }));
    const moved = await sender.patch(`/api/v1/broadcasts/${id}`, { scheduledAt: soon(172_800) });
    assert.deepEqual([moved.status, moved.body.status, moved.body.title], [200, "scheduled", "Renamed"]);
    const back = await update({ scheduledAt: null, ...named(other.id) });
    assert.deepEqual([back.status, back.body.status, back.body.targetAudience], [200, "draft", named(other.id).targetAudience]);
    t.clock.advance(3 * 86_400_000);
    await t.settle();
    assert.deepEqual([stage.sentTo(person.number), stage.sentTo(other.number)], [[], []]);
  });
});

describe("a broadcast to individually selected contacts who have all been deleted since", () => {
  it("is refused, and takes nothing of the month's allowance", async () => {
    const stage = await setBroadcastStage(t);
    const { api } = stage.tenant;
    await withClient(t.database.admin, (admin) =>
      admin.query("insert into entitlements (tenant_id, resource, max_value, updated_at) values ($1, 'broadcastsPerMonth', 5, now())", [
        stage.tenant.id,
      ]),
    );
    const [gone, stays] = (await stage.people(2)) as [any, any];
    const { id } = await stage.draft({ targetAudience: { contactIds: [gone.id] } });
    const both = await stage.draft({ targetAudience: { contactIds: [gone.id, stays.id] } });
    assert.equal((await api.delete(`/api/v1/contacts/${gone.id}`)).status, 200);
    const used = async () => (await api.get("/api/v1/organization/entitlements")).body.entitlements.broadcastsPerMonth.usage;
    for (const [verb, body] of [
      ["send", {}],
      ["schedule", { scheduledAt: soon(60) }],
    ] as const) {
      const refused = await api.post(`/api/v1/broadcasts/${id}/${verb}`, body);
      assert.deepEqual([refused.status, refused.body.error?.code], [422, "audience_empty"], verb);
    }
    assert.deepEqual([await used(), (await stage.get(id)).status], [0, "draft"]);
    await stage.verb(both.id, "send");
    assert.equal((await stage.until(both.id, "completed", "failed")).counts.read, 1, "one who is still there is enough");
    assert.equal(await used(), 1);
  });

  it("fails when its time comes, and says why", async () => {
    const stage = await setBroadcastStage(t);
    const [gone] = (await stage.people(1)) as [any];
    const { id } = await stage.draft({ targetAudience: { contactIds: [gone.id] }, scheduledAt: soon(60) });
    assert.equal((await stage.tenant.api.delete(`/api/v1/contacts/${gone.id}`)).status, 200);
    t.clock.advance(61_000);
    const ended = await stage.until(id, "completed", "failed");
    assert.deepEqual([ended.status, ended.error, ended.counts.recipients], ["failed", "The audience was empty.", 0]);
  });
});
