import assert from "node:assert/strict";
import { test } from "node:test";
import { unknownId } from "../../../../test/harness.ts";
import { detail, refusal, startInbox, wholeList } from "../../../../test/inbox.ts";

const { t, tenant, other, channel, incoming, member, eventsOf } = await startInbox("44770075");
const { api } = tenant;
const path = "/api/v1/macros";
const agent = await member("agent@macros.example");

async function make(actions: object[], who = api): Promise<string> {
  const response = await who.post(path, { name: "Macro", visibility: "shared", actions });
  assert.equal(response.status, 200, response.text);
  return response.body.id;
}
const run = (id: string, conversationId: string, headers?: Record<string, string>) =>
  api.post(`${path}/${id}/run`, { conversationId }, headers);

test("a macro is created, read, changed and deleted, and shows its labels' current names", async () => {
  const reply = (await api.post("/api/v1/canned-replies", { shortcut: "m", title: "M", content: "Hello" })).body;
  const actions = [
    { type: "add_label", label: "Macro label" },
    { type: "remove_label", label: "Other" },
    { type: "assign", assigneeId: agent },
    { type: "assign", assigneeId: null },
    { type: "set_status", status: "open" },
    { type: "set_priority", priority: "low" },
    { type: "snooze", minutes: 60 },
    { type: "send_message", text: "Hello {{contact.name|you}}" },
    { type: "send_message", cannedReplyId: reply.id },
    { type: "add_note", text: "Done" },
  ];
  const made = await api.post(path, { name: " All ", actions });
  assert.equal(made.status, 200, made.text);
  const { id, ownerId, createdAt, updatedAt, ...rest } = made.body;
  assert.deepEqual(rest, { name: "All", visibility: "private", actions, usageCount: 0, lastUsedAt: null });
  assert.deepEqual((await api.get(`${path}/${id}`)).body, made.body);
  const [label] = (await api.get("/api/v1/labels?q=macro%20label")).body.data;
  await api.patch(`/api/v1/labels/${label.id}`, { name: "Renamed" });
  assert.deepEqual((await api.get(`${path}/${id}`)).body.actions[0], { type: "add_label", label: "Renamed" });
  const patched = (await api.patch(`${path}/${id}`, { name: "Some", actions: [{ type: "add_note", text: "x" }] })).body;
  assert.deepEqual([patched.name, patched.actions], ["Some", [{ type: "add_note", text: "x" }]]);
  assert.deepEqual((await api.delete(`${path}/${id}`)).body, { id, deleted: true });
  assert.deepEqual(refusal(await api.get(`${path}/${id}`)), [404, "not_found"]);
});

test("a run executes all its actions in order, and the message is really sent", async () => {
  const { conversation, url, waId } = await incoming("Help", tenant, channel, "Joan Clarke");
  const id = await make([
    { type: "send_message", text: "Hello {{contact.firstName}}" },
    { type: "add_note", text: "Greeted {{contact.name}}" },
    { type: "add_label", label: "Greeted" },
    { type: "assign", assigneeId: agent },
    { type: "set_priority", priority: "medium" },
    { type: "set_status", status: "resolved" },
  ]);
  const ran = await run(id, conversation.id);
  assert.equal(ran.status, 200, ran.text);
  assert.deepEqual(
    ran.body.results.map((result: any) => [result.type, result.changed, result.messageIds.length]),
    [
      ["send_message", true, 1],
      ["add_note", true, 1],
      ["add_label", true, 0],
      ["assign", true, 0],
      ["set_priority", false, 0],
      ["set_status", true, 0],
    ],
  );
  const now = (await api.get(url)).body;
  assert.deepEqual([now.labels, now.assigneeId, now.status], [["Greeted"], agent, "resolved"]);
  const texts = (await api.get(`${url}/messages`)).body.data.map((message: any) => [message.text, message.isNote]);
  assert.deepEqual(
    texts.slice(0, 2).sort(),
    [
      ["Greeted Joan Clarke", true],
      ["Hello Joan", false],
    ].sort(),
  );
  await t.settle();
  const sent = (await api.get(`/api/v1/messages/${ran.body.results[0].messageIds[0]}`)).body;
  assert.deepEqual([sent.status, sent.to, sent.conversationId], ["read", waId, conversation.id]);
  assert.equal((await eventsOf(conversation.id, "message.sent")).length, 1);
  assert.equal((await eventsOf(conversation.id, "conversation.assigned")).length, 1);
  assert.equal((await api.get(`${path}/${id}`)).body.usageCount, 1);
});

test("a run that sends counts as a reply by its runner; an assignment in the same macro takes precedence, and a key assigns nobody", async () => {
  const ada = await t.person(tenant.id, { role: "agent", name: "Ada" });
  const send = { type: "send_message", text: "It is me" };
  const assign = { type: "assign", assigneeId: agent };
  for (const [actions, who, assignee, assignments] of [
    [[send, send], ada.api, ada.agentId, [ada.agentId]],
    [[send, assign], ada.api, agent, [ada.agentId, agent]],
    [[assign, send], ada.api, agent, [agent]],
    [[send, { type: "set_status", status: "open" }], api, null, []],
  ] as const) {
    const { conversation, url } = await incoming();
    const ran = await who.post(`${path}/${await make([...actions])}/run`, { conversationId: conversation.id });
    assert.equal(ran.status, 200, ran.text);
    const { assigneeId, handledBy, status } = (await api.get(url)).body;
    assert.deepEqual([assigneeId, handledBy, status], [assignee, "human", "open"]);
    const events = await eventsOf(conversation.id, "conversation.assigned");
    assert.deepEqual(
      events.map((event) => event.assigneeId),
      assignments,
    );
  }
});

test("a run with an idempotency key sends once", async () => {
  const { conversation } = await incoming();
  const id = await make([{ type: "send_message", text: "Once" }]);
  const headers = { "idempotency-key": "macro-once" };
  const first = await run(id, conversation.id, headers);
  const again = await run(id, conversation.id, headers);
  assert.deepEqual([again.headers.get("idempotency-replayed"), again.text], ["true", first.text]);
  assert.equal((await eventsOf(conversation.id, "message.sent")).length, 1);
});

test("if one action is refused, so is the macro: nothing changes and nothing is sent", async () => {
  const { conversation, url } = await incoming();
  const before = (await api.get(url)).body;
  const cases: [object[], number, string, RegExp][] = [
    // The label and the message before it are rolled back as well.
    [
      [
        { type: "add_label", label: "Never" },
        { type: "send_message", text: "Never" },
        { type: "set_status", status: "resolved" },
        { type: "snooze", minutes: 5 },
      ],
      409,
      "invalid_transition",
      /^Action 4 \(snooze\)/,
    ],
    [
      [
        { type: "set_status", status: "resolved" },
        { type: "send_message", text: "Too late" },
      ],
      409,
      "conflict",
      /^Action 2 \(send_message\)/,
    ],
    [
      [
        { type: "add_label", label: "Never" },
        { type: "send_message", text: "{{contact.email}}" },
      ],
      422,
      "template_variables_mismatch",
      /^Action 2/,
    ],
    [[{ type: "assign", assigneeId: "me" }], 409, "conflict", /^Action 1 \(assign\)/],
  ];
  for (const [actions, status, code, message] of cases) {
    const response = await run(await make(actions), conversation.id);
    assert.deepEqual(refusal(response), [status, code], response.text);
    assert.match(response.body.error.message, message);
    assert.deepEqual((await api.get(url)).body, before, code);
  }
  assert.deepEqual(await eventsOf(conversation.id, "message.sent"), []);
  assert.deepEqual(await eventsOf(conversation.id, "conversation.updated"), []);
  // The window closes: the free-text message is refused, and the label with it.
  const late = await make([
    { type: "add_label", label: "Never" },
    { type: "send_message", text: "Late" },
  ]);
  t.clock.advance(25 * 3_600_000);
  assert.deepEqual(refusal(await run(late, conversation.id)), [422, "window_closed"]);
  assert.deepEqual((await api.get(url)).body.labels, []);
});

test("a macro whose resources were deleted fails with an error that says so", async () => {
  const { conversation } = await incoming();
  const reply = (await api.post("/api/v1/canned-replies", { shortcut: "gone", title: "Gone", content: "Hello" })).body;
  const sends = await make([{ type: "send_message", cannedReplyId: reply.id }]);
  assert.equal((await run(sends, conversation.id)).status, 200);
  assert.equal((await api.get(`/api/v1/canned-replies/${reply.id}`)).body.usageCount, 1);
  await api.delete(`/api/v1/canned-replies/${reply.id}`);
  assert.deepEqual(refusal(await run(sends, conversation.id)), [409, "conflict"]);
  const labels = await make([{ type: "add_label", label: "Going" }]);
  const [label] = (await api.get("/api/v1/labels?q=going")).body.data;
  await api.delete(`/api/v1/labels/${label.id}`);
  assert.deepEqual((await api.get(`${path}/${labels}`)).body.actions, [{ type: "add_label" }]);
  assert.deepEqual(refusal(await run(labels, conversation.id)), [409, "conflict"]);
});

test("a macro that sends requires the scope to send; private macros belong to their author", async () => {
  const { conversation, url } = await incoming();
  const sends = await make([
    { type: "add_label", label: "Unsent" },
    { type: "send_message", text: "Hi" },
  ]);
  const writer = t.api(await t.key(tenant.id, { scopes: ["conversations:read", "conversations:write"] }));
  const refused = await writer.post(`${path}/${sends}/run`, { conversationId: conversation.id });
  assert.deepEqual([...refusal(refused), ...detail(refused)], [403, "insufficient_scope", "messages:send", "missing_scope"]);
  assert.deepEqual((await api.get(url)).body.labels, []);
  assert.equal(
    (await writer.post(`${path}/${await make([{ type: "add_note", text: "n" }])}/run`, { conversationId: conversation.id })).status,
    200,
  );
  const mine = (await api.post(path, { name: "Mine", actions: [{ type: "add_note", text: "n" }] })).body.id;
  for (const response of [
    await writer.get(`${path}/${mine}`),
    await writer.post(`${path}/${mine}/run`, { conversationId: conversation.id }),
    await other.api.get(`${path}/${sends}`),
  ])
    assert.deepEqual(refusal(response), [404, "not_found"]);
  const seen = async (who: typeof api, query = "") => (await wholeList(who, `${path}?limit=2${query}`)).map((macro) => macro.id);
  assert.deepEqual([(await seen(api)).includes(mine), (await seen(writer)).includes(mine)], [true, false]);
  assert.deepEqual(await seen(api, "&visibility=private"), [mine]);
  for (const nobody of [unknownId("conv"), "x"]) assert.deepEqual(refusal(await run(sends, nobody)), [404, "not_found"]);
});

test("an action accepts the fields of its type and nothing else", async () => {
  for (const [action, field, issue] of [
    [{ type: "add_label" }, "actions[0].label", "required"],
    [{ type: "add_label", label: " " }, "actions[0].label", "too_short"],
    [{ type: "assign" }, "actions[0].assigneeId", "required"],
    [{ type: "set_status", status: "open", minutes: 5 }, "actions[0].minutes", "not_allowed"],
    [{ type: "send_message" }, "actions[0].text", "required"],
    [{ type: "send_message", text: "a", cannedReplyId: unknownId("can") }, "actions[0].cannedReplyId", "not_allowed"],
    [{ type: "add_note", text: "{{nobody}}" }, "actions[0].text", "unknown"],
    [{ type: "dance" }, "actions[0].type", "unknown_value"],
  ] as const) {
    const response = await api.post(path, { name: "x", actions: [action] });
    assert.deepEqual([response.status, ...detail(response)], [400, field, issue], response.text);
  }
  assert.deepEqual(detail(await api.post(path, { name: "x", actions: [] })), ["actions", "too_short"]);
  for (const action of [
    { type: "assign", assigneeId: unknownId("agt") },
    { type: "send_message", cannedReplyId: unknownId("can") },
  ])
    assert.deepEqual(refusal(await api.post(path, { name: "x", actions: [action] })), [404, "not_found"]);
});
