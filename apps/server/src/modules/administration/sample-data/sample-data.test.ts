/** The sample data set: what it makes, that figures agree with its rows, and that it keeps away from real customers. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { seededRandom } from "./shop/random.ts";
import { makeShop } from "./shop/shop.ts";
import { team } from "./shop/words.ts";
import { customers, dayMs, days, type World } from "./shop/world.ts";

let t: TestApp;
before(async () => {
  t = await startTestApp();
});
after(() => t?.stop());

const ok = async (answer: Promise<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body;
};

/** A world of made-up ids. */
function world(seed: string, endsAt: number): World {
  const ids = seededRandom("ids");
  const id = () => ids.id(0);
  const any = { get: id } as unknown as ReadonlyMap<string, string>;
  const channel = (kind: "chat_app" | "photo_social" | "short_video") => ({ id: id(), kind, externalId: kind });
  return {
    random: seededRandom(seed),
    endsAt,
    channels: { chat_app: channel("chat_app"), photo_social: channel("photo_social"), short_video: channel("short_video") },
    team: team.map(({ name, division, speed }) => ({ userId: id(), name, division, speed })),
    labels: new Map([["Returns", id()]]),
    divisions: any,
    stages: any,
    faqs: any,
    flows: any,
    chatbot: { id: id(), version: 1 },
  };
}

test("the same seed and instant make the same shop, and another seed another one", () => {
  const endsAt = Date.parse("2026-05-04T15:00:00Z");
  const texts = (seed: string) => {
    const { rows, tasks } = makeShop(world(seed, endsAt), "agt");
    return JSON.stringify([rows.byTable.get("messages"), rows.byTable.get("contacts"), tasks]);
  };
  assert.equal(texts("a"), texts("a"));
  assert.notEqual(texts("a"), texts("b"));
});

test("nothing of it is later than its end, no slot is left in a text, and every number is one of nobody", () => {
  const endsAt = Date.parse("2026-05-04T15:00:00Z");
  const { rows, tasks } = makeShop(world("a", endsAt), "agt");
  const end = new Date(endsAt).toISOString();
  for (const row of rows.byTable.get("messages") ?? []) {
    assert.ok(String(row["occurred_at"]) < end, String(row["occurred_at"]));
    assert.doesNotMatch(String(row["text"]), /\{|\bundefined\b/);
  }
  for (const { phone } of rows.byTable.get("contacts") as { phone: string | null }[])
    if (phone !== null) assert.match(phone, /^\+(447700900\d{3}|1\d{3}55501\d\d|3363998\d{4})$/);
  assert.ok(tasks.every(({ at }) => at < endsAt));
});

test("it fills every part of an empty organization, and figures agree with its rows", async () => {
  const tenant = await t.tenant();
  const made = await t.app.sampleData.add(tenant.id, { force: false, contactsMax: 0 });
  assert.equal(made.customers, customers);
  await t.drain();

  const until = new Date(t.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
  const since = new Date(Date.parse(until) - (days + 3) * dayMs).toISOString().slice(0, 10);
  const { body: summary } = await tenant.api.get(`/api/v1/metrics/summary?since=${since}&until=${until}`);
  const count = async (table: string, where: string) =>
    (
      await t.app.database.worker<{ count: number }>({
        text: `select count(*)::integer as count from ${table} where tenant_id = $1 and ${where}`,
        values: [tenant.id],
      })
    )[0]?.count;
  assert.equal(summary.messages.received, await count("messages", "direction = 'inbound'"));
  assert.equal(summary.messages.sent, await count("messages", "direction = 'outbound'"));
  assert.equal(summary.messages.failed, await count("messages", "status = 'failed'"));
  assert.equal(summary.csat.answered, await count("csat_surveys", "rating is not null"));

  // Every list that a screen begins with has something in it.
  const lists = [
    ...["contacts", "conversations?status=open", "conversations?status=pending", "conversations?status=resolved", "tickets", "deals", "orders"],
    ...["broadcasts", "flows", "chatbots", "segments", "labels", "views", "macros", "canned-replies", "sla-policies", "agents"],
    ...["knowledge/faqs", "knowledge/sources", "knowledge/unanswered", "csat/ratings", "billing/transactions", "audit-log", "pipelines"],
  ];
  for (const list of lists) {
    const { data } = await ok(tenant.api.get(`/api/v1/${list}${list.includes("?") ? "&" : "?"}limit=5`));
    assert.ok(data.length > 0, list);
  }
  for (const kind of ["chat_app", "photo_social", "short_video"]) assert.ok(((await count("conversations", `channel_kind = '${kind}'`)) ?? 0) > 100, kind);
  const [broadcast] = (await ok(tenant.api.get("/api/v1/broadcasts?status=completed"))).data;
  const { counts } = await ok(tenant.api.get(`/api/v1/broadcasts/${broadcast.id}/stats`));
  assert.equal(counts.recipients, await count("broadcast_recipients", `broadcast_id = '${broadcast.id.slice(4)}'`), JSON.stringify(counts));
  assert.ok(counts.replied > 0, JSON.stringify(counts));

  await assert.rejects(t.app.sampleData.add(tenant.id, { force: true, contactsMax: 0 }), /is there already/);
});

test("an organization with contacts of its own is left alone unless it is said aloud", async () => {
  const tenant = await t.tenant();
  await ok(tenant.api.post("/api/v1/contacts", { name: "A real one", phone: "+447700900123" }));
  await assert.rejects(t.app.sampleData.add(tenant.id, { force: false, contactsMax: 0 }), /contacts of its own/);
  const { data } = await ok(tenant.api.get("/api/v1/contacts"));
  assert.equal(data.length, 1);
});
