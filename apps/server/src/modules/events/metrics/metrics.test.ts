import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { metricKeys } from "./definitions.ts";

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let channel: { id: string; externalId: string };
let second: { id: string; externalId: string };
let agent: string;

const path = "/api/v1/metrics";

async function ask(question: string, who = tenant): Promise<any> {
  const { status, body, text } = await who.api.get(`${path}/${question}`);
  assert.equal(status, 200, text);
  return body;
}

async function refused(question: string, field: string, issue: string): Promise<void> {
  const { status, body, text } = await tenant.api.get(`${path}/${question}`);
  assert.equal(status, 400, text);
  assert.equal(body.error.code, "validation_error");
  assert.ok(
    body.error.details.some((d: any) => d.field === field && d.issue === issue),
    text,
  );
}

async function counted(who = tenant): Promise<void> {
  await eventually("all is counted", async () => {
    await app.drain();
    return (await ask("summary", who)).asOf === app.clock.now().toISOString();
  });
}

async function values(query = "", who = tenant): Promise<Record<string, any>> {
  const { metrics } = await ask(`summary?${query}`, who);
  return Object.fromEntries(metrics.map((m: any) => [m.metric, m.value]));
}

before(async () => {
  app = await startTestApp();
  [tenant, other] = await Promise.all([app.tenant(), app.tenant()]);
  [channel, second] = [await app.channel(tenant), await app.channel(tenant, { name: "Sales" })];
  const { userId } = await app.app.tenants.createUser({
    email: "ann@example.com",
    password: "long enough",
    tenantId: tenant.id,
    role: "agent",
  });
  agent = `agt_${userId.replaceAll("-", "")}`;

  // Two customers; one is answered after 90 s and resolved, the other waits on the second channel.
  await app.simulator.customer("447700700001", "Amina").sendText(channel.externalId, "Where is my order?");
  await app.drain();
  const [first] = (await tenant.api.get("/api/v1/conversations")).body.data;
  await tenant.api.patch(`/api/v1/conversations/${first.id}`, { assigneeId: agent });
  app.clock.advance(90_000);
  await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700700001", type: "text", text: "On its way" });
  await app.settle();
  app.clock.advance(30_000);
  await tenant.api.patch(`/api/v1/conversations/${first.id}`, { status: "resolved" });
  await app.simulator.customer("447700700002", "Bruno").sendText(second.externalId, "Hello");
  await app.drain();
  app.clock.advance(1_000);
  await counted();
});
after(() => app?.stop());

test("the summary shows what happened, from the first message to its resolution", async () => {
  const body = await ask("summary");
  const v = await values();
  assert.deepEqual(
    { ...v },
    {
      messages_received: 2,
      messages_sent: 1,
      messages_delivered: 1,
      messages_read: v["messages_read"],
      messages_failed: 0,
      delivery_rate: 1,
      read_rate: v["messages_read"],
      failure_rate: 0,
      conversations_created: 2,
      conversations_reopened: 0,
      conversations_resolved: 1,
      conversations_labelled: 0,
      first_response_time: 90,
      response_time: 90,
      resolution_time: v["resolution_time"],
      active_contacts: 2,
      new_contacts: 2,
      sla_met: 0,
      sla_missed: 0,
      sla_compliance: null,
      sla_first_response_compliance: null,
      sla_next_response_compliance: null,
      sla_resolution_compliance: null,
      ticket_sla_met: 0,
      ticket_sla_missed: 0,
      ticket_sla_compliance: null,
      csat_asked: 0,
      csat_answered: 0,
      csat_response_rate: null,
      csat_average_rating: null,
      csat_score: null,
    },
  );
  assert.ok(v["resolution_time"] >= 120 && v["resolution_time"] < 125);
  assert.deepEqual(Object.keys(v), [...metricKeys]);
  assert.equal(body.timezone, "UTC");
  assert.equal(Date.parse(body.until) - Date.parse(body.since), 30 * 86_400_000);
  assert.ok(Date.parse(body.until) >= app.clock.now().getTime());
  const first = body.metrics.find((m: any) => m.metric === "first_response_time");
  assert.deepEqual([first.unit, first.observations, first.sum], ["seconds", 1, 90]);
  assert.ok(Math.abs(first.percentiles.p50 - 90) <= 4.5);
  const waits = (await tenant.api.get("/api/v1/conversations?status=open")).body.data[0].waitingSince;
  assert.deepEqual(body.backlog, { open: 1, pending: 0, unassigned: 1, waiting: 1, longestWaitingSince: waits });
});

test("filters select a channel, a kind of channel and an assignee; unknown and other tenants' ids match nothing", async () => {
  assert.equal((await values(`channelId=${second.id}`))["messages_received"], 1);
  assert.equal((await values(`channelId=${second.id}`))["new_contacts"], undefined);
  assert.equal((await values("channelKind=chat_app"))["active_contacts"], 2);
  assert.equal((await values("channelKind=photo_social"))["active_contacts"], 0);
  assert.equal((await values(`channelId=${channel.id}&channelKind=photo_social`))["messages_received"], 0);
  assert.equal((await values(`assigneeId=${agent}`))["first_response_time"], 90);
  assert.equal((await ask(`summary?assigneeId=${agent}`)).backlog.open, 0);
  assert.equal((await ask(`summary?channelId=${channel.id}`)).backlog.open, 0);
  assert.equal((await ask("summary?assigneeId=none")).backlog.unassigned, 1);
  const foreign = await app.channel(other);
  for (const id of [foreign.id, unknownId("chn"), "chn_x", "%27"]) {
    assert.equal((await values(`channelId=${id}`))["messages_received"], 0, id);
    assert.equal((await ask(`summary?channelId=${id}`)).backlog.open, 0, id);
  }
  for (const id of [unknownId("agt"), "agt_00000000000000000000000000000000", "nobody"])
    assert.equal((await values(`assigneeId=${id}`))["messages_received"], 0, id);
  assert.equal((await ask("summary?assigneeId=nobody")).backlog.open, 0);
});

test("another tenant sees none of it", async () => {
  const v = await values("", other);
  assert.deepEqual(
    Object.entries(v).filter(([, value]) => value !== 0 && value !== null),
    [],
  );
  assert.deepEqual((await ask("breakdown?metric=messages_received&by=assignee", other)).groups, []);
  assert.equal(
    (await ask("breakdown?metric=messages_received&by=channel", other)).groups.every((g: any) => g.value === 0),
    true,
  );
  assert.deepEqual((await ask("summary", other)).backlog, { open: 0, pending: 0, unassigned: 0, waiting: 0, longestWaitingSince: null });
});

test("a series has every interval, in the requested zone, including zeros", async () => {
  const now = app.clock.now().getTime();
  const since = new Date(now - 5 * 86_400_000).toISOString().slice(0, 10);
  const body = await ask(`timeseries?metric=messages_received&interval=day&since=${since}&timezone=Asia/Kathmandu`);
  assert.equal(body.timezone, "Asia/Kathmandu");
  assert.match(body.points[0].local, new RegExp(`^${since}T00:00:00\\+05:45$`));
  assert.ok(body.points.length >= 5 && body.points.length <= 7);
  assert.equal(
    body.points.reduce((sum: number, p: any) => sum + p.value, 0),
    2,
  );
  assert.deepEqual(
    body.points.slice(0, 3).map((p: any) => p.value),
    [0, 0, 0],
  );
  for (const [i, p] of body.points.entries()) assert.equal(p.end, body.points[i + 1]?.start ?? body.until);
  const rates = await ask(`timeseries?metric=delivery_rate&interval=week&since=${since}`);
  assert.ok(rates.points.some((p: any) => p.value === 1));
  const empty = await ask(`timeseries?metric=response_time&interval=hour&since=${since}`);
  assert.deepEqual(
    { ...empty.points[0], start: null, end: null, local: null },
    { start: null, end: null, local: null, value: null, observations: 0, sum: 0, percentiles: null },
  );
});

test("a breakdown names channels, kinds, assignees, authors and hours of the week", async () => {
  const groups = async (metric: string, by: string) =>
    (await ask(`breakdown?metric=${metric}&by=${by}`)).groups.map((g: any) => [g.key, g.value]);
  assert.deepEqual(
    new Map(await groups("messages_received", "channel")),
    new Map([
      [channel.id, 1],
      [second.id, 1],
    ]),
  );
  assert.deepEqual(await groups("active_contacts", "channel_kind"), [["chat_app", 2]]);
  assert.deepEqual(
    new Map(await groups("active_contacts", "channel")),
    new Map([
      [channel.id, 1],
      [second.id, 1],
    ]),
  );
  assert.deepEqual(await groups("first_response_time", "assignee"), [[agent, 90]]);
  const named = await ask("breakdown?metric=first_response_time&by=assignee");
  const { data: agents } = (await tenant.api.get("/api/v1/agents")).body;
  assert.equal(named.groups[0].name, agents.find((a: any) => a.id === agent).name);
  assert.deepEqual(await groups("messages_received", "division"), [[null, 2]]);
  assert.deepEqual(await groups("messages_received", "label"), []);
  assert.deepEqual((await groups("messages_sent", "author_kind"))[0], ["api", 1]);
  assert.equal((await groups("messages_sent", "author_kind")).length, 6);
  const week = await groups("messages_received", "hour_of_week");
  assert.deepEqual([week.length, week[0][0], week[167][0]], [168, "1-00", "7-23"]);
  assert.equal(
    week.reduce((sum: number, [, value]: [string, number]) => sum + value, 0),
    2,
  );
});

test("a deleted channel keeps its numbers in a breakdown, and is missing from one in which it has none", async () => {
  const tenant = await app.tenant();
  const [used, unused] = [await app.channel(tenant), await app.channel(tenant)];
  await app.simulator.customer("447700700003", "Chloe").sendText(used.externalId, "Hello");
  await app.drain();
  await counted(tenant);
  for (const { id } of [used, unused]) assert.equal((await tenant.api.delete(`/api/v1/channels/${id}`)).status, 200);
  const { groups } = await ask("breakdown?metric=messages_received&by=channel", tenant);
  assert.deepEqual(
    groups.map((g: any) => [g.key, g.value]),
    [[used.id, 1]],
  );
});

test("asOf is the first event not counted yet", async () => {
  const tenant = await app.tenant();
  await counted(tenant);
  const at = app.clock.now().toISOString();
  await tenant.api.post("/api/v1/contacts", { name: "Dario" });
  app.clock.advance(5_000);
  assert.equal((await ask("summary", tenant)).asOf, at);
  assert.equal((await values("", tenant))["new_contacts"], 0);
  await counted(tenant);
  assert.equal((await values("", tenant))["new_contacts"], 1);
});

test("until is exclusive; a range between quarter-hours is extended, and that is reported", async () => {
  const body = await ask("summary?since=2026-01-01T00:07:00Z&until=2026-01-02T03:20:00%2B02:00&timezone=Europe/Berlin");
  assert.deepEqual([body.since, body.until], ["2026-01-01T00:00:00.000Z", "2026-01-02T01:30:00.000Z"]);
  const dates = await ask("summary?since=2026-03-29&until=2026-03-30&timezone=Europe/Berlin");
  assert.deepEqual([dates.since, dates.until], ["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"]);
});

test("an invalid query is refused with its field", async () => {
  for (const zone of ["Mars/Olympus", "%2B02:00", "", "Europe"]) await refused(`summary?timezone=${zone}`, "timezone", "unknown_value");
  await refused("summary?since=yesterday", "since", "invalid_format");
  await refused("timeseries?until=2026-02-30", "until", "invalid_format");
  await refused("summary?since=2026-01-02&until=2026-01-01", "until", "out_of_range");
  await refused("summary?since=2026-01-01&until=2026-01-01", "until", "out_of_range");
  await refused("summary?since=2024-01-01&until=2025-02-05", "since", "out_of_range");
  await refused("summary?since=1999-12-01&until=2000-01-02", "since", "out_of_range");
  await refused("timeseries?interval=hour&since=2026-01-01&until=2026-03-05", "since", "out_of_range");
  await refused("timeseries?interval=minute", "interval", "unknown_value");
  await refused("timeseries?metric=smiles", "metric", "unknown_value");
  await refused("breakdown?by=mood", "by", "unknown_value");
  await refused("breakdown?metric=active_contacts&by=hour_of_week", "by", "not_allowed");
  await refused("breakdown?metric=new_contacts&by=channel", "by", "not_allowed");
  await refused(`timeseries?metric=new_contacts&channelId=${channel.id}`, "channelId", "not_allowed");
  await refused(`timeseries?metric=delivery_rate&assigneeId=${agent}`, "assigneeId", "not_allowed");
  await refused("timeseries?metric=conversations_created&divisionId=none", "divisionId", "not_allowed");
  await refused("breakdown?metric=active_contacts&label=vip", "label", "not_allowed");
  await refused("breakdown?metric=delivery_rate&by=label", "by", "not_allowed");
  await refused("breakdown.csv?metric=delivery_rate&by=label", "by", "not_allowed");
  await refused("summary.csv?timezone=Mars", "timezone", "unknown_value");
  // The longest range, in a zone with clock changes.
  await ask("summary?since=2024-09-01&until=2025-10-06&timezone=Europe/Berlin");
  await ask("timeseries?interval=hour&since=2025-09-01&until=2025-11-02&timezone=Europe/Berlin");
});

test("definitions name every metric, and each works over time and by some dimension", async () => {
  const { metrics } = await ask("definitions");
  assert.deepEqual(
    metrics.map((m: any) => m.metric),
    [...metricKeys],
  );
  const all = ["channel", "channel_kind", "assignee", "division", "label", "author_kind", "hour_of_week"];
  for (const [i, { metric, dimensions }] of metrics.entries()) {
    const by = all[i % all.length] as string;
    const { status, text } = await tenant.api.get(`${path}/breakdown?metric=${metric}&by=${by}`);
    assert.equal(status, dimensions.includes(by) ? 200 : 400, `${metric} by ${by}: ${text}`);
    assert.equal((await tenant.api.get(`${path}/timeseries?metric=${metric}`)).status, 200, metric);
  }
});

test("CSV has the rows of the JSON responses, empty cells for null, and no cell that a spreadsheet would execute", async () => {
  const rows = (text: string) =>
    text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
  const file = async (question: string, who = tenant) => {
    const { status, text, headers } = await who.api.get(`${path}/${question}`);
    assert.equal(status, 200, text);
    assert.match(headers.get("content-type") ?? "", /^text\/csv/);
    assert.match(headers.get("content-disposition") ?? "", /attachment; filename="metrics-[a-z-]+-\d{4}-\d\d-\d\d\.csv"/);
    return rows(text);
  };
  const cells = ({ value, observations, sum, percentiles: p }: any) =>
    [value, observations, sum, p?.p50, p?.p90, p?.p95, p?.p99].map((cell) => String(cell ?? ""));
  const columns = ["value", "observations", "sum", "p50", "p90", "p95", "p99"];
  const { metrics } = await ask("summary");
  assert.deepEqual(await file("summary.csv"), [
    ["metric", "unit", ...columns],
    ...metrics.map((m: any) => [m.metric, m.unit, ...cells(m)]),
  ]);
  for (const question of ["metric=first_response_time", "metric=delivery_rate&timezone=Asia/Kathmandu&interval=week"]) {
    const { points } = await ask(`timeseries?${question}`);
    const expected = points.map((p: any) => [p.start, p.end, p.local, ...cells(p)]);
    assert.deepEqual(await file(`timeseries.csv?${question}`), [["start", "end", "local", ...columns], ...expected]);
  }
  await tenant.api.patch(`/api/v1/channels/${second.id}`, { name: "=1+1" });
  const { groups } = await ask("breakdown?metric=messages_received&by=channel");
  const expected = groups.map((g: any) => [g.key, g.name === "=1+1" ? "'=1+1" : g.name, ...cells(g)]);
  assert.ok(groups.some((g: any) => g.name === "=1+1"));
  assert.deepEqual(await file("breakdown.csv?metric=messages_received&by=channel"), [["key", "name", ...columns], ...expected]);
  const theirs = await file("breakdown.csv?metric=messages_received&by=assignee", other);
  assert.equal(theirs.length, 1);
});

test("a key without metrics:read is refused", async () => {
  const api = app.api(await app.key(tenant.id, { scopes: ["conversations:read"] }));
  for (const question of ["summary", "timeseries", "breakdown", "definitions", "summary.csv", "timeseries.csv", "breakdown.csv"]) {
    const { status, body } = await api.get(`${path}/${question}`);
    assert.deepEqual(
      [status, body.error.code, body.error.details],
      [403, "insufficient_scope", [{ field: "metrics:read", issue: "missing_scope" }]],
    );
  }
});
