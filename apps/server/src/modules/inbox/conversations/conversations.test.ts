import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { plannerSettings } from "#platform/db/plans.ts";

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let channel: { id: string; externalId: string };

before(async () => {
  app = await startTestApp();
  [tenant, other] = await Promise.all([app.tenant(), app.tenant()]);
  channel = await app.channel(tenant);
});
after(() => app?.stop());

const path = "/api/v1/conversations";
let people = 0;

/** A new person writes; returns their conversation. */
async function incoming(text = "Hello", who: TestTenant = tenant, on = channel) {
  const waId = `4477007${String(++people).padStart(5, "0")}`;
  const customer = app.simulator.customer(waId, `Person ${people}`);
  await customer.sendText(on.externalId, text);
  await app.drain();
  const { body } = await who.api.get(`${path}?limit=100`);
  const { body: contacts } = await who.api.get(`/api/v1/contacts?phone=%2B${waId}`);
  const conversation = body.data.find((c: any) => c.contactId === contacts.data[0].id);
  assert.ok(conversation, "the conversation of the message");
  return { customer, waId, conversation, url: `${path}/${conversation.id}` };
}

async function eventsOf(conversationId: string, type: string): Promise<any[]> {
  const rows = await app.app.database.worker<{ data: any }>({
    text: "select data from event_log where tenant_id = $1 and type = $2 and data->>'conversationId' = $3 order by xid, id",
    values: [tenant.id, type, conversationId],
  });
  return rows.map((row) => row.data);
}

async function member(who: TestTenant, email: string): Promise<string> {
  const { userId } = await app.app.tenants.createUser({ email, password: "long enough", tenantId: who.id, role: "agent" });
  return userId.replaceAll("-", "");
}

async function wholeList(who: TestTenant, query: string): Promise<any[]> {
  const all = [];
  let cursor: string | null = null;
  do {
    const answer: { status: number; text: string; body: any } = await who.api.get(
      `${path}?${query}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    assert.equal(answer.status, 200, answer.text);
    all.push(...answer.body.data);
    cursor = answer.body.pageInfo.nextCursor;
    assert.equal(answer.body.pageInfo.hasNextPage, cursor !== null);
  } while (cursor !== null);
  return all;
}

test("a message from a new person opens a conversation that shows all its fields", async () => {
  const { conversation, url } = await incoming("  Where is my order? ");
  const { id, contactId, contact, lastMessage, lastMessageAt, windowExpiresAt, waitingSince, createdAt, updatedAt, ...rest } = conversation;
  assert.match(id, /^conv_[0-9a-f]{32}$/);
  assert.match(contactId, /^cnt_/);
  assert.equal(contact.id, contactId);
  assert.deepEqual([lastMessage.direction, lastMessage.status, lastMessage.at], ["inbound", "received", lastMessageAt]);
  assert.equal(new Date(windowExpiresAt).getTime(), new Date(lastMessageAt).getTime() + 86_400_000);
  assert.ok(waitingSince !== null && createdAt !== null && updatedAt !== null);
  assert.deepEqual(rest, {
    channelId: channel.id,
    channelKind: "chat_app",
    status: "open",
    pendingReason: null,
    snoozedUntil: null,
    assigneeId: null,
    divisionId: null,
    labels: [],
    priority: "medium",
    subject: null,
    unreadCount: 1,
    firstRepliedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    handledBy: "human",
    sla: null,
  });
  assert.deepEqual((await tenant.api.get(url)).body, conversation);
  assert.deepEqual(await eventsOf(id, "conversation.created"), [
    { channelId: channel.id, conversationId: id, contactId, channelKind: "chat_app", status: "open" },
  ]);
});

test("resolving records when and by whom, ends the wait, and opening reverts it", async () => {
  const { conversation, url } = await incoming();
  app.clock.advance(1_000);
  const resolved = await tenant.api.patch(url, { status: "done" });
  const now = app.clock.now().toISOString();
  assert.equal(resolved.status, 200, resolved.text);
  assert.deepEqual(resolved.body, {
    ...conversation,
    status: "resolved",
    resolvedAt: now,
    resolvedBy: resolved.body.resolvedBy,
    waitingSince: null,
    updatedAt: now,
  });
  assert.match(resolved.body.resolvedBy, /^key_/);
  app.clock.advance(1_000);
  const again = await tenant.api.patch(url, { status: "resolved" });
  assert.deepEqual(again.body, resolved.body);
  const opened = await tenant.api.patch(url, { status: "open" });
  assert.deepEqual([opened.body.status, opened.body.resolvedAt, opened.body.resolvedBy], ["open", null, null]);
  assert.deepEqual(
    (await eventsOf(conversation.id, "conversation.updated")).map((e) => e.changes),
    [{ status: { from: "open", to: "resolved" } }, { status: { from: "resolved", to: "open" } }],
  );
});

test("a resolved conversation cannot become pending", async () => {
  const { url } = await incoming();
  await tenant.api.patch(url, { status: "resolved" });
  const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
  for (const body of [{ status: "pending" }, { snoozedUntil: until }, { status: "pending", snoozedUntil: until, labels: ["kept out"] }]) {
    const refused = await tenant.api.patch(url, body);
    assert.deepEqual([refused.status, refused.body.error.code], [409, "invalid_transition"], JSON.stringify(body));
  }
  assert.deepEqual((await tenant.api.get(url)).body.labels, []);
});

test("pending without a time waits for the customer, whose message opens it", async () => {
  const { conversation, customer, url } = await incoming();
  const pending = await tenant.api.patch(url, { status: "pending" });
  assert.deepEqual([pending.body.status, pending.body.pendingReason, pending.body.snoozedUntil], ["pending", "customer", null]);
  await customer.sendText(channel.externalId, "Here I am");
  await app.drain();
  const { body } = await tenant.api.get(url);
  assert.deepEqual([body.status, body.pendingReason, body.unreadCount], ["open", null, 2]);
  assert.deepEqual(
    (await eventsOf(conversation.id, "conversation.updated")).map((e) => e.changes.status),
    [
      { from: "open", to: "pending" },
      { from: "pending", to: "open" },
    ],
  );
});

test("a snooze ends at its time, once, whoever runs the timer and however often", async () => {
  const { conversation, url } = await incoming();
  const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const snoozed = await tenant.api.patch(url, { snoozedUntil: until });
  assert.deepEqual([snoozed.body.status, snoozed.body.pendingReason, snoozed.body.snoozedUntil], ["pending", "snoozed", until]);
  await app.drain();
  assert.equal((await tenant.api.get(url)).body.status, "pending");
  app.clock.advance(3_599_999);
  await app.drain();
  assert.equal((await tenant.api.get(url)).body.status, "pending");
  app.clock.advance(1);
  const second = await startTestApp({ sharing: app });
  try {
    await Promise.all([app.drain(), second.drain(), app.drain()]);
    await app.drain();
  } finally {
    await second.stop();
  }
  const { body } = await tenant.api.get(url);
  assert.deepEqual(
    [body.status, body.pendingReason, body.snoozedUntil, body.updatedAt],
    ["open", null, null, app.clock.now().toISOString()],
  );
  assert.deepEqual(
    (await eventsOf(conversation.id, "conversation.updated")).map((e) => e.changes),
    [
      { status: { from: "open", to: "pending" }, pendingReason: { from: null, to: "snoozed" }, snoozedUntil: { from: null, to: until } },
      { status: { from: "pending", to: "open" }, pendingReason: { from: "snoozed", to: null }, snoozedUntil: { from: until, to: null } },
    ],
  );
});

test("snoozes of more conversations than one round takes all end, across tenants", async () => {
  const own = await app.tenant();
  const there = await app.channel(own);
  const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
  for (const [who, on] of [
    [tenant, channel],
    [own, there],
  ] as const) {
    for (let i = 0; i < 3; i++) {
      const { url } = await incoming("Hi", who, on);
      assert.equal((await who.api.patch(url, { snoozedUntil: until })).status, 200);
    }
  }
  assert.equal((await wholeList(own, "status=snoozed")).length, 3);
  app.clock.advance(60_000);
  await app.drain();
  assert.equal((await wholeList(own, "status=snoozed")).length, 0);
  assert.equal((await wholeList(own, "status=open")).length, 3);
  assert.equal((await wholeList(tenant, "status=snoozed")).length, 0);
});

test("a snooze can be ended and moved by hand; a message ends it too", async () => {
  const { customer, url } = await incoming();
  const [soon, late] = [60_000, 120_000].map((ms) => new Date(app.clock.now().getTime() + ms).toISOString());
  await tenant.api.patch(url, { status: "pending", snoozedUntil: soon });
  assert.equal((await tenant.api.patch(url, { snoozedUntil: late })).body.snoozedUntil, late);
  assert.deepEqual((await tenant.api.patch(url, { status: "pending", snoozedUntil: null })).body.pendingReason, "customer");
  await tenant.api.patch(url, { snoozedUntil: late });
  assert.equal((await tenant.api.patch(url, { snoozedUntil: null })).body.status, "open");
  await tenant.api.patch(url, { snoozedUntil: late });
  await customer.sendText(channel.externalId, "Still there?");
  await app.drain();
  const { body } = await tenant.api.get(url);
  assert.deepEqual([body.status, body.snoozedUntil], ["open", null]);
});

test("a wrong field is reported with its problem", async () => {
  const { conversation, url } = await incoming();
  const future = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const rules: [object, string][] = [
    [{ snoozedUntil: app.clock.now().toISOString() }, "out_of_range"],
    [{ status: "open", snoozedUntil: future }, "not_allowed"],
  ];
  for (const [body, issue] of rules) {
    const refused = await tenant.api.patch(url, body);
    assert.deepEqual([refused.status, refused.body.error.details], [422, [{ field: "snoozedUntil", issue }]]);
  }
  const cases: [object, string, string][] = [
    [{ status: "closed" }, "status", "unknown_value"],
    [{ status: "snoozed" }, "status", "unknown_value"],
    [{ snoozedUntil: "tomorrow" }, "snoozedUntil", "invalid_format"],
    [{ priority: "now" }, "priority", "unknown_value"],
    [{ labels: "a" }, "labels", "invalid_type"],
    [{ labels: [""] }, "labels[0]", "too_short"],
    [{ labels: ["  "] }, "labels[0]", "too_short"],
    [{ addLabels: ["x".repeat(51)] }, "addLabels[0]", "too_long"],
    [{ labels: Array.from({ length: 51 }, (_, i) => `l${i}`) }, "labels", "too_many"],
    [{ labels: Array.from({ length: 50 }, (_, i) => `l${i}`), addLabels: ["one more"] }, "addLabels", "too_many"],
    [{ subject: "x".repeat(501) }, "subject", "too_long"],
    [{ assigneeId: 7 }, "assigneeId", "invalid_type"],
  ];
  for (const [body, field, issue] of cases) {
    const refused = await tenant.api.patch(url, body);
    assert.deepEqual([refused.status, refused.body.error?.code], [400, "validation_error"], JSON.stringify(body));
    assert.ok(
      refused.body.error.details.some((d: any) => d.field === field && d.issue === issue),
      `${JSON.stringify(body).slice(0, 60)} ${refused.text}`,
    );
  }
  assert.deepEqual((await tenant.api.get(url)).body, conversation);
});

test("assigning emits the new and the previous agent, given as agt_ or usr_; ids of non-members are unknown", async () => {
  const [ann, ben] = [await member(tenant, "ann@conv.test"), await member(tenant, "ben@conv.test")];
  const stranger = await member(other, "stranger@conv.test");
  const { conversation, url } = await incoming();
  assert.equal((await tenant.api.patch(url, { assigneeId: `usr_${ann}` })).body.assigneeId, `agt_${ann}`);
  assert.equal((await tenant.api.patch(url, { assigneeId: `agt_${ben}`, labels: ["a"] })).body.assigneeId, `agt_${ben}`);
  assert.equal((await tenant.api.patch(url, { assigneeId: `agt_${ben}` })).status, 200);
  assert.equal((await tenant.api.patch(url, { assigneeId: null })).body.assigneeId, null);
  const place = { channelId: channel.id, conversationId: conversation.id, contactId: conversation.contactId };
  assert.deepEqual(await eventsOf(conversation.id, "conversation.assigned"), [
    { ...place, assigneeId: `agt_${ann}`, previousAssigneeId: null },
    { ...place, assigneeId: `agt_${ben}`, previousAssigneeId: `agt_${ann}` },
    { ...place, assigneeId: null, previousAssigneeId: `agt_${ben}` },
  ]);
  assert.deepEqual(await eventsOf(conversation.id, "conversation.updated"), [{ ...place, changes: { labels: { from: [], to: ["a"] } } }]);
  for (const assigneeId of [`agt_${stranger}`, unknownId("agt"), unknownId("usr"), "me"]) {
    const refused = await tenant.api.patch(url, { assigneeId });
    assert.deepEqual([refused.status, refused.body.error.code], [404, "not_found"], assigneeId);
  }
});

test("labels are replaced, added and removed; priority and subject change; repeating the request writes nothing", async () => {
  const { conversation, url } = await incoming();
  assert.deepEqual((await tenant.api.patch(url, { labels: [" a", "b", "a"] })).body.labels, ["a", "b"]);
  assert.deepEqual((await tenant.api.patch(url, { addLabels: ["c", "a"], removeLabels: ["b", "never there"] })).body.labels, ["a", "c"]);
  const changed = await tenant.api.patch(url, { priority: "urgent", subject: " Refund ", labels: [] });
  assert.deepEqual([changed.body.priority, changed.body.subject, changed.body.labels], ["urgent", "Refund", []]);
  assert.equal((await tenant.api.patch(url, { subject: null })).body.subject, null);
  const events = (await eventsOf(conversation.id, "conversation.updated")).length;
  app.clock.advance(1_000);
  const { body: before } = await tenant.api.get(url);
  for (const same of [{}, { unknown: 1 }, { priority: "urgent", removeLabels: ["x"] }, before])
    assert.deepEqual((await tenant.api.patch(url, same)).body, before);
  assert.equal((await eventsOf(conversation.id, "conversation.updated")).length, events);
});

test("two people who add labels concurrently both succeed", async () => {
  const { url } = await incoming();
  await Promise.all(Array.from({ length: 6 }, (_, i) => tenant.api.patch(url, { addLabels: [`l${i}`] })));
  assert.deepEqual((await tenant.api.get(url)).body.labels.sort(), ["l0", "l1", "l2", "l3", "l4", "l5"]);
});

test("a resolved conversation stays resolved while the person has a newer one, which the error names", async () => {
  const { conversation, customer, url } = await incoming();
  await tenant.api.patch(url, { status: "resolved" });
  app.clock.advance(25 * 3_600_000);
  await customer.sendText(channel.externalId, "Something new");
  await app.drain();
  const both = await wholeList(tenant, `contactId=${conversation.contactId}`);
  assert.equal(both.length, 2);
  const newer = both.find((c) => c.id !== conversation.id);
  const refused = await tenant.api.patch(url, { status: "open" });
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.details],
    [409, "conflict", [{ field: "status", issue: "exists", id: newer.id }]],
  );
  await tenant.api.patch(`${path}/${newer.id}`, { status: "resolved" });
  assert.equal((await tenant.api.patch(url, { status: "open" })).status, 200);
});

test("a note is for the team: listed with the messages, not used as the preview, never sent", async () => {
  const { conversation, waId, url } = await incoming("Hi");
  app.clock.advance(1_000);
  const note = await tenant.api.post(`${url}/notes`, { text: "Call back on Monday" }, { "idempotency-key": "note" });
  assert.equal(note.status, 200, note.text);
  assert.match(note.body.id, /^msg_/);
  assert.deepEqual(
    [
      note.body.isNote,
      note.body.type,
      note.body.direction,
      note.body.status,
      note.body.text,
      note.body.author.kind,
      note.body.conversationId,
    ],
    [true, "text", "outbound", "sent", "Call back on Monday", "api", conversation.id],
  );
  assert.equal((await tenant.api.post(`${url}/notes`, { text: "Call back on Monday" }, { "idempotency-key": "note" })).text, note.text);
  await app.settle();
  assert.equal(app.simulator.sentTo(waId).length, 0);
  const { body: messages } = await tenant.api.get(`${url}/messages`);
  assert.deepEqual(
    messages.data.map((m: any) => m.isNote),
    [true, false],
  );
  assert.deepEqual((await tenant.api.get(url)).body.lastMessage, conversation.lastMessage);
  assert.deepEqual(
    (await eventsOf(conversation.id, "conversation.updated")).map((e) => e.changes),
    [{ noteId: { from: null, to: note.body.id } }],
  );
  assert.equal((await eventsOf(conversation.id, "message.sent")).length, 0);
  for (const body of [{}, { text: "" }, { text: " \n" }, { text: 1 }, { text: "x".repeat(65_537) }]) {
    const refused = await tenant.api.post(`${url}/notes`, body);
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, "text"]);
  }
});

test("marking as read sets the count to zero, and emits it once", async () => {
  const { conversation, customer, url } = await incoming();
  await customer.sendText(channel.externalId, "And another");
  await app.drain();
  assert.equal((await tenant.api.get(url)).body.unreadCount, 2);
  assert.equal((await tenant.api.post(`${url}/read`)).body.unreadCount, 0);
  assert.equal((await tenant.api.post(`${url}/read`)).status, 200);
  assert.deepEqual(
    (await eventsOf(conversation.id, "conversation.updated")).map((e) => e.changes),
    [{ unreadCount: { from: 2, to: 0 } }],
  );
});

test("send-options show what may be sent and until when, by window, opt-out and channel", async () => {
  const { conversation, url } = await incoming();
  const options = async () => (await tenant.api.get(`${url}/send-options`)).body;
  const within = await options();
  assert.deepEqual([within.canSend, within.reason, within.windowExpiresAt], [true, null, conversation.windowExpiresAt]);
  assert.ok(within.types.includes("text") && within.types.includes("template"));
  app.clock.set(new Date(conversation.windowExpiresAt));
  const closed = await options();
  assert.deepEqual([closed.canSend, closed.types, closed.reason], [true, ["template"], "window_closed"]);
  assert.equal(closed.windowExpiresAt, conversation.windowExpiresAt);
  assert.deepEqual([closed.closed[0].reason, closed.closed[0].types.includes("text")], ["window_closed", true]);
  assert.deepEqual(
    closed.limits.find((l: { type: string }) => l.type === "text"),
    { type: "text", textCharactersMax: 4096, quote: true },
  );
  await tenant.api.patch(`/api/v1/contacts/${conversation.contactId}`, { optIn: "opted_out" });
  assert.deepEqual([(await options()).canSend, (await options()).reason], [false, "recipient_opted_out"]);
  await tenant.api.patch(`/api/v1/contacts/${conversation.contactId}`, { optIn: "opted_in" });
  await tenant.api.patch(`/api/v1/channels/${channel.id}`, { status: "Disconnected" });
  assert.deepEqual([(await options()).canSend, (await options()).reason], [false, "channel_not_connected"]);
  await tenant.api.patch(`/api/v1/channels/${channel.id}`, { status: "Connected" });
  assert.equal((await options()).canSend, true);
});

test("another tenant's conversation, one that never existed and a malformed id cannot be distinguished", async () => {
  const { conversation } = await incoming();
  const answers: string[] = [];
  for (const id of [conversation.id, unknownId("conv"), "conv_1", `cnt_${"0".repeat(32)}`]) {
    for (const [method, suffix, body] of [
      ["GET", "", undefined],
      ["PATCH", "", "{}"],
      ["PATCH", "", "no json"],
      ["POST", "/notes", '{"text":"x"}'],
      ["POST", "/notes", "{}"],
      ["POST", "/read", undefined],
      ["GET", "/send-options", undefined],
      ["GET", "/messages", undefined],
    ] as const) {
      const response = await other.api.request(method, `${path}/${id}${suffix}`, body === undefined ? {} : { body });
      assert.equal(response.status, 404, `${method} ${suffix} ${response.text}`);
      answers.push(response.text);
    }
  }
  assert.equal(new Set(answers).size, 1);
});

test("reading and writing each require their scope", async () => {
  const { url } = await incoming();
  const reader = app.api(await app.key(tenant.id, { scopes: ["conversations:read"] }));
  const writer = app.api(await app.key(tenant.id, { scopes: ["conversations:write"] }));
  for (const [answer, scope] of [
    [await writer.get(path), "conversations:read"],
    [await writer.get(url), "conversations:read"],
    [await writer.get(`${url}/send-options`), "conversations:read"],
    [await reader.patch(url, { status: "open" }), "conversations:write"],
    [await reader.post(`${url}/notes`, { text: "x" }), "conversations:write"],
    [await reader.post(`${url}/read`), "conversations:write"],
  ] as const) {
    assert.deepEqual([answer.status, answer.body.error.details], [403, [{ field: scope, issue: "missing_scope" }]]);
  }
  assert.equal((await reader.get(url)).status, 200);
  assert.equal((await writer.post(`${url}/read`)).status, 200);
});

test("the list is paged, filtered and sorted, newest message first", async () => {
  const own = await app.tenant();
  const [here, there] = [await app.channel(own), await app.channel(own)];
  const agent = await member(own, "lister@conv.test");
  const made: Awaited<ReturnType<typeof incoming>>[] = [];
  for (let i = 0; i < 6; i++) {
    made.push(await incoming(`M${i}`, own, i < 4 ? here : there));
    app.clock.advance(1_000);
  }
  const [a, b, c, d, e, f] = made.map((m) => m.conversation.id);
  // The oldest conversation gets the newest message.
  await made[0]?.customer.sendText(here.externalId, "again");
  await app.drain();
  const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const change = (id: string, body: object) => own.api.patch(`${path}/${id}`, body);
  await change(b, { status: "resolved", labels: ["refund"] });
  await change(c, { status: "pending" });
  await change(d, { snoozedUntil: soon, priority: "high" });
  await change(e, { assigneeId: `agt_${agent}`, labels: ["refund", "vip"] });
  await own.api.post(`${path}/${f}/read`);
  const list = async (query: string) => (await wholeList(own, query)).map((row) => row.id);
  for (const limit of [1, 2, 5, 6, 100]) assert.deepEqual(await list(`limit=${limit}`), [a, f, e, d, c, b], `limit ${limit}`);
  for (const limit of [1, 4, 100]) assert.deepEqual(await list(`sort=createdAt&limit=${limit}`), [f, e, d, c, b, a], `createdAt ${limit}`);
  const cases: [string, string[]][] = [
    ["status=open", [a, f, e]],
    ["status=pending", [d, c]],
    ["status=snoozed", [d]],
    ["status=resolved", [b]],
    ["status=done", [b]],
    [`channelId=${there.id}`, [f, e]],
    [`channelId=${here.id}&status=open`, [a]],
    [`contactId=${made[2]?.conversation.contactId}`, [c]],
    [`assigneeId=agt_${agent}`, [e]],
    [`assigneeId=usr_${agent}`, [e]],
    ["assigneeId=none&limit=2", [a, f, d, c, b]],
    ["label=refund", [e, b]],
    ["label=refund&label=vip", [e]],
    ["label=VIP&label=refund&label=vip&status=open", [e]],
    ["label=refund&label=vip&status=resolved", []],
    ["label=refund&label=none", []],
    ["label=refund&label=%20", []],
    ["label=refund&status=open", [e]],
    ["priority=high", [d]],
    ["unread=true&limit=2", [a, e, d, c, b]],
    ["unread=false", [f]],
    ["sort=createdAt&status=pending", [d, c]],
    // An impossible value matches nothing, like another tenant's id.
    [`channelId=${channel.id}`, []],
    [`channelId=${unknownId("chn")}`, []],
    ["channelId=x", []],
    [`contactId=${unknownId("cnt")}`, []],
    ["assigneeId=x", []],
    ["label=none", []],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await list(query), expected, query);
  const cursor = encodeURIComponent(
    (await own.api.get(`${path}?limit=1&status=done`)).body.pageInfo.nextCursor ??
      (await own.api.get(`${path}?limit=1`)).body.pageInfo.nextCursor,
  );
  for (const query of [`status=open&cursor=${cursor}`, `sort=createdAt&cursor=${cursor}`, "cursor=x"]) {
    assert.equal((await own.api.get(`${path}?${query}`)).body.error.code, "invalid_cursor", query);
  }
  assert.equal((await other.api.get(`${path}?cursor=${cursor}`)).body.error.code, "invalid_cursor");
  for (const [query, issue] of [
    [Array.from({ length: 11 }, (_, i) => `label=l${i}`).join("&"), "too_many"],
    [`label=a&label=${"x".repeat(160)}`, "too_long"],
    ["label=a&labels=b", "not_allowed"],
  ] as const) {
    const refused = await own.api.get(`${path}?${query}`);
    assert.deepEqual([refused.status, refused.body.error.details[0].issue], [400, issue], query);
  }
  for (const query of ["limit=0", "limit=101", "limit=ten", "status=closed", "priority=now", "sort=name", "unread=maybe"]) {
    assert.deepEqual([(await own.api.get(`${path}?${query}`)).status], [400], query);
  }
});

test("a label on thousands is paged in the same order as one on few", async () => {
  const own = await app.tenant();
  const { conversation } = await incoming("Hi", own, await app.channel(own));
  const admin = new pg.Client(app.database.admin);
  await admin.connect();
  await admin.query(plannerSettings(undefined));
  const idOf = async (name: string) => {
    const { body } = await own.api.post("/api/v1/labels", { name });
    return body.id.slice(4) as string;
  };
  const [many, some] = [await idOf("many"), await idOf("some")];
  // More than the 5,000 matches that list_labelled_conversations() reads from the index at most, and than the 300 that it reads first.
  await admin.query(
    `insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at, label_ids, last_message_at, waiting_since, created_at, updated_at)
    select tenant_id, gen_random_uuid(), channel_id, channel_kind, contact_id, identity_id, 'resolved', now(), case when i % 50 = 0 then array[$2, $3] else array[$2] end::uuid[],
           now() - (i * 7919 % 5011) * interval '1 s', case when i % 3 > 0 then now() - (i * 6007 % 5011) * interval '1 s' end, now(), now()
      from conversations, generate_series(1, 5010) i where tenant_id = $1`,
    [own.id, many, some],
  );
  const { rows } = await admin.query(
    `select 'conv_' || replace(id::text, '-', '') as id, cardinality(label_ids) as labels from conversations where tenant_id = $1 and label_ids <> '{}'
    order by last_message_at desc, id desc`,
    [own.id],
  );
  const { rows: waiting } = await admin.query(
    `select 'conv_' || replace(id::text, '-', '') as id, cardinality(label_ids) as labels from conversations
      where tenant_id = $1 and label_ids <> '{}' and waiting_since is not null order by waiting_since, id`,
    [own.id],
  );
  // Includes entries still pending in the index.
  await admin.query("vacuum analyze conversations");
  const plans: string[] = [];
  admin.on("notice", (notice) => plans.push(notice.message ?? ""));
  await admin.query(
    `load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log;
     set app.tenant_id = '${own.id}'; set role parley_app`,
  );
  const nothing = Array.from({ length: 10 }, () => "null").join(", ");
  const every = await admin.query(
    `select * from list_labelled_conversations(null, ${nothing}, 'lastMessageAt', null, null, 10, null, null, null, null, $1::uuid[])`,
    [[many, some]],
  );
  assert.equal(every.rows.length, 10);
  assert.ok(
    plans.some((plan) => plan.includes("conversations_by_label")),
    plans.join("\n"),
  );
  await admin.end();
  const ids = rows.map((row) => row.id);
  const pages = async (query: string) => {
    const first = await own.api.get(`${path}?${query}&limit=100`);
    const second = await own.api.get(`${path}?${query}&limit=100&cursor=${encodeURIComponent(first.body.pageInfo.nextCursor)}`);
    return [...first.body.data, ...second.body.data].map((c) => c.id);
  };
  assert.deepEqual(await pages("label=many"), ids.slice(0, 200));
  assert.deepEqual(await pages("label=many&sort=createdAt&status=resolved"), ids.toSorted().reverse().slice(0, 200));
  const both = rows.filter((row) => row.labels === 2).map((row) => row.id);
  assert.deepEqual(
    (await wholeList(own, "label=many&label=some&limit=30")).map((c) => c.id),
    both,
  );
  assert.equal((await own.api.get(`${path}/counts?label=some&label=many`)).body.all.conversations.count, both.length);
  assert.deepEqual(
    (await wholeList(own, "label=some&limit=30")).map((c) => c.id),
    rows.filter((row) => row.labels === 2).map((row) => row.id),
  );
  assert.deepEqual(
    await pages("label=many&sort=waitingSince"),
    waiting.slice(0, 200).map((row) => row.id),
  );
  assert.deepEqual(
    (await wholeList(own, "label=some&sort=waitingSince&limit=30")).map((c) => c.id),
    waiting.filter((row) => row.labels === 2).map((row) => row.id),
  );
  assert.deepEqual(await wholeList(own, "label=many&status=open"), []);
  assert.deepEqual(
    (await wholeList(own, "status=open")).map((c) => c.id),
    [conversation.id],
  );
});
