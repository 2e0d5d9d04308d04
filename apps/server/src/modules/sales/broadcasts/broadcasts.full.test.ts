import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { checkCounts, setBroadcastStage } from "../../../../test/broadcasts.ts";
import { startTestApp } from "../../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());

describe("a broadcast", () => {
  it("shares its number fairly with an earlier broadcast", async () => {
    const stage = await setBroadcastStage(t, { messagesPerSecond: 20 });
    const people = await stage.people(160);
    const half = (from: number) => ({ targetAudience: { contactIds: people.slice(from, from + 80).map((p) => p.id) } });
    const [first, second] = [await stage.draft(half(0)), await stage.draft(half(80))];
    await stage.verb(first.id, "send");
    await t.settle();
    await stage.verb(second.id, "send");
    const left = async (id: string) => {
      const { pending, sending } = (await stage.get(id)).counts;
      return pending + sending;
    };
    for (let i = 0; i < 200 && (await left(first.id)) > 20; i++) {
      t.clock.advance(250);
      await t.settle();
    }
    const [ahead, behind] = [80 - (await left(first.id)), 80 - (await left(second.id))];
    // Messages of the first one already queued when the second started are sent first: two seconds' worth.
    assert.ok(ahead - behind <= 50 && behind >= 10, `${ahead} of the first, ${behind} of the second`);
    for (const { id } of [first, second]) assert.equal((await stage.until(id, "completed")).counts.read, 80);
  });
});

describe("broadcasts", () => {
  it("are processed by two workers at once, and each contact still gets one message", async () => {
    const own = await setBroadcastStage(t, { messagesPerSecond: 1_000 });
    await t.app.database.withTenant(own.tenant.id, (tx) =>
      tx.query({
        text: `insert into contacts (tenant_id, id, name, phone, phone_key, source, created_at, updated_at)
               select $1, gen_random_uuid(), 'Many ' || n, '+4478' || lpad(n::text, 8, '0'), '4478' || lpad(n::text, 8, '0'), 'api', now(), now()
                 from generate_series(1, 600) n`,
        values: [own.tenant.id],
      }),
    );
    const { id } = await own.draft({ messageContent: { name: "plain", language: "en" } });
    const twin = await startTestApp({ sharing: t });
    await own.verb(id, "send");
    for (let round = 0; round < 40; round++) {
      await Promise.all([t.drain(), twin.drain()]);
      t.clock.advance(300);
      if (round > 0 && (await own.get(id)).counts.pending === 0) break;
    }
    await twin.stop();
    await own.until(id, "completed");
    const rows = await t.app.database.worker<{ messages: number; people: number }>({
      text: "select count(*)::int as messages, count(distinct contact_id)::int as people from messages where tenant_id = $1 and author_kind = 'broadcast'",
      values: [own.tenant.id],
    });
    assert.deepEqual(rows[0], { messages: 600, people: 600 });
    assert.deepEqual(t.simulator.doubleSends(), []);
    await checkCounts(t, own, id);
  });
});
