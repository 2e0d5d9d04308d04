/** Service levels and satisfaction in metrics: what was promised, met and rated, tested through the whole product. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, count, counted, minute, promised, t, valuesOf } from "../../../../test/stages/metric-stage.ts";

const now = () => t.clock.now().getTime();
const words = [
  "sla_met",
  "sla_missed",
  "sla_compliance",
  "sla_first_response_compliance",
  "sla_next_response_compliance",
  "sla_resolution_compliance",
];
const shown = (v: Record<string, any>, keys = words) => keys.map((key) => v[key].value);

test("met and missed targets of conversations count once, under the attributes they had", async () => {
  const { tenant, channel } = await promised();
  const since = now();
  const customer = t.simulator.customer("447700800001", "Amina");
  const say = async (text: string) => {
    await customer.sendText(channel.externalId, text);
    await t.drain();
  };
  const answer = async () => {
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700800001", type: "text", text: "Soon" });
    assert.equal(sent.status, 200, sent.text);
    await t.drain();
  };
  await say("Where is my order?");
  const [{ id }] = (await tenant.api.get("/api/v1/conversations")).body.data;
  const division = (await tenant.api.post("/api/v1/agents/divisions", { name: "North" })).body.id;
  await tenant.api.patch(`/api/v1/conversations/${id}`, { labels: ["Delivery"], divisionId: division });
  t.clock.advance(5 * minute);
  await answer();
  t.clock.advance(minute);
  await say("And now?");
  // Missed before the reply, which therefore does not meet it.
  t.clock.advance(30 * minute);
  await t.drain();
  await answer();
  t.clock.advance(minute);
  await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
  await counted(tenant);
  const v = await valuesOf(tenant, since, now() + minute);
  assert.deepEqual(shown(v), [2, 1, 2 / 3, 1, 0, 1]);
  assert.deepEqual([v["sla_first_response_compliance"].sum, v["sla_first_response_compliance"].observations], [1, 1]);
  assert.deepEqual(shown(await valuesOf(tenant, since, now() + minute, "&label=delivery")), [2, 1, 2 / 3, 1, 0, 1]);
  assert.deepEqual(shown(await valuesOf(tenant, since, now() + minute, `&divisionId=${division}`)), [2, 1, 2 / 3, 1, 0, 1]);
  assert.deepEqual(shown(await valuesOf(tenant, since, now() + minute, "&divisionId=none")), [0, 0, null, null, null, null]);
  const { groups } = await ask(tenant, "breakdown?metric=sla_compliance&by=division");
  assert.deepEqual(
    groups.map((g: any) => [g.key, g.name, g.value]),
    [[division, "North", 2 / 3]],
  );
  // Read again from the start: the clocks skip the events that they already include.
  await t.app.database.worker({
    text: "update event_cursors set xid = '0', event_id = '00000000-0000-0000-0000-000000000000' where consumer = 'sla'",
  });
  await counted(tenant);
  assert.deepEqual(shown(await valuesOf(tenant, since, now() + minute)), [2, 1, 2 / 3, 1, 0, 1]);
});

test("ticket targets count separately; a ticket resolved without a response neither met nor missed that target", async () => {
  const { tenant, channel } = await promised();
  const since = now();
  const ticket = await tenant.api.post("/api/v1/tickets", { subject: "Broken", labels: ["Hardware"] });
  assert.equal(ticket.status, 200, ticket.text);
  await tenant.api.post("/api/v1/labels", { name: "hardware" });
  t.clock.advance(11 * minute);
  await t.drain();
  const resolved = await tenant.api.patch(`/api/v1/tickets/${ticket.body.id}`, { status: "resolved" });
  assert.equal(resolved.status, 200, resolved.text);
  await t.simulator.customer("447700800002", "Bruno").sendText(channel.externalId, "Never mind");
  await t.drain();
  const [{ id }] = (await tenant.api.get("/api/v1/conversations")).body.data;
  t.clock.advance(minute);
  await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
  await counted(tenant);
  const keys = ["ticket_sla_met", "ticket_sla_missed", "ticket_sla_compliance"];
  const v = await valuesOf(tenant, since, now() + minute);
  assert.deepEqual(shown(v, keys), [1, 1, 0.5]);
  assert.deepEqual(shown(v), [1, 0, 1, null, null, 1]);
  assert.deepEqual(shown(await valuesOf(tenant, since, now() + minute, "&label=Hardware"), keys), [1, 1, 0.5]);
});

test("surveys and ratings in the metrics equal those in the customer satisfaction summary", async () => {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  await tenant.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ csat: { enabled: true, delayMinutes: 0 } }) });
  const since = now();
  const customer = t.simulator.customer("447700800003", "Chloe");
  await customer.sendText(channel.externalId, "Hello");
  await t.drain();
  const [{ id }] = (await tenant.api.get("/api/v1/conversations")).body.data;
  t.clock.advance(minute);
  await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
  t.clock.advance(minute);
  await t.drain();
  await customer.sendText(channel.externalId, "4");
  await t.drain();
  t.clock.advance(1_000);
  await counted(tenant);
  const v = await valuesOf(tenant, since, now() + minute);
  assert.deepEqual(shown(v, ["csat_asked", "csat_answered", "csat_average_rating", "csat_score"]), [1, 1, 4, 1]);
  const summary = (await tenant.api.get("/api/v1/csat/summary")).body;
  assert.deepEqual([summary.averageRating, summary.csatScore, summary.responseRate], [4, 1, 1]);
});

test("asOf waits for events that the service-level clocks have not read, and for outcomes not counted yet", async () => {
  const { tenant } = await promised();
  await counted(tenant);
  const at = t.clock.now().toISOString();
  await t.app.database.withTenant(tenant.id, (tx) =>
    tx.query({
      text: `insert into sla_outcomes (tenant_id, id, subject, subject_id, target, met, at, label_ids, created_at)
             values ($1, $2, 'tickets', $2, 'resolution', true, $3, '{}', $3)`,
      values: [tenant.id, t.app.ids.uuid(), t.clock.now()],
    }),
  );
  t.clock.advance(5_000);
  assert.equal((await ask(tenant, "summary")).asOf, at);
  await counted(tenant);
  assert.equal((await ask(tenant, "summary")).asOf, t.clock.now().toISOString());
});

test("an empty tenant has no compliance", async () => {
  assert.deepEqual(shown(await count([])), [0, 0, null, null, null, null]);
});
