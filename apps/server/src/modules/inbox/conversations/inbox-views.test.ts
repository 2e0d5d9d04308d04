/** The built-in views of an inbox: their filters, their counts, and conversations by id. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { unknownId } from "../../../../test/harness.ts";
import { detail, startInbox } from "../../../../test/inbox.ts";

const { t, incoming, tenant } = await startInbox("4477006");

const list = async (api: typeof tenant.api, query: string): Promise<string[]> => {
  const response = await api.get(`/api/v1/conversations?limit=100&${query}`);
  assert.equal(response.status, 200, response.text);
  return response.body.data.map((each: { id: string }) => each.id);
};
const hours = 3_600_000;

/** One conversation for each of the views, in a new tenant. */
async function stage() {
  const own = await t.tenant();
  const on = await t.channel(own);
  const closing = await incoming("Soon closed", own, on);
  t.clock.advance(23 * hours + 30 * 60_000);
  // A new sign-in, because unused sessions expire.
  const [ada, bima] = [await t.person(own.id, { role: "agent" }), await t.person(own.id, { role: "agent" })];
  const made = {
    closing,
    snoozed: await incoming("Later", own, on),
    waiting: await incoming("Answered", own, on),
    plain: await incoming("Plain", own, on),
  };
  const until = new Date(t.clock.now().getTime() + 5 * hours).toISOString();
  assert.equal((await own.api.patch(made.snoozed.url, { snoozedUntil: until })).status, 200);
  assert.equal((await own.api.patch(made.waiting.url, { status: "pending", assigneeId: ada.agentId })).status, 200);
  assert.equal((await own.api.patch(made.plain.url, { labels: ["Trade"] })).status, 200);
  return { own, on, ada, bima, made };
}

test("a list can be restricted to a pending reason, to windows that close soon, and both by label", async () => {
  const { own, made } = await stage();
  assert.deepEqual(await list(own.api, "pendingReason=snoozed"), [made.snoozed.conversation.id]);
  assert.deepEqual(await list(own.api, "pendingReason=customer"), [made.waiting.conversation.id]);
  assert.deepEqual(await list(own.api, "pendingReason=bot"), []);
  assert.deepEqual(await list(own.api, "pendingReason=snoozed&status=open"), []);
  assert.deepEqual(await list(own.api, "windowExpiresWithinMinutes=60"), [made.closing.conversation.id]);
  assert.deepEqual(await list(own.api, "windowExpiresWithinMinutes=29"), []);
  assert.deepEqual(
    (await list(own.api, "windowExpiresWithinMinutes=1440")).sort(),
    Object.values(made)
      .map((each) => each.conversation.id)
      .sort(),
  );
  assert.deepEqual(await list(own.api, "windowExpiresWithinMinutes=1440&label=trade"), [made.plain.conversation.id]);
  // A closed window no longer counts as closing, and neither does that of a resolved conversation.
  await own.api.patch(made.plain.url, { status: "resolved" });
  assert.deepEqual(await list(own.api, "windowExpiresWithinMinutes=1440&label=trade"), []);
  t.clock.advance(31 * 60_000);
  assert.deepEqual(await list(own.api, "windowExpiresWithinMinutes=60"), []);

  for (const [query, field, issue] of [
    ["pendingReason=tired", "pendingReason", "unknown_value"],
    ["windowExpiresWithinMinutes=0", "windowExpiresWithinMinutes", "out_of_range"],
    ["mentioned=bima", "mentioned", "unknown_value"],
    ["status=snoozed&pendingReason=bot", "pendingReason", "not_allowed"],
    [`ids=${Array.from({ length: 101 }, (_, i) => `conv_${i}`).join(",")}`, "ids", "too_many"],
  ] as const) {
    const refused = await own.api.get(`/api/v1/conversations?${query}`);
    assert.deepEqual([refused.status, ...detail(refused)], [400, field, issue], query);
  }
});

test("mentioned=me shows conversations in which somebody mentioned the caller, until they are resolved", async () => {
  const { own, ada, bima, made } = await stage();
  for (const { url } of [made.plain, made.snoozed])
    for (const text of ["Same batch?", "And this?"])
      assert.equal((await bima.api.post(`${url}/notes`, { text, mentions: [ada.agentId] })).status, 200);
  const both = [made.plain, made.snoozed].map((each) => each.conversation.id).sort();
  assert.deepEqual((await list(ada.api, "mentioned=me")).sort(), both);
  assert.deepEqual(await list(ada.api, "mentioned=me&label=trade"), [made.plain.conversation.id]);
  assert.deepEqual(await list(bima.api, "mentioned=me"), []);
  assert.deepEqual(await list(own.api, "mentioned=me"), [], "nobody mentions a key");
  await own.api.patch(made.plain.url, { status: "resolved" });
  assert.deepEqual(await list(ada.api, "mentioned=me"), [made.snoozed.conversation.id]);
  const { body } = await ada.api.get("/api/v1/conversations/counts");
  assert.deepEqual(body.mentions, { conversations: { count: 1, more: false }, unread: { count: 1, more: false } });
  assert.equal((await own.api.get("/api/v1/conversations/counts")).body.mentions, null);
});

test("conversations can be requested by id within the other filters, and only visible ones are returned", async () => {
  const { own, ada, made } = await stage();
  const foreign = (await incoming("Of another tenant")).conversation.id;
  const ids = [made.snoozed, made.plain, made.waiting].map((each) => each.conversation.id);
  const query = `ids=${[...ids, ids[0], foreign, unknownId("conv"), "nonsense", ""].join(",")}`;
  assert.deepEqual((await list(own.api, query)).sort(), [...ids].sort());
  assert.deepEqual(await list(own.api, `${query}&status=open`), [made.plain.conversation.id]);
  assert.deepEqual(await list(own.api, `${query}&label=trade`), [made.plain.conversation.id]);
  assert.deepEqual(await list(own.api, `${query}&label=other`), []);
  assert.deepEqual(await list(own.api, `ids=${unknownId("conv")}`), []);
  const view = await own.api.post("/api/v1/views", { name: "Pending", visibility: "shared", filters: { status: "pending" } });
  const shown = await own.api.get(`/api/v1/views/${view.body.id}/conversations?${query}`);
  assert.deepEqual(shown.body.data.map((each: { id: string }) => each.id).sort(), [ids[0], ids[2]].sort());
  // In pages, in the order of the list.
  const first = await own.api.get(`/api/v1/conversations?limit=2&${query}`);
  const rest = await own.api.get(`/api/v1/conversations?limit=2&${query}&cursor=${encodeURIComponent(first.body.pageInfo.nextCursor)}`);
  assert.deepEqual(
    [...first.body.data, ...rest.body.data].map((each: { id: string }) => each.id),
    await list(own.api, query),
  );
  await own.api.put("/api/v1/agent-settings", { visibility: "assigned" });
  assert.deepEqual(await list(ada.api, query), [made.waiting.conversation.id]);
});

test("messages of a conversation can be requested by id, including notes, without those of another conversation", async () => {
  const { conversation, url } = await incoming("First");
  const note = await tenant.api.post(`${url}/notes`, { text: "A note" });
  const { body } = await tenant.api.get(`${url}/messages`);
  const ids: string[] = body.data.map((each: { id: string }) => each.id);
  assert.equal(ids.length, 2);
  const elsewhere = await incoming("Elsewhere");
  const query = `ids=${note.body.id},${elsewhere.conversation.lastMessage.id},${unknownId("msg")}`;
  const found = await tenant.api.get(`${url}/messages?${query}`);
  assert.deepEqual(
    found.body.data,
    body.data.filter((each: { id: string }) => each.id === note.body.id),
  );
  assert.equal(conversation.lastMessage.id, ids[1]);
});

test("the counts of all built-in views come in one response and match their lists", async () => {
  const { own, ada, bima, made } = await stage();
  await own.api.patch(made.closing.url, { assigneeId: ada.agentId });
  await own.api.post(`${made.closing.url}/read`);
  await bima.api.post(`${made.closing.url}/notes`, { text: "Look", mentions: [ada.agentId] });
  const resolved = await incoming("Done", own, await t.channel(own));
  await own.api.patch(resolved.url, { status: "resolved" });
  const lists: Record<string, string> = {
    mine: "assigneeId=me",
    unassigned: "assigneeId=none",
    all: "",
    mentions: "mentioned=me",
    bot: "pendingReason=bot",
    snoozed: "pendingReason=snoozed",
    closing: "windowExpiresWithinMinutes=60",
  };
  const ofLists = async (more: string) => {
    const counted: Record<string, unknown> = {};
    for (const [name, query] of Object.entries(lists)) {
      const of = more !== "" && ["mine", "unassigned", "all"].includes(name) ? `${query}&${more}` : query;
      const count = async (extra: string) => ({ count: (await list(ada.api, `${of}${extra}`)).length, more: false });
      counted[name] = { conversations: await count(""), unread: await count("&unread=true") };
    }
    return counted;
  };
  for (const status of ["", "status=open", "status=pending", "status=resolved", "status=snoozed"]) {
    const { byStatus, ...counted } = (await ada.api.get(`/api/v1/conversations/counts?${status}`)).body;
    assert.deepEqual(counted, await ofLists(status), status);
    for (const each of ["open", "pending"]) {
      const { mine, unassigned, all } = (await ofLists(`status=${each}`)) as any;
      assert.deepEqual(byStatus[each], { mine, unassigned, all });
    }
  }
  const { body } = await ada.api.get("/api/v1/conversations/counts?status=open");
  assert.deepEqual(
    ["mine", "unassigned", "all", "mentions", "bot", "snoozed", "closing"].map((name) => [
      body[name].conversations.count,
      body[name].unread.count,
    ]),
    [
      [1, 0],
      [1, 1],
      [2, 1],
      [1, 0],
      [0, 0],
      [1, 1],
      [1, 0],
    ],
  );
  // Narrowed to a label, as the list is.
  const labelled = (await ada.api.get("/api/v1/conversations/counts?label=trade")).body;
  assert.deepEqual(
    [labelled.all.conversations.count, labelled.closing.conversations.count, labelled.byStatus.open.unassigned.unread.count],
    [1, 0, 1],
  );
});

test("with more unresolved conversations than one pass reads, each view is counted separately", async () => {
  const { ada, made } = await stage();
  const admin = new pg.Client(t.database.admin);
  await admin.connect();
  try {
    const columns = (
      await admin.query<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = 'conversations'::regclass and attnum > 0 and not attisdropped
          and attgenerated = '' and attname not in ('id', 'identity_id', 'window_expires_at')`,
      )
    ).rows.map(({ name }) => name);
    await admin.query("set session_replication_role = replica");
    await admin.query(
      `insert into conversations (id, identity_id, window_expires_at, ${columns.join(", ")})
       select gen_random_uuid(), gen_random_uuid(), null, ${columns.map((name) => `c.${name}`).join(", ")}
         from conversations c, generate_series(1, 5100) where c.id = $1`,
      [made.plain.conversation.id.split("_")[1]],
    );
  } finally {
    await admin.end();
  }
  const { body } = await ada.api.get("/api/v1/conversations/counts?status=open");
  assert.deepEqual(body.all.conversations, { count: 5_000, more: true });
  assert.deepEqual(
    [body.byStatus.pending.mine.conversations, body.snoozed.conversations, body.closing.conversations, body.mentions.conversations],
    [1, 1, 1, 0].map((count) => ({ count, more: false })),
  );
});

test("a view stores these filters, and a snapshot copies them", async () => {
  const { own, ada, made } = await stage();
  const filters = { pendingReason: "snoozed", mentioned: "me", windowExpiresWithinMinutes: 1440 };
  const view = await own.api.post("/api/v1/views", { name: "Mine to look at", visibility: "shared", filters });
  assert.equal(view.status, 200, view.text);
  assert.deepEqual(view.body.filters, filters);
  const seen = `/api/v1/views/${view.body.id}`;
  assert.deepEqual((await ada.api.get(`${seen}/conversations`)).body.data, []);
  await own.api.post(`${made.snoozed.url}/notes`, { text: "Look", mentions: [ada.agentId] });
  assert.deepEqual(
    (await ada.api.get(`${seen}/conversations`)).body.data.map((each: { id: string }) => each.id),
    [made.snoozed.conversation.id],
  );
  assert.deepEqual((await ada.api.get(`${seen}?include=counts`)).body.counts.conversations, { count: 1, more: false });
  const { body } = await own.api.get("/api/v1/organization/snapshot?parts=views");
  assert.deepEqual(
    body.parts.views.map((each: { filters: unknown }) => each.filters),
    [filters],
  );
});

test("closing windows and mentions are read by their own indexes", async () => {
  const admin = new pg.Client({ ...t.database.admin, options: "-c search_path=public -c enable_seqscan=off" });
  await admin.connect();
  try {
    await admin.query(`set app.tenant_id = '${tenant.id}'; set role parley_app`);
    for (const [statement, index] of [
      [
        `select 1 from conversations c where c.tenant_id = '${tenant.id}' and c.status <> 'resolved' and c.window_expires_at > now() and c.window_expires_at <= now() + interval '1 h'`,
        "conversations_closing",
      ],
      [
        `select distinct n.conversation_id from notifications n where n.tenant_id = '${tenant.id}' and n.member_id = '${unknownId("cnt").slice(4)}' and n.kind = 'mention'`,
        "notifications_mentions",
      ],
    ] as const) {
      const { rows } = await admin.query(`explain ${statement}`);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      assert.ok(plan.includes(index), plan);
    }
  } finally {
    await admin.end();
  }
});
