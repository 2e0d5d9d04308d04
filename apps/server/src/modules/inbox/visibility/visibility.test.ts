/** Visibility: every way to reach a conversation or message, for each value of the setting. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { parseWireId, wireId } from "../../../platform/ids/ids.ts";
import { type Api, startTestApp, type TestApp, type TestPerson, type TestTenant } from "../../../../test/harness.ts";

let app: TestApp;
let own: TestTenant;
let agent: TestPerson;
let supervisor: TestPerson;
/** Conversations by their relation to the agent. */
const of: Record<string, string> = {};
const message: Record<string, string> = {};
const media: Record<string, string> = {};
let channelId = "";

before(async () => {
  app = await startTestApp();
  own = await app.tenant();
  agent = await app.person(own.id, { role: "agent" });
  supervisor = await app.person(own.id, { role: "supervisor" });
  const channel = await app.channel(own);
  channelId = channel.id;
  const division = async (name: string, parent: string | null = null) =>
    (await own.api.post("/api/v1/agents/divisions", { name, parent_division_id: parent })).body.id;
  const mine = await division("Mine");
  const [below, other] = [await division("Below", mine), await division("Other")];
  await own.api.patch(`/api/v1/agents/${agent.agentId}`, { divisionIds: [mine] });
  const kinds: [string, object][] = [
    ["mine", { divisionId: other, assigneeId: agent.agentId }],
    ["division", { divisionId: mine, assigneeId: supervisor.agentId }],
    ["below", { divisionId: below }],
    ["none", {}],
    ["other", { divisionId: other }],
  ];
  for (const [i, [kind, fields]] of kinds.entries()) {
    app.clock.advance(1_000);
    await app.simulator.customer(`44770098400${i}`, `Person ${kind}`).sendText(channel.externalId, `zebra ${kind}`);
    await app.drain();
    const [conversation] = (await own.api.get("/api/v1/conversations?sort=createdAt")).body.data;
    of[kind] = conversation.id;
    message[kind] = conversation.lastMessage.id;
    media[kind] = wireId("med", app.app.ids.uuid());
    await withClient(app.database.admin, (admin) =>
      admin.query(
        `insert into media (tenant_id, id, state, kind, source, message_id, created_at, updated_at)
         values ($1, $2, 'failed', 'image', 'inbound', $3, now(), now())`,
        [own.id, parseWireId("med", media[kind] as string), parseWireId("msg", message[kind] as string)],
      ),
    );
    const changed = await own.api.patch(`/api/v1/conversations/${conversation.id}`, { ...fields, labels: ["zoo"] });
    assert.equal(changed.status, 200, changed.text);
  }
  await own.api.post("/api/v1/canned-replies", { shortcut: "hi", title: "Hi", content: "Hi {{contact.name|you}}" });
  await own.api.post("/api/v1/views", { name: "All", visibility: "shared", filters: {} });
  await app.drain();
});
after(() => app?.stop());

const all = ["mine", "division", "below", "none", "other"];
const kindOf = (ids: Record<string, string>, id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0] as string;
const sorted = (kinds: string[]) => [...kinds].sort();

async function paged(api: Api, path: string): Promise<any[]> {
  const found: any[] = [];
  for (let cursor = ""; ; ) {
    const { status, text, body } = await api.get(`${path}${path.includes("?") ? "&" : "?"}limit=1${cursor}`);
    assert.equal(status, 200, text);
    found.push(...body.data);
    assert.equal(body.data.length, 1, "a page has no holes");
    if (!body.pageInfo.hasNextPage) return found;
    cursor = `&cursor=${body.pageInfo.nextCursor}`;
  }
}

/** A free-text message by the caller to the person of a conversation, by number. */
const sendTo = (api: Api, n: number) => api.post("/api/v1/messages", { channelId, to: `44770098400${n}`, type: "text", text: "Hi" });

async function check(api: Api, seen: string[], changes: boolean): Promise<void> {
  const reply = (await own.api.get("/api/v1/canned-replies")).body.data[0].id;
  const view = (await own.api.get("/api/v1/views")).body.data[0].id;
  for (const path of [
    "/api/v1/conversations",
    "/api/v1/conversations?sort=createdAt",
    "/api/v1/conversations?sort=waitingSince",
    "/api/v1/conversations?label=zoo",
    `/api/v1/views/${view}/conversations`,
  ]) {
    assert.deepEqual(sorted((await paged(api, path)).map((c) => kindOf(of, c.id))), sorted(seen), path);
  }
  const messages = await paged(api, "/api/v1/messages");
  assert.deepEqual(sorted(messages.map((m) => kindOf(message, m.id))), sorted(seen), "messages");
  const hits = await paged(api, "/api/v1/search/messages?q=zebra");
  assert.deepEqual(sorted(hits.map((hit) => kindOf(message, hit.message.id))), sorted(seen), "search in messages");
  const search = (await api.get("/api/v1/search?q=zebra&limit=20")).body;
  assert.deepEqual(sorted(search.messages.map((hit: any) => kindOf(message, hit.message.id))), sorted(seen));
  assert.deepEqual(sorted(search.conversations.map((c: any) => kindOf(of, c.id))), sorted(seen));
  const byName = (await api.get("/api/v1/search?q=person&types=conversations&limit=20")).body;
  assert.deepEqual(sorted(byName.conversations.map((c: any) => kindOf(of, c.id))), sorted(seen), "by the contact's name");
  for (const kind of all) {
    const status = seen.includes(kind) ? 200 : 404;
    const path = `/api/v1/conversations/${of[kind]}`;
    for (const read of [path, `${path}/messages`, `${path}/activity`, `${path}/send-options`, `/api/v1/messages/${message[kind]}`])
      assert.equal((await api.get(read)).status, status, `${kind}: ${read}`);
    assert.equal((await api.get(`/api/v1/media/${media[kind]}/info`)).status, status, `media of ${kind}`);
    assert.notEqual((await api.get(`/api/v1/media/${media[kind]}`)).status === 404, status === 200, `content of ${kind}`);
    if (!changes) continue;
    assert.equal((await api.patch(path, { priority: "high" })).status, status, `PATCH ${kind}`);
    for (const [verb, body] of [
      ["notes", { text: "Hm" }],
      ["read", undefined],
      ["unread", undefined],
      ["typing", undefined],
    ] as const)
      assert.equal((await api.post(`${path}/${verb}`, body)).status, status, `${verb} ${kind}`);
    const filled = await api.post(`/api/v1/canned-replies/${reply}/render`, { conversationId: of[kind] });
    assert.equal(filled.status, status, `canned reply ${kind}`);
    const bulk = await api.post("/api/v1/conversations/bulk", { ids: [of[kind]], read: true });
    assert.equal(bulk.body.data[0].ok, seen.includes(kind), `bulk ${kind}`);
    // A reply ends the wait or assigns the conversation; for the visible ones, see below.
    if (status === 404) assert.equal((await sendTo(api, all.indexOf(kind))).status, status, `sending to ${kind}`);
  }
}

const set = (visibility: string) => own.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility }) });

describe("visibility", () => {
  it("all: an agent sees every conversation", async () => {
    await set("all");
    await check(agent.api, all, false);
  });

  it("division: an agent sees their own conversations, those of their divisions and below, and those without one", async () => {
    assert.equal((await set("division")).body.visibility, "division");
    await check(agent.api, ["mine", "division", "below", "none"], true);
  });

  it("assigned: an agent sees only their own conversations; a viewer, who has none, sees nothing", async () => {
    await set("assigned");
    await check(agent.api, ["mine"], true);
    const viewer = await app.person(own.id, { role: "viewer" });
    assert.deepEqual((await viewer.api.get("/api/v1/conversations")).body.data, []);
    assert.deepEqual((await viewer.api.get("/api/v1/messages")).body.data, []);
  });

  it("keys and supervisors see everything, regardless of the setting", async () => {
    await set("assigned");
    await check(own.api, all, false);
    await check(supervisor.api, all, false);
    for (const api of [own.api, supervisor.api]) assert.equal((await sendTo(api, all.indexOf("other"))).status, 200);
    assert.equal((await sendTo(agent.api, all.indexOf("mine"))).status, 200, "and agents write where they see");
    assert.equal(
      (await agent.api.post("/api/v1/messages", { channelId, to: "447700989999", type: "text", text: "Hi" })).body.error.code,
      "window_closed",
    );
  });

  it("assigned: a macro or bulk change that gives a conversation away is applied whole, and then it is hidden", async () => {
    await set("assigned");
    const url = `/api/v1/conversations/${of["below"]}`;
    const give = async (fields: object = {}) =>
      assert.equal((await own.api.patch(url, { assigneeId: agent.agentId, priority: "low", ...fields })).status, 200);
    const state = async () => {
      const { assigneeId, priority, unreadCount } = (await own.api.get(url)).body;
      return [assigneeId, priority, unreadCount > 0, (await agent.api.get(url)).status];
    };
    const run = async (...actions: object[]) => {
      const macro = await agent.api.post("/api/v1/macros", { name: "Over", actions });
      return agent.api.post(`/api/v1/macros/${macro.body.id}/run`, { conversationId: of["below"] });
    };
    const over = { type: "assign", assigneeId: supervisor.agentId };
    const urgent = { type: "set_priority", priority: "urgent" };
    for (const first of [[], [{ type: "send_message", text: "Hi" }]]) {
      await give();
      const ran = await run(...first, over, urgent, { type: "add_note", text: "Over to you" }, { type: "send_message", text: "Bye" });
      assert.equal(ran.status, 200, ran.text);
      assert.deepEqual((await state()).slice(0, 2), [supervisor.agentId, "urgent"]);
      assert.equal((await agent.api.get(url)).status, 404);
      const [bye, note] = (await own.api.get(`${url}/messages`)).body.data;
      assert.deepEqual([bye.text, note.text].sort(), ["Bye", "Over to you"]);
    }
    assert.equal((await run(urgent)).status, 404, "it is no longer theirs");
    await give();
    assert.equal((await own.api.post(`${url}/unread`)).status, 200);
    const body = { ids: [of["below"]], assigneeId: supervisor.agentId, priority: "high", read: true };
    const bulk = await agent.api.post("/api/v1/conversations/bulk", body);
    assert.deepEqual([bulk.body.succeeded, bulk.body.data[0].conversation?.unreadCount], [1, 0], bulk.text);
    assert.deepEqual(await state(), [supervisor.agentId, "high", false, 404]);
    assert.equal((await agent.api.post("/api/v1/conversations/bulk", body)).body.data[0].error.code, "not_found");
  });

  it("division: a bulk change that moves a conversation to a division out of sight marks it read too", async () => {
    await set("division");
    const url = `/api/v1/conversations/${of["none"]}`;
    assert.equal((await own.api.post(`${url}/unread`)).status, 200);
    const { divisionId } = (await own.api.get(`/api/v1/conversations/${of["other"]}`)).body;
    const bulk = await agent.api.post("/api/v1/conversations/bulk", { ids: [of["none"]], divisionId, read: true });
    assert.equal(bulk.body.succeeded, 1, bulk.text);
    const moved = (await own.api.get(url)).body;
    assert.deepEqual([moved.divisionId, moved.unreadCount, (await agent.api.get(url)).status], [divisionId, 0, 404]);
  });
});
