/** What each event counts: the definitions, one by one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "@parley/database";
import {
  ask,
  assigned,
  base,
  conversation,
  count,
  counted,
  created,
  day,
  hour,
  iso,
  log,
  minute,
  received,
  sent,
  status,
  t,
  updated,
  valuesOf,
  wire,
  type Fact,
} from "../../../../test/stages/metric-stage.ts";

test("the first response is the team's first message after the customer's first, and is also a response", async () => {
  const c = conversation();
  const v = await count([
    created(base, c),
    received(base, c),
    received(base + 5 * minute, c),
    sent(base + 10 * minute, c),
    sent(base + 11 * minute, c),
    received(base + hour, c),
    sent(base + hour + 2 * minute, c, "api"),
  ]);
  assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 600]);
  assert.deepEqual([v["response_time"].observations, v["response_time"].sum, v["response_time"].value], [2, 720, 360]);
  assert.ok(Math.abs(v["response_time"].percentiles.p99 - 600) <= 30);
  assert.deepEqual([v["messages_received"].value, v["messages_sent"].value, v["conversations_created"].value], [3, 3, 1]);
});

test("messages of the chatbot, flows, broadcasts, reactions and automatic platform messages are not responses; a person's in the platform's app is", async () => {
  const c = conversation();
  const v = await count([
    received(base, c),
    sent(base + minute, c, "chatbot"),
    sent(base + minute, c, "flow"),
    sent(base + minute, c, "broadcast"),
    sent(base + minute, c, "member", { type: "reaction" }),
    sent(base + minute, c, null, { content: { automatic: "WELCOME" } }),
    sent(base + 7 * minute, c, null),
  ]);
  assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 420]);
  assert.equal(v["messages_sent"].value, 6);
});

test("a team message before the customer's is not a response", async () => {
  const c = conversation();
  const v = await count([created(base, c), sent(base, c), received(base + hour, c), sent(base + hour + minute, c)]);
  assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 60]);
});

test("nobody waits for the team while the chatbot has it; the handover starts the wait", async () => {
  const [a, b] = [conversation(), conversation()];
  const v = await count([
    created(base, a, "pending"),
    received(base, a),
    sent(base + 1_000, a, "chatbot"),
    received(base + 10 * minute, a),
    updated(base + 12 * minute, a, { status: ["pending", "open"], pendingReason: ["bot", null] }),
    sent(base + 15 * minute, a),
    // Taken from the chatbot by a person: nobody waited.
    created(base, b, "pending"),
    received(base, b),
    sent(base + 20 * minute, b),
    updated(base + 20 * minute, b, { status: ["pending", "open"], pendingReason: ["bot", null] }),
  ]);
  assert.deepEqual([v["first_response_time"].observations, v["first_response_time"].sum], [1, 180]);
});

test("resolution is timed from creation or the last reopening; resolving ends a wait; notices are not messages", async () => {
  const c = conversation();
  const v = await count([
    created(base, c),
    received(base, c),
    updated(base + hour, c, { status: ["open", "resolved"] }),
    received(base + 90 * minute, c, "1".repeat(32), "system"),
    updated(base + 2 * hour, c, { status: ["resolved", "open"] }),
    updated(base + 2 * hour + 30 * minute, c, { status: ["open", "pending"], pendingReason: [null, "snoozed"] }),
    sent(base + 3 * hour, c),
    updated(base + 4 * hour, c, { status: ["pending", "resolved"] }),
  ]);
  assert.deepEqual([v["resolution_time"].observations, v["resolution_time"].sum], [2, 3_600 + 7_200]);
  assert.deepEqual([v["conversations_resolved"].value, v["conversations_reopened"].value], [2, 1]);
  assert.equal(v["response_time"].observations, 0);
  assert.deepEqual([v["messages_received"].value, v["active_contacts"].value], [1, 1]);
});

test("a blocked contact's message into a resolved conversation starts no wait", async () => {
  const c = conversation();
  const v = await count([
    created(base, c, "resolved"),
    received(base, c),
    updated(base + day, c, { status: ["resolved", "open"] }),
    sent(base + day + minute, c),
  ]);
  assert.equal(v["response_time"].observations, 0);
});

test("deliveries count where their message was sent, once each, whichever steps a status skips", async () => {
  const tenant = await t.tenant();
  const c = conversation();
  const one = sent(base, c);
  const two = sent(base + 20 * minute, c, "broadcast");
  const three = sent(base + 20 * minute, c);
  const idOf = (fact: Fact) => (fact.data["message"] as { id: string }).id;
  await log(tenant, [
    one,
    two,
    three,
    status(base + day, idOf(one), "delivered", "sent"),
    status(base + 2 * day, idOf(one), "read", "delivered"),
    status(base + day, idOf(two), "read", "queued"),
    status(base + day, idOf(three), "unknown", "queued"),
    status(base + day, idOf(three), "failed", "unknown"),
  ]);
  await counted(tenant);
  const values = await valuesOf(tenant, base, base + hour);
  const value = (v: Record<string, any>, key: string) => v[key].value;
  assert.deepEqual(
    ["messages_sent", "messages_delivered", "messages_read", "messages_failed"].map((key) => value(values, key)),
    [3, 2, 2, 1],
  );
  assert.deepEqual(values["delivery_rate"], {
    metric: "delivery_rate",
    unit: "ratio",
    value: 2 / 3,
    observations: 3,
    sum: 2,
    percentiles: null,
  });
  const later = await valuesOf(tenant, base + hour, base + 3 * day);
  assert.deepEqual([value(later, "messages_delivered"), value(later, "delivery_rate")], [0, null]);
});

test("an event counts for the conversation's assignee at its time", async () => {
  const tenant = await t.tenant();
  const c = conversation();
  const [ann, ben] = [wire("agt", t.app.ids.uuid()), wire("agt", t.app.ids.uuid())];
  await log(tenant, [
    received(base, c),
    assigned(base + minute, c, ann),
    sent(base + 2 * minute, c),
    assigned(base + 3 * minute, c, ben),
    received(base + 4 * minute, c),
    updated(base + 5 * minute, c, { status: ["open", "resolved"] }),
  ]);
  await counted(tenant);
  const range = `since=${iso(base)}&until=${iso(base + day)}`;
  const groups = async (metric: string) =>
    Object.fromEntries((await ask(tenant, `breakdown?metric=${metric}&by=assignee&${range}`)).groups.map((g: any) => [g.key, g.value]));
  assert.deepEqual(await groups("messages_received"), { [ben]: 1, null: 1 });
  assert.deepEqual(await groups("first_response_time"), { [ann]: 120 });
  assert.deepEqual(await groups("conversations_resolved"), { [ben]: 1 });
  assert.equal((await valuesOf(tenant, base, base + day, `&assigneeId=${ann}`))["messages_received"].value, 0);
  assert.equal((await valuesOf(tenant, base, base + day, "&assigneeId=none"))["messages_received"].value, 1);
  assert.equal((await valuesOf(tenant, base, base + day, `&assigneeId=${ann}`))["messages_delivered"], undefined);
});

test("a division includes those below it on request, and each group counts in those above it", async () => {
  const tenant = await t.tenant();
  const other = await t.tenant();
  const make = async (name: string, parent?: string, of = tenant): Promise<string> => {
    const { id } = (await of.api.post("/api/v1/agents/divisions", { name })).body;
    if (parent !== undefined) {
      const moved = await of.api.put(`/api/v1/agents-management/divisions/${id}`, { parent_division_id: parent });
      assert.equal(moved.status, 200, moved.text);
    }
    return id;
  };
  const europe = await make("Europe");
  const north = await make("North", europe);
  const oslo = await make("Oslo", north);
  const asia = await make("Asia");
  const foreign = await make("Foreign", undefined, other);
  const gone = wire("div", t.app.ids.uuid());
  const [a, b, c, d] = [conversation(), conversation(), conversation(), conversation()];
  const inside = (at: number, one: string, division: string, answerAfter: number) => [
    updated(at, one, { divisionId: [null, division] }),
    received(at + 1, one),
    sent(at + 1 + answerAfter, one),
  ];
  await log(tenant, [
    ...inside(base, a, europe, 60_000),
    ...inside(base + 10 * minute, b, oslo, 180_000),
    ...inside(base + 20 * minute, c, asia, 30_000),
    ...inside(base + 30 * minute, d, gone, 30_000),
    received(base + 40 * minute, conversation()),
  ]);
  await counted(tenant);
  const range = `since=${iso(base)}&until=${iso(base + day)}`;
  const value = async (query: string) => (await valuesOf(tenant, base, base + day, query))["messages_received"].value;
  assert.deepEqual(
    [
      await value(`&divisionId=${europe}`),
      await value(`&divisionId=${europe}&subdivisions=true`),
      await value(`&divisionId=${north}&subdivisions=true`),
      await value(`&divisionId=${gone}&subdivisions=true`),
      await value(`&divisionId=${foreign}&subdivisions=true`),
      await value(`&divisionId=x&subdivisions=true`),
    ],
    [1, 2, 1, 1, 0, 0],
  );
  const groups = async (metric: string, more: string) => {
    const body = await ask(tenant, `breakdown?metric=${metric}&by=division&${range}${more}`);
    return Object.fromEntries(body.groups.map((g: any) => [g.name ?? g.key, g.value]));
  };
  assert.deepEqual(await groups("messages_received", ""), { Europe: 1, Oslo: 1, Asia: 1, [gone]: 1, null: 1 });
  assert.deepEqual(await groups("messages_received", "&subdivisions=true"), {
    ...{ Europe: 2, North: 1, Oslo: 1, Asia: 1 },
    ...{ [gone]: 1, null: 1 },
  });
  assert.deepEqual(await groups("first_response_time", "&subdivisions=true"), { Europe: 120, North: 180, Oslo: 180, Asia: 30, [gone]: 30 });
  assert.deepEqual(await groups("messages_received", `&subdivisions=true&divisionId=${north}`), { North: 1, Oslo: 1 });
  assert.deepEqual(await groups("messages_received", "&subdivisions=true&divisionId=none"), { null: 1 });
  for (const query of ["summary?subdivisions=true", "summary?subdivisions=true&divisionId=none", "breakdown?by=label&subdivisions=true"]) {
    const refused = await tenant.api.get(`/api/v1/metrics/${query}`);
    assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "subdivisions", issue: "not_allowed" }]], query);
  }
});

test("an event counts in the division and under each label that the conversation had at its time", async () => {
  const tenant = await t.tenant();
  const c = conversation();
  const [north, south] = [wire("div", t.app.ids.uuid()), wire("div", t.app.ids.uuid())];
  const labels = new Map<string, string>();
  for (const name of ["Refund", "Señor"]) labels.set(name, (await tenant.api.post("/api/v1/labels", { name })).body.id);
  await log(tenant, [
    received(base, c),
    updated(base + minute, c, { divisionId: [null, north], labels: [[], ["Refund"]] }),
    sent(base + 2 * minute, c),
    received(base + 3 * minute, c),
    // Named in another spelling, and one unknown name.
    updated(base + 4 * minute, c, { divisionId: [north, south], labels: [["Refund"], ["refund", "SENOR", "gone"]] }),
    received(base + 5 * minute, c),
    updated(base + 6 * minute, c, { divisionId: [south, null], labels: [["Refund", "Señor"], ["Señor"]], status: ["open", "resolved"] }),
  ]);
  await counted(tenant);
  const range = `since=${iso(base)}&until=${iso(base + day)}`;
  const groups = async (metric: string, by: string, more = "") =>
    Object.fromEntries((await ask(tenant, `breakdown?metric=${metric}&by=${by}&${range}${more}`)).groups.map((g: any) => [g.key, g.value]));
  const [refund, senor] = [labels.get("Refund") as string, labels.get("Señor") as string];
  assert.deepEqual(await groups("messages_received", "division"), { null: 1, [north]: 1, [south]: 1 });
  assert.deepEqual(await groups("messages_received", "label"), { [refund]: 2, [senor]: 1 });
  assert.deepEqual(await groups("first_response_time", "label"), { [refund]: 120 });
  assert.deepEqual(await groups("first_response_time", "division"), { [north]: 120 });
  // Resolved and removed from the division in one step.
  assert.deepEqual(await groups("conversations_resolved", "label"), { [senor]: 1 });
  assert.deepEqual(await groups("conversations_resolved", "division"), { null: 1 });
  assert.deepEqual(await groups("conversations_labelled", "label"), { [refund]: 1, [senor]: 1 });
  assert.deepEqual(await groups("messages_received", "division", "&label=refund"), { [north]: 1, [south]: 1 });
  assert.deepEqual(await groups("messages_received", "label", `&divisionId=${south}`), { [refund]: 1, [senor]: 1 });
  assert.deepEqual(await groups("messages_received", "label", "&label=Refund"), { [refund]: 2 });
  const named = (await ask(tenant, `breakdown?metric=messages_received&by=label&${range}`)).groups.map((g: any) => g.name);
  assert.deepEqual(named, ["Refund", "Señor"]);
  const values = async (query: string) => (await valuesOf(tenant, base, base + day, query))["messages_received"].value;
  assert.deepEqual(
    [await values(""), await values("&label=REFUND"), await values("&label=nothing"), await values("&divisionId=none")],
    [3, 2, 0, 1],
  );
  assert.deepEqual(
    [await values(`&divisionId=${north}`), await values("&divisionId=x"), await values(`&label=refund&divisionId=none`)],
    [1, 0, 0],
  );
  const filtered = await valuesOf(tenant, base, base + day, "&label=refund");
  assert.deepEqual(
    [filtered["conversations_created"], filtered["messages_delivered"], filtered["active_contacts"]],
    [undefined, undefined, undefined],
  );
  assert.equal((await valuesOf(tenant, base, base + day))["conversations_labelled"].value, 2);
});

test("satisfaction: a rating counts once at the time and place of its survey; survey and comment are not team responses", async () => {
  const tenant = await t.tenant();
  const [a, b] = [conversation(), conversation()];
  const [ann, ben] = [wire("agt", t.app.ids.uuid()), wire("agt", t.app.ids.uuid())];
  const asks = (at: number, c: string) => sent(at, c, "flow", { author: { kind: "flow", id: "csat" } });
  const rated = (at: number, c: string, rating: number) => updated(at, c, { csat: [null, { rating, comment: null }] });
  await log(tenant, [
    received(base, a),
    assigned(base + minute, a, ann),
    updated(base + 2 * minute, a, { status: ["open", "resolved"] }),
    asks(base + 10 * minute, a),
    assigned(base + day, a, ben),
    rated(base + day + minute, a, 5),
    updated(base + day + 2 * minute, a, {
      csat: [
        { rating: 5, comment: null },
        { rating: 5, comment: "Thank you" },
      ],
    }),
    received(base, b),
    assigned(base + minute, b, ann),
    updated(base + 2 * minute, b, { status: ["open", "resolved"] }),
    asks(base + 10 * minute, b),
    rated(base + 20 * minute, b, 2),
    // Surveyed again after the next resolution, without an answer.
    updated(base + 2 * day, b, { status: ["resolved", "open"] }),
    updated(base + 2 * day + minute, b, { status: ["open", "resolved"] }),
    asks(base + 2 * day + 10 * minute, b),
  ]);
  await counted(tenant);
  const first = await valuesOf(tenant, base, base + hour);
  const shown = (v: Record<string, any>) =>
    ["csat_asked", "csat_answered", "csat_response_rate", "csat_average_rating", "csat_score"].map((key) => v[key].value);
  assert.deepEqual(shown(first), [2, 2, 1, 3.5, 0.5]);
  assert.deepEqual(
    [first["csat_average_rating"].unit, first["csat_average_rating"].sum, first["csat_average_rating"].observations],
    ["points", 7, 2],
  );
  assert.deepEqual(shown(await valuesOf(tenant, base, base + 3 * day)), [3, 2, 2 / 3, 3.5, 0.5]);
  assert.deepEqual(shown(await valuesOf(tenant, base + day, base + day + hour)), [0, 0, null, null, null]);
  assert.deepEqual(shown(await valuesOf(tenant, base, base + 3 * day, `&assigneeId=${ben}`)), [0, 0, null, null, null]);
  assert.deepEqual(shown(await valuesOf(tenant, base, base + hour, `&assigneeId=${ann}`)), [2, 2, 1, 3.5, 0.5]);
  assert.equal((await valuesOf(tenant, base, base + 3 * day))["response_time"].observations, 0);
});

test("an event that cannot be parsed counts nothing and stops nothing", async () => {
  const c = conversation();
  const v = await count([
    { at: base, type: "message.sent", conversation: c, data: {} },
    { at: base, type: "message.status", conversation: c, data: { message: { id: "msg_0" }, status: "read", previousStatus: "sent" } },
    { at: base, type: "conversation.updated", data: { changes: {} } },
    updated(base, c, { divisionId: [null, "somewhere"] }),
    updated(base, c, { labels: [[], "Refund"] }),
    // Not a UUIDv7: its first digits are not a time, or one too far in the future for any column.
    {
      ...sent(base, c),
      data: { message: { id: `msg_ff${"f".repeat(30)}`, type: "text", content: null, author: { kind: "api", id: null } } },
    },
    {
      ...sent(base, c),
      data: { message: { id: `msg_00${"0".repeat(30)}`, type: "text", content: null, author: { kind: "api", id: null } } },
    },
    received(base, c),
  ]);
  assert.deepEqual([v["messages_sent"].value, v["messages_read"].value, v["messages_received"].value], [0, 0, 1]);
  assert.match(t.logged(), /could not be parsed/);
});

test("what happened before the retained log is taken from the conversation itself", async () => {
  const tenant = await t.tenant();
  const channel = await t.channel(tenant);
  await t.simulator.customer("447700700009", "Elif").sendText(channel.externalId, "Hello");
  await t.drain();
  await counted(tenant);
  const [{ id }] = (await tenant.api.get("/api/v1/conversations")).body.data;
  await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700700009", type: "text", text: "Good morning" });
  await counted(tenant);
  // As if it had been created before the retained log.
  await withClient(t.database.admin, (admin) => admin.query("delete from metric_conversations where tenant_id = $1", [tenant.id]));
  t.clock.advance(2 * hour);
  await t.simulator.customer("447700700009", "Elif").sendText(channel.externalId, "Are you there?");
  await t.drain();
  t.clock.advance(minute);
  await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: "447700700009", type: "text", text: "Yes" });
  await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
  await counted(tenant);
  const now = t.clock.now().getTime();
  const v = await valuesOf(tenant, now - hour, now + hour);
  assert.ok(v["resolution_time"].value >= 7_260 && v["resolution_time"].value < 7_300, "since its creation");
  assert.deepEqual([v["first_response_time"].observations, v["response_time"].observations], [0, 1], "it had its first response before");
});
