import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startInbox, wholeList } from "../../../../../test/inbox.ts";

const { t, tenant, channel, incoming, member } = await startInbox("4477");
const api = tenant.api;

async function makeFlow(steps: object[], trigger: object = { type: "manual" }, more: object = {}, activate = true): Promise<any> {
  const made = await api.post("/api/v1/flows", { name: "Flow", trigger, steps, ...more });
  assert.equal(made.status, 200, made.text);
  if (!activate) return made.body;
  const active = await api.post(`/api/v1/flows/${made.body.id}/activate`);
  assert.equal(active.status, 200, active.text);
  return active.body;
}

const runsOf = (id: string): Promise<any[]> => wholeList(api, `/api/v1/flows/${id}/runs`);
const runOf = async (id: string) => (await api.get(`/api/v1/flow-runs/${id}`)).body;
const pathsOf = (run: any) => run.steps.map((step: any) => `${step.path} ${step.status}`);

async function start(flow: { id: string }, body: object): Promise<any> {
  const started = await api.post(`/api/v1/flows/${flow.id}/runs`, body);
  assert.equal(started.status, 200, started.text);
  return started.body;
}

async function contact(fields: object = {}): Promise<string> {
  const made = await api.post("/api/v1/contacts", { name: "Ada Lovelace", ...fields });
  assert.equal(made.status, 200, made.text);
  return made.body.id;
}

describe("a flow", () => {
  it("is started by a keyword, and acts on the conversation and the contact", async () => {
    const agent = await member("flow-agent@example.com");
    const flow = await makeFlow(
      [
        { type: "send_message", text: "Hello {{contact.firstName}}, one moment." },
        { type: "add_tag", tag: "lead" },
        { type: "set_field", field: "language", value: "en" },
        { type: "assign", assigneeId: agent },
        { type: "set_priority", priority: "high" },
        { type: "add_label", label: "Sales" },
        { type: "add_note", text: "{{contact.name}} asked for the price." },
        { type: "create_ticket", subject: "Quote for {{contact.name}}", priority: "high" },
        { type: "create_deal", title: "Deal with {{contact.name}}" },
        { type: "notify", memberIds: [agent], text: "A new lead" },
      ],
      { type: "message.keyword", keywords: ["price"], mode: "word" },
    );
    await incoming("What a priceless day");
    assert.deepEqual(await runsOf(flow.id), [], "a part of a word is no word");
    const { contactId, url } = await incoming("What is the PRICE?");
    await t.settle();
    const [run] = await runsOf(flow.id);
    const whole = await runOf(run.id);
    assert.deepEqual([whole.status, whole.error, whole.version, whole.depth], ["completed", null, 1, 0]);
    assert.equal(whole.steps.length, 10);
    const conversation = (await api.get(url)).body;
    assert.deepEqual([conversation.assigneeId, conversation.priority, conversation.labels], [agent, "high", ["Sales"]]);
    const person = (await api.get(`/api/v1/contacts/${contactId}`)).body;
    assert.deepEqual([person.tags, person.language], [["lead"], "en"]);
    const messages = await wholeList(api, `${url}/messages`);
    const sent = messages.find((message) => message.direction === "outbound" && !message.isNote);
    assert.deepEqual([sent.text, sent.author], ["Hello Person, one moment.", { kind: "flow", id: flow.id }]);
    const note = messages.find((message) => message.isNote);
    assert.match(note.text, /asked for the price/);
    assert.deepEqual(note.author, { kind: "flow", id: flow.id });
    const tickets = await wholeList(api, `/api/v1/tickets?contactId=${contactId}`);
    assert.deepEqual([tickets.length, tickets[0].source, tickets[0].priority], [1, "flow", "high"]);
    assert.equal((await wholeList(api, `/api/v1/deals?contactId=${contactId}`)).length, 1);
    const notices = await wholeList(api, `/api/v1/notifications?memberId=${agent}`);
    const notice = notices.find((notice) => notice.kind === "flow");
    assert.deepEqual([notice.flowId, notice.text], [flow.id, "A new lead"]);
  });

  it("waits until its time, even if everything was stopped in between", async () => {
    const flow = await makeFlow([
      { type: "wait", seconds: 3_600 },
      { type: "add_tag", tag: "later" },
    ]);
    const contactId = await contact();
    const { id } = await start(flow, { contactId });
    await t.drain();
    const waiting = await runOf(id);
    assert.deepEqual([waiting.status, waiting.waitingUntil], ["waiting", new Date(t.clock.now().getTime() + 3_600_000).toISOString()]);
    t.clock.advance(3_599_000);
    await t.drain();
    assert.equal((await runOf(id)).status, "waiting");
    t.clock.advance(1_000);
    await t.drain();
    assert.equal((await runOf(id)).status, "completed");
    assert.deepEqual((await api.get(`/api/v1/contacts/${contactId}`)).body.tags, ["later"]);
  });

  it("continues with a reply, takes the other branch without one, and branches by the text", async () => {
    const flow = await makeFlow([
      { type: "wait_for_reply", timeoutSeconds: 600, onTimeout: [{ type: "add_tag", tag: "silent" }, { type: "stop" }] },
      {
        type: "branch",
        conditions: { rules: [{ field: "message.text", op: "contains", value: "YES" }] },
        // biome-ignore lint/suspicious/noThenProperty: steps
        then: [{ type: "add_tag", tag: "agreed" }],
        else: [{ type: "add_tag", tag: "declined" }],
      },
    ]);
    const people = [await incoming(), await incoming(), await incoming()] as const;
    const runs = [];
    for (const { conversation } of people) runs.push((await start(flow, { conversationId: conversation.id })).id);
    await t.drain();
    t.clock.advance(1_000);
    await people[0].customer.sendText(channel.externalId, "oh yes please");
    await people[1].customer.sendText(channel.externalId, "no");
    await t.settle();
    t.clock.advance(600_000);
    await t.drain();
    const tags = [];
    for (const { contactId } of people) tags.push((await api.get(`/api/v1/contacts/${contactId}`)).body.tags);
    assert.deepEqual(tags, [["agreed"], ["declined"], ["silent"]]);
    assert.deepEqual(pathsOf(await runOf(runs[0] as string)), [
      "steps[0] waiting",
      "steps[0] done",
      "steps[1] done",
      "steps[1].then[0] done",
    ]);
    assert.deepEqual(pathsOf(await runOf(runs[2] as string)), [
      "steps[0] waiting",
      "steps[0] done",
      "steps[0].onTimeout[0] done",
      "steps[0].onTimeout[1] done",
    ]);
  });

  it("ends as timed out if no step handles a missing reply", async () => {
    const flow = await makeFlow([
      { type: "wait_for_reply", timeoutSeconds: 60 },
      { type: "add_tag", tag: "never" },
    ]);
    const { id } = await start(flow, { contactId: await contact() });
    await t.drain();
    t.clock.advance(60_000);
    await t.drain();
    assert.equal((await runOf(id)).status, "timed_out");
  });

  it("starts only if its conditions match", async () => {
    const flow = await makeFlow(
      [{ type: "add_tag", tag: "greeted" }],
      { type: "contact.created" },
      {
        conditions: { rules: [{ field: "contact.country", op: "eq", value: "DE" }] },
      },
    );
    const [yes, no] = [await contact({ country: "DE" }), await contact({ country: "FR" })];
    await t.drain();
    assert.deepEqual(
      (await runsOf(flow.id)).map((run) => run.contactId),
      [yes],
    );
    assert.deepEqual((await api.get(`/api/v1/contacts/${no}`)).body.tags, []);
    await api.post(`/api/v1/flows/${flow.id}/deactivate`);
  });

  it("is started once by an event, however often the log is read", async () => {
    const flow = await makeFlow([{ type: "add_note", text: "Again" }], { type: "message.received" });
    await incoming("Once");
    await t.drain();
    assert.equal((await runsOf(flow.id)).length, 1);
    await t.app.database.worker({ text: "update event_cursors set xid = '0' where consumer = 'flows'" });
    await t.drain();
    assert.equal((await runsOf(flow.id)).length, 1);
    await api.post(`/api/v1/flows/${flow.id}/deactivate`);
  });

  it("has one run at a time per contact, or only one ever", async () => {
    const flow = await makeFlow([{ type: "wait", seconds: 60 }]);
    const contactId = await contact();
    const first = await start(flow, { contactId });
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/runs`, { contactId })).status, 409);
    assert.equal((await api.post(`/api/v1/flow-runs/${first.id}/cancel`)).body.status, "cancelled");
    assert.equal((await api.post(`/api/v1/flow-runs/${first.id}/cancel`)).status, 409);
    await start(flow, { contactId });
    await api.patch(`/api/v1/flows/${flow.id}`, { oncePerContact: true });
    await api.post(`/api/v1/flows/${flow.id}/activate`);
    await t.drain();
    t.clock.advance(60_000);
    await t.drain();
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/runs`, { contactId })).status, 409);
    await start(flow, { contactId: await contact() });
  });

  it("that triggers itself is stopped and paused after five links, and this is reported", async () => {
    const owner = await t.person(tenant.id, { role: "owner" });
    const ping = { type: "branch", conditions: { rules: [{ field: "tags", op: "has_any", value: ["ping"] }] } };
    const flow = await makeFlow(
      // biome-ignore lint/suspicious/noThenProperty: steps
      [{ ...ping, then: [{ type: "remove_tag", tag: "ping" }], else: [{ type: "add_tag", tag: "ping" }] }],
      { type: "contact.field_changed", field: "tags" },
    );
    const contactId = await contact();
    await api.patch(`/api/v1/contacts/${contactId}`, { tags: ["first"] });
    await t.drain();
    const runs = await runsOf(flow.id);
    assert.deepEqual(runs.map((run) => run.depth).sort(), [0, 1, 2, 3, 4, 5, 6]);
    const last = runs.find((run) => run.depth === 6);
    assert.deepEqual([last.status, last.error.code], ["failed", "loop_detected"]);
    assert.deepEqual(
      [(await api.get(`/api/v1/flows/${flow.id}`)).body.status, (await api.get(`/api/v1/flows/${flow.id}`)).body.pausedReason],
      ["paused", "loop_detected"],
    );
    const notices = await wholeList(owner.api, "/api/v1/notifications");
    assert.deepEqual(
      notices.filter((notice) => notice.flowId === flow.id).map((notice) => notice.kind),
      ["flow_paused"],
    );
  });

  it("performs at most twenty actions in a conversation per minute", async () => {
    const { conversation } = await incoming();
    const flow = await makeFlow(Array.from({ length: 25 }, (_, i) => ({ type: "add_note", text: `Note ${i}` })));
    const { id } = await start(flow, { conversationId: conversation.id });
    await t.drain();
    const run = await runOf(id);
    assert.deepEqual([run.status, run.error.code, run.error.path, run.steps.length], ["failed", "loop_detected", "steps[20]", 21]);
    assert.equal((await api.get(`/api/v1/flows/${flow.id}`)).body.pausedReason, "loop_detected");
  });

  it("fails at a refused step, says why, and keeps the effects of earlier steps", async () => {
    const flow = await makeFlow([
      { type: "add_tag", tag: "before" },
      { type: "add_note", text: "Where?" },
    ]);
    const contactId = await contact();
    const { id } = await start(flow, { contactId });
    await t.drain();
    const run = await runOf(id);
    assert.deepEqual([run.status, run.error.code, run.error.path], ["failed", "conflict", "steps[1]"]);
    assert.deepEqual(pathsOf(run), ["steps[0] done", "steps[1] failed"]);
    assert.deepEqual((await api.get(`/api/v1/contacts/${contactId}`)).body.tags, ["before"]);
  });

  it("keeps its versions, and a run stays with the version it began with", async () => {
    const flow = await makeFlow([
      { type: "wait", seconds: 10 },
      { type: "add_tag", tag: "one" },
    ]);
    const contactId = await contact();
    await start(flow, { contactId });
    await t.drain();
    await api.patch(`/api/v1/flows/${flow.id}`, { steps: [{ type: "add_tag", tag: "two" }] });
    const again = await api.post(`/api/v1/flows/${flow.id}/activate`);
    assert.deepEqual([again.body.version, again.body.activeVersion], [2, 2]);
    t.clock.advance(10_000);
    await t.drain();
    assert.deepEqual((await api.get(`/api/v1/contacts/${contactId}`)).body.tags, ["one"]);
    assert.deepEqual(
      (await wholeList(api, `/api/v1/flows/${flow.id}/versions`)).map((v) => v.version),
      [2, 1],
    );
    assert.equal((await api.get(`/api/v1/flows/${flow.id}/versions/1`)).body.steps[1].tag, "one");
    for (const version of ["3", "0", "x", "1e0"]) assert.equal((await api.get(`/api/v1/flows/${flow.id}/versions/${version}`)).status, 404);
  });

  it("starts another one, which counts as a link of the chain", async () => {
    const inner = await makeFlow([{ type: "add_tag", tag: "inner" }]);
    const outer = await makeFlow([{ type: "start_flow", flowId: inner.id }]);
    const contactId = await contact();
    const { id } = await start(outer, { contactId });
    await t.drain();
    const [run] = await runsOf(inner.id);
    assert.deepEqual([run.startedBy, run.depth, run.status], [id, 1, "completed"]);
    assert.equal((await runOf(id)).steps[0].result.runId, run.id);
  });

  it("is deleted with its runs, but not while it is active", async () => {
    const flow = await makeFlow([
      { type: "wait", seconds: 10 },
      { type: "add_tag", tag: "too late" },
    ]);
    const contactId = await contact();
    const { id } = await start(flow, { contactId });
    assert.equal((await api.delete(`/api/v1/flows/${flow.id}`)).status, 409);
    await api.post(`/api/v1/flows/${flow.id}/deactivate`);
    assert.deepEqual((await api.delete(`/api/v1/flows/${flow.id}`)).body, { id: flow.id, deleted: true });
    for (const path of [`/api/v1/flows/${flow.id}`, `/api/v1/flow-runs/${id}`]) assert.equal((await api.get(path)).status, 404);
    t.clock.advance(10_000);
    await t.drain();
    assert.deepEqual((await api.get(`/api/v1/contacts/${contactId}`)).body.tags, []);
    const left = await t.app.database.worker({ text: "select 1 from flows where deleted_at is not null" });
    assert.equal(left.length, 0);
  });
});

describe("the definition of a flow", () => {
  it("has its problems reported with their places, and can be activated only without any", async () => {
    const flow = await makeFlow(
      [
        { type: "send_message", text: "Hi {{contact.nickname}}" },
        {
          type: "branch",
          conditions: { rules: [{ field: "tags", op: "has_any", value: ["x"] }] },
          // biome-ignore lint/suspicious/noThenProperty: steps
          then: [{ type: "assign" }, { type: "wait" }],
        },
        { type: "assign" },
        { type: "set_field", field: "nonsense", value: 1 },
      ],
      { type: "message.keyword" },
      {},
      false,
    );
    const { body } = await api.post(`/api/v1/flows/${flow.id}/validate`);
    assert.equal(body.valid, false);
    assert.deepEqual(
      body.problems.map((problem: any) => `${problem.field} ${problem.issue}`),
      [
        "trigger.keywords required",
        "steps[0].text unknown_value",
        "steps[1].then[0].assigneeId required",
        "steps[1].then[1].seconds required",
        "steps[2].assigneeId required",
        "steps[3].field unknown_value",
      ],
    );
    const refused = await api.post(`/api/v1/flows/${flow.id}/activate`);
    assert.deepEqual([refused.status, refused.body.error.details.length], [422, 6]);
    assert.equal((await api.get(`/api/v1/flows/${flow.id}`)).body.status, "draft");
  });

  it("is refused for an unknown type, naming its place", async () => {
    const manual = { type: "manual" };
    const cases: [object, string, string][] = [
      [{ trigger: { type: "nonsense" }, steps: [] }, "trigger.type", "unknown_value"],
      [{ trigger: {}, steps: [] }, "trigger.type", "required"],
      [{ trigger: manual, steps: [{ type: "nonsense" }] }, "steps[0].type", "unknown_value"],
      [{ trigger: manual, steps: [{ type: "wait", seconds: "1" }] }, "steps[0].seconds", "invalid_type"],
      [{ trigger: manual, steps: [{ type: "wait", seconds: 0 }] }, "steps[0].seconds", "out_of_range"],
      [{ trigger: manual, steps: [3] }, "steps[0]", "invalid_type"],
      [{ trigger: manual, steps: [{ type: "branch", else: [{ type: "x" }] }] }, "steps[0].else[0].type", "unknown_value"],
      [
        { trigger: manual, steps: [], conditions: { rules: [{ field: "nonsense", op: "eq", value: "x" }] } },
        "conditions.rules[0].field",
        "unknown_value",
      ],
      [
        { trigger: manual, steps: [], conditions: { rules: [{ field: "message.text", op: "gt", value: "x" }] } },
        "conditions.rules[0].op",
        "unknown_value",
      ],
      [{ trigger: manual, steps: [], conditions: { rules: [] } }, "conditions.rules", "too_short"],
    ];
    for (const [body, field, issue] of cases) {
      const response = await api.post("/api/v1/flows", { name: "Flow", ...body });
      assert.deepEqual([response.status, response.body.error.details[0]], [400, { field, issue }], response.text);
    }
  });

  it("is not started by hand before it is active, nor for an unknown contact", async () => {
    const flow = await makeFlow([{ type: "stop" }], undefined, {}, false);
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: await contact() })).status, 409);
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/runs`, {})).status, 400);
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: "cnt_x" })).status, 404);
    assert.equal((await api.post(`/api/v1/flows/${flow.id}/deactivate`)).status, 409);
  });

  it("is returned as given, without unknown properties", async () => {
    const given = {
      trigger: { type: "manual", other: 1 },
      steps: [{ type: "wait", seconds: 5, text: "none of its own" }],
      oncePerContact: true,
    };
    const { body } = await api.post("/api/v1/flows", { name: " Flow ", description: "Of mine", ...given });
    assert.deepEqual(
      [body.name, body.description, body.trigger, body.steps, body.oncePerContact, body.conditions],
      ["Flow", "Of mine", { type: "manual" }, [{ type: "wait", seconds: 5 }], true, null],
    );
  });
});
