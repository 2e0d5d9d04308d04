/** Bulk changes, read marks, mentions, activity, and the filters of lists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { unknownId } from "../../../../test/harness.ts";
import { detail, refusal, startInbox, wholeList } from "../../../../test/inbox.ts";

const { t, tenant, other, channel, incoming, member, eventsOf } = await startInbox("44770072");
const { api } = tenant;
const bulk = "/api/v1/conversations/bulk";
const agent = await member("agent@inbox.example");

test("a bulk change reaches each conversation and emits its events, and a refused one does not undo the others", async () => {
  const [a, b, c] = [await incoming(), await incoming(), await incoming()];
  await api.patch(c.url, { status: "resolved" });
  const foreign = await incoming("Hi", other, await t.channel(other));
  const ids = [c, a, b].map(({ conversation }) => conversation.id);
  const response = await api.post(bulk, {
    ids: [...ids, foreign.conversation.id, unknownId("conv"), "x", a.conversation.id],
    status: "pending",
    assigneeId: agent,
    addLabels: ["Bulk"],
    priority: "high",
    read: true,
  });
  assert.equal(response.status, 200, response.text);
  assert.deepEqual([response.body.succeeded, response.body.failed], [2, 4]);
  const results = response.body.data.map((item: any) => [item.id, item.ok, item.error?.code ?? null]);
  assert.deepEqual(results, [
    [ids[0], false, "invalid_transition"],
    [ids[1], true, null],
    [ids[2], true, null],
    [foreign.conversation.id, false, "not_found"],
    [unknownId("conv"), false, "not_found"],
    ["x", false, "not_found"],
  ]);
  for (const { url, conversation } of [a, b]) {
    const now = (await api.get(url)).body;
    assert.deepEqual(
      [now.status, now.pendingReason, now.assigneeId, now.labels, now.priority, now.unreadCount],
      ["pending", "customer", agent, ["Bulk"], "high", 0],
    );
    assert.deepEqual(response.body.data.find((item: any) => item.id === conversation.id).conversation, now);
    assert.equal((await eventsOf(conversation.id, "conversation.assigned")).length, 1);
    assert.equal((await eventsOf(conversation.id, "conversation.updated")).length, 2);
  }
  // The refused conversation has neither label nor assignee.
  const left = (await api.get(c.url)).body;
  assert.deepEqual([left.status, left.assigneeId, left.labels, left.unreadCount], ["resolved", null, [], 1]);
  assert.equal((await other.api.get(foreign.url)).body.unreadCount, 1);
});

test("partial changes of a refused conversation are rolled back, and those after it are still changed", async () => {
  const [full, free] = [await incoming(), await incoming()];
  await api.patch(full.url, { labels: Array.from({ length: 50 }, (_, i) => `Full ${i}`) });
  const response = await api.post(bulk, { ids: [full.conversation.id], addLabels: ["Left over"] });
  assert.deepEqual([response.status, response.body.failed, response.body.data[0].error.code], [200, 1, "validation_error"], response.text);
  assert.deepEqual((await api.get("/api/v1/labels?q=left%20over")).body.data, []);
  const both = await api.post(bulk, { ids: [full.conversation.id, free.conversation.id], addLabels: ["Fits"] });
  assert.deepEqual([both.body.succeeded, both.body.failed], [1, 1]);
  assert.deepEqual((await api.get(free.url)).body.labels, ["Fits"]);
});

test("a bulk change with an idempotency key happens once", async () => {
  const { conversation, url } = await incoming();
  const body = { ids: [conversation.id], read: false, addLabels: ["Once"] };
  const headers = { "idempotency-key": "bulk-once" };
  const first = await api.post(bulk, body, headers);
  assert.equal(first.body.succeeded, 1, first.text);
  await api.patch(url, { labels: [] });
  const again = await api.post(bulk, body, headers);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  assert.equal(again.text, first.text);
  assert.deepEqual((await api.get(url)).body.labels, []);
});

test("two concurrent bulk changes of the same conversations in opposite order both finish", async () => {
  const made = [await incoming(), await incoming(), await incoming()];
  const ids = made.map(({ conversation }) => conversation.id);
  const responses = await Promise.all([
    api.post(bulk, { ids, addLabels: ["One"] }),
    api.post(bulk, { ids: ids.toReversed(), addLabels: ["Two"] }),
  ]);
  for (const response of responses) assert.deepEqual([response.status, response.body.succeeded], [200, 3], response.text);
  for (const { url } of made) assert.deepEqual((await api.get(url)).body.labels.sort(), ["One", "Two"]);
});

test("a bulk request that is empty, too large or contains unknown ids is refused as a whole", async () => {
  const { conversation } = await incoming();
  const ids = [conversation.id];
  assert.deepEqual(refusal(await api.post(bulk, { ids })), [400, "validation_error"]);
  assert.deepEqual(detail(await api.post(bulk, { ids: [], read: true })), ["ids", "too_short"]);
  assert.deepEqual(detail(await api.post(bulk, { ids: Array(101).fill(ids[0]), read: true })), ["ids", "too_many"]);
  assert.deepEqual(detail(await api.post(bulk, { ids, snoozedUntil: "2020-01-01T00:00:00Z" })), ["snoozedUntil", "out_of_range"]);
  assert.deepEqual(refusal(await api.post(bulk, { ids, assigneeId: unknownId("agt") })), [404, "not_found"]);
  const reader = t.api(await t.key(tenant.id, { scopes: ["conversations:read"] }));
  assert.deepEqual(refusal(await reader.post(bulk, { ids, read: true })), [403, "insufficient_scope"]);
});

test("a read conversation can be marked unread, and found again", async () => {
  const { conversation, url } = await incoming();
  await api.post(`${url}/read`);
  const unread = await api.post(`${url}/unread`);
  assert.deepEqual([unread.status, unread.body.unreadCount], [200, 1], unread.text);
  assert.deepEqual((await api.post(`${url}/unread`)).body, unread.body);
  assert.deepEqual(
    (await eventsOf(conversation.id, "conversation.updated")).map((event) => event.changes),
    [{ unreadCount: { from: 1, to: 0 } }, { unreadCount: { from: 0, to: 1 } }],
  );
  assert.deepEqual(refusal(await other.api.post(`${url}/unread`)), [404, "not_found"]);
});

test("a mention notifies the member once, and another tenant's or an unknown member is refused", async () => {
  const { conversation, url } = await incoming();
  const colleague = await member("colleague@inbox.example");
  const stranger = await member("stranger@inbox.example", other);
  const note = await api.post(`${url}/notes`, { text: "Please look", mentions: [colleague, colleague.replace("agt", "usr")] });
  assert.equal(note.status, 200, note.text);
  assert.deepEqual(note.body.mentions, [colleague]);
  assert.deepEqual((await api.get(`/api/v1/messages/${note.body.id}`)).body.mentions, [colleague]);
  const list = `/api/v1/notifications?memberId=${colleague}`;
  const [notification, ...rest] = (await api.get(list)).body.data;
  assert.deepEqual(rest, []);
  const { id, actor, createdAt, ...shown } = notification;
  assert.match(id, /^ntf_/);
  assert.match(actor.id, /^key_/);
  assert.deepEqual(shown, {
    kind: "mention",
    memberId: colleague,
    conversationId: conversation.id,
    ticketId: null,
    flowId: null,
    exportId: null,
    grantId: null,
    text: null,
    messageId: note.body.id,
    target: null,
    readAt: null,
  });
  for (const nobody of [stranger, unknownId("agt"), "x"]) {
    assert.deepEqual(refusal(await api.post(`${url}/notes`, { text: "Hi", mentions: [nobody] })), [404, "not_found"]);
  }
  assert.equal((await api.get(list)).body.data.length, 1);
});

test("an assignment notifies the new assignee; reading it removes it from the unread ones", async () => {
  const { conversation, url } = await incoming();
  const owner = await member("owner@inbox.example");
  await api.patch(url, { assigneeId: owner });
  await api.post(`${url}/notes`, { text: "Look", mentions: [owner] });
  const list = (query = "") => wholeList(api, `/api/v1/notifications?memberId=${owner}&limit=1${query}`);
  const all = await list();
  assert.deepEqual(
    all.map((n) => [n.kind, n.conversationId]),
    [
      ["mention", conversation.id],
      ["assignment", conversation.id],
    ],
  );
  const read = (body: object) => api.post("/api/v1/notifications/read", { memberId: owner, ...body });
  assert.deepEqual((await read({ ids: [all[0].id, unknownId("ntf"), "x"] })).body, { read: 1 });
  assert.deepEqual(
    (await list("&unread=true")).map((n) => n.kind),
    ["assignment"],
  );
  assert.deepEqual(
    (await list("&unread=false")).map((n) => n.kind),
    ["mention"],
  );
  // Notifications of another member and another tenant are not changed.
  assert.deepEqual((await api.post("/api/v1/notifications/read", { memberId: agent, ids: [all[1].id] })).body, { read: 0 });
  assert.deepEqual(refusal(await other.api.post("/api/v1/notifications/read", { memberId: owner })), [404, "not_found"]);
  assert.deepEqual((await read({})).body, { read: 1 });
  assert.deepEqual((await read({})).body, { read: 0 });
  assert.deepEqual(detail(await api.get("/api/v1/notifications")), ["memberId", "required"]);
  assert.deepEqual(detail(await api.post("/api/v1/notifications/read", {})), ["memberId", "required"]);
  assert.deepEqual(refusal(await api.get(`/api/v1/notifications?memberId=${unknownId("agt")}`)), [404, "not_found"]);
});

test("the activity shows who changed what: people, the timer, and the customer who returned", async () => {
  const { conversation, url, customer } = await incoming();
  const step = async (body: object) => {
    t.clock.advance(1_000);
    assert.equal((await api.patch(url, body)).status, 200);
  };
  await step({ assigneeId: agent });
  await step({ labels: ["History"], priority: "urgent" });
  await step({ snoozedUntil: new Date(t.clock.now().getTime() + 60_000).toISOString() });
  t.clock.advance(120_000);
  await t.drain();
  await step({ status: "resolved" });
  await step({ status: "resolved" });
  t.clock.advance(1_000);
  await customer.sendText(channel.externalId, "Not solved");
  await t.drain();
  const activity = await wholeList(api, `${url}/activity?limit=2`);
  const changed = activity.map(({ changes, actor }) => [actor.kind, Object.keys(changes).sort().join()]);
  assert.deepEqual(changed, [
    ["contact", "status"],
    ["api", "status"],
    ["system", "pendingReason,snoozedUntil,status"],
    ["api", "pendingReason,snoozedUntil,status"],
    ["api", "labels,priority"],
    ["api", "assigneeId"],
  ]);
  assert.deepEqual(activity[0].changes, { status: { from: "resolved", to: "open" } });
  assert.deepEqual(activity[0].actor, { kind: "contact", id: conversation.contactId });
  assert.deepEqual(activity[4].changes, { labels: { from: [], to: ["History"] }, priority: { from: "medium", to: "urgent" } });
  assert.deepEqual(activity[5].changes, { assigneeId: { from: null, to: agent } });
  assert.match(activity[5].actor.id, /^key_/);
  assert.match(activity[0].id, /^act_/);
  assert.deepEqual(refusal(await other.api.get(`${url}/activity`)), [404, "not_found"]);
});

test("every filter finds its matches, alone and with others", async () => {
  const own = await t.tenant();
  const here = await t.channel(own);
  const made = [];
  for (let i = 0; i < 4; i++) {
    t.clock.advance(60_000);
    made.push(await incoming("Hi", own, here));
  }
  const [first, second, third, fourth] = made as [any, any, any, any];
  const who = await member("filter@inbox.example", own);
  await own.api.patch(first.url, { labels: ["Red", "Blue"], assigneeId: who });
  await own.api.patch(second.url, { labels: ["Blue"], priority: "urgent" });
  await own.api.patch(third.url, { labels: ["Green, dark"] });
  await own.api.post(`${third.url}/read`);
  await own.api.patch(fourth.url, { status: "resolved" });
  const list = async (query: string) => (await wholeList(own.api, `/api/v1/conversations?limit=1&${query}`)).map((item) => item.id);
  const ids = (...of: any[]) => of.map(({ conversation }) => conversation.id);
  const waited = encodeURIComponent(second.conversation.waitingSince);
  const cases: [string, string[]][] = [
    ["labels=red,GREEN", ids(first)],
    ["labels=red,blue", ids(second, first)],
    ["labels=nothing,blue&unassigned=true", ids(second)],
    ["labels=nothing", []],
    ["label=green%2C%20dark", ids(third)],
    ["unassigned=false", ids(first)],
    ["unassigned=true", ids(fourth, third, second)],
    ["handledBy=human&status=open", ids(third, second, first)],
    ["handledBy=bot", []],
    [`waitingSince=${waited}`, ids(second, first)],
    ["waitingMinutes=2", ids(second, first)],
    ["waitingMinutes=2&priority=urgent", ids(second)],
    ["sort=waitingSince", ids(first, second, third)],
    ["sort=waitingSince&labels=blue", ids(first, second)],
    ["sort=waitingSince&unread=true", ids(first, second)],
    ["assigneeId=me", []],
  ];
  for (const [query, expected] of cases) assert.deepEqual(await list(query), expected, query);
  for (const [query, field] of [
    ["label=a&labels=b", "labels"],
    ["assigneeId=none&unassigned=true", "unassigned"],
    ["waitingSince=2026-01-01T00:00:00Z&waitingMinutes=1", "waitingMinutes"],
    ["labels=a,b,c,d,e,f,g,h,i,j,k", "labels"],
    [`labels=${"x".repeat(51)}`, "labels"],
    ["waitingMinutes=-1", "waitingMinutes"],
    ["waitingSince=yesterday", "waitingSince"],
    ["handledBy=cat", "handledBy"],
  ] as const) {
    const response = await own.api.get(`/api/v1/conversations?${query}`);
    assert.deepEqual([response.status, detail(response)[0]], [400, field], query);
  }
});

test("the inbox tabs count mine, unassigned and all, with their unread, as the list shows them", async () => {
  const own = await t.tenant();
  const on = await t.channel(own);
  const ada = await t.person(own.id, { role: "agent" });
  const made = [];
  for (let i = 0; i < 5; i++) made.push(await incoming("Count me", own, on));
  const [a, b, c, d] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0], (typeof made)[0]];
  for (const { url } of [a, b]) await own.api.patch(url, { assigneeId: ada.agentId });
  await own.api.patch(c.url, { status: "resolved" });
  await own.api.patch(d.url, { labels: ["Counted"], priority: "urgent" });
  await own.api.post(`${a.url}/read`);
  const counts = async (query = "", who = own.api) => {
    const response = await who.get(`/api/v1/conversations/counts${query}`);
    assert.equal(response.status, 200, response.text);
    const { mine, unassigned, all } = response.body;
    for (const tab of [mine, unassigned, all])
      for (const counted of Object.values(tab ?? {}) as { more: boolean }[]) assert.equal(counted.more, false);
    return [mine, unassigned, all].map((tab) => (tab === null ? null : [tab.conversations.count, tab.unread.count]));
  };
  assert.deepEqual(await counts(), [null, [3, 3], [5, 4]], "a key is nobody's assignee");
  assert.deepEqual(await counts("", ada.api), [
    [2, 1],
    [3, 3],
    [5, 4],
  ]);
  for (const [query, expected] of [
    [
      "?status=open",
      [
        [2, 1],
        [2, 2],
        [4, 3],
      ],
    ],
    [
      "?status=done",
      [
        [0, 0],
        [1, 1],
        [1, 1],
      ],
    ],
    [
      "?status=open&handledBy=human",
      [
        [2, 1],
        [2, 2],
        [4, 3],
      ],
    ],
    [
      "?handledBy=bot",
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      "?priority=urgent",
      [
        [0, 0],
        [1, 1],
        [1, 1],
      ],
    ],
    [
      "?label=counted",
      [
        [0, 0],
        [1, 1],
        [1, 1],
      ],
    ],
    [
      "?label=nothing",
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      `?contactId=${a.contactId}`,
      [
        [1, 0],
        [0, 0],
        [1, 0],
      ],
    ],
    [
      `?channelId=${on.id}&divisionId=none`,
      [
        [2, 1],
        [3, 3],
        [5, 4],
      ],
    ],
    [
      `?channelId=${unknownId("chn")}`,
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      "?waitingMinutes=0",
      [
        [2, 1],
        [2, 2],
        [4, 3],
      ],
    ],
  ] as const)
    assert.deepEqual(await counts(query, ada.api), expected, query);
  // A member who sees only their own conversations counts only those.
  await own.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility: "assigned" }) });
  for (const query of ["", "?status=open", "?channelId=" + on.id])
    assert.deepEqual(
      await counts(query, ada.api),
      [
        [2, 1],
        [0, 0],
        [2, 1],
      ],
      query,
    );
  assert.deepEqual(await counts("?label=counted", ada.api), [
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  const response = await own.api.get("/api/v1/conversations/counts?status=closed");
  assert.deepEqual([response.status, ...detail(response)], [400, "status", "unknown_value"]);
  const none = t.api(await t.key(own.id, { scopes: ["contacts:read"] }));
  assert.deepEqual(refusal(await none.get("/api/v1/conversations/counts")), [403, "insufficient_scope"]);
});

test("a count reads 5,000 conversations and reports that there may be more", async () => {
  const own = await t.tenant();
  const on = await t.channel(own);
  const { conversation } = await incoming("One of many", own, on);
  const id = conversation.id.split("_")[1];
  const admin = new pg.Client({ ...t.database.admin, options: "-c search_path=public" });
  const plans: string[] = [];
  admin.on("notice", (notice) => plans.push(notice.message ?? ""));
  await admin.connect();
  try {
    // Many conversations of the same person, resolved: the unread and the open ones stay few.
    const columns = (
      await admin.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = 'conversations'::regclass and attnum > 0 and not attisdropped
          and attgenerated = '' and attname not in ('id', 'status', 'unread_count', 'waiting_since', 'resolved_at')`,
      )
    ).rows.map(({ name }) => name);
    await admin.query("set session_replication_role = replica");
    await admin.query(
      `insert into conversations (id, status, unread_count, waiting_since, resolved_at, ${columns.join(", ")})
       select gen_random_uuid(), 'resolved', 0, null, now(), ${columns.map((name) => `c.${name}`).join(", ")}
         from conversations c, generate_series(1, 6000) where c.id = $1`,
      [id],
    );
    await admin.query("reset session_replication_role; analyze conversations");
    const { body } = await own.api.get("/api/v1/conversations/counts");
    assert.deepEqual(body.all, { conversations: { count: 5_000, more: true }, unread: { count: 1, more: false } });
    assert.deepEqual((await own.api.get("/api/v1/conversations/counts?status=open")).body.all.conversations, { count: 1, more: false });
    await admin.query(
      `load 'auto_explain'; set auto_explain.log_min_duration = 0; set client_min_messages = log; set app.tenant_id = '${own.id}'; set role parley_app`,
    );
    for (const [condition, index] of [
      ["c.status = 'open' order by c.last_message_at desc, c.id desc", "conversations_by_status"],
      ["c.unread_count > 0 order by c.last_message_at desc, c.id desc", "conversations_unread"],
      [`c.contact_id = '${unknownId("cnt").slice(4)}'`, "conversations_by_contact"],
    ]) {
      plans.length = 0;
      await admin.query(
        `select count(*) from (select * from conversations c where c.tenant_id = '${own.id}' and ${condition} limit 5001) c`,
      );
      assert.ok(
        plans.some((plan) => plan.includes(index as string)),
        plans.join("\n"),
      );
    }
  } finally {
    await admin.end();
  }
});
