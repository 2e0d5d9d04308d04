/** The sample data set in an organization: it fills every part, and figures match its rows. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { customers, dayMs, days } from "./shop/world.ts";

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

test("it fills every part of an empty organization, and figures match its rows", async () => {
  const tenant = await t.tenant();
  const made = await t.app.sampleData.add(tenant.id, { force: false });
  assert.equal(made.customers, customers);
  await t.drain();

  const until = new Date(t.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
  const since = new Date(Date.parse(until) - (days + 3) * dayMs).toISOString().slice(0, 10);
  const { metrics } = await ok(tenant.api.get(`/api/v1/metrics/summary?since=${since}&until=${until}`));
  const metric = (key: string) => metrics.find((one: any) => one.metric === key)?.value;
  const count = async (table: string, where: string) =>
    (
      await t.app.database.worker<{ count: number }>({
        text: `select count(*)::integer as count from ${table} where tenant_id = $1 and ${where}`,
        values: [tenant.id],
      })
    )[0]?.count;
  assert.equal(metric("messages_received"), await count("messages", "direction = 'inbound'"));
  assert.equal(metric("messages_sent"), await count("messages", "direction = 'outbound'"));
  assert.equal(metric("messages_failed"), await count("messages", "status = 'failed'"));
  assert.equal(metric("csat_answered"), await count("csat_surveys", "rating is not null"));

  // Every list that a screen starts with has something in it.
  const lists = [
    ...[
      "contacts",
      "conversations?status=open",
      "conversations?status=pending",
      "conversations?status=resolved",
      "tickets",
      "deals",
      "orders",
    ],
    ...["broadcasts", "flows", "chatbots", "segments", "labels", "views", "macros", "canned-replies", "sla-policies", "agents"],
    ...["knowledge/faqs", "knowledge/sources", "knowledge/unanswered", "csat/responses", "billing/transactions", "audit-log", "pipelines"],
  ];
  for (const list of lists) {
    const { data } = await ok(tenant.api.get(`/api/v1/${list}${list.includes("?") ? "&" : "?"}limit=5`));
    assert.ok(data.length > 0, list);
  }
  for (const kind of ["chat_app", "photo_social", "short_video"])
    assert.ok(((await count("conversations", `channel_kind = '${kind}'`)) ?? 0) > 100, kind);
  const [broadcast] = (await ok(tenant.api.get("/api/v1/broadcasts?status=completed"))).data;
  const { counts } = await ok(tenant.api.get(`/api/v1/broadcasts/${broadcast.id}/stats`));
  assert.equal(counts.recipients, await count("broadcast_recipients", `broadcast_id = '${broadcast.id.slice(4)}'`), JSON.stringify(counts));
  assert.ok(counts.replied > 0, JSON.stringify(counts));

  await assert.rejects(t.app.sampleData.add(tenant.id, { force: true }), /is already there/);
  assert.deepEqual(await ok(tenant.api.get("/api/v1/organization/sample-data")), { command: null, refusal: "already_added" });
});
