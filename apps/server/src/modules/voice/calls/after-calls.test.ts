import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { endedRunsOf, makeFlow } from "../../../../test/flows.ts";
import { detail, wholeList } from "../../../../test/inbox.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";
import type { AiGateway, AiRequest } from "../../knowledge/ai/index.ts";

const asked: AiRequest[] = [];
let fails = 0;
/** What the model fills in; null: it has no key. */
let form: object | null = null;
const gateway: AiGateway = {
  async generate(request) {
    asked.push(request);
    if (fails-- > 0) return { ok: false, code: "all_failed", attempts: [] };
    if (request.output !== undefined && form === null) return { ok: false, code: "no_key", attempts: [] };
    return {
      ok: true,
      text: request.output === undefined ? "They asked for the opening hours." : JSON.stringify(form),
      ...(request.output === undefined ? {} : { object: form }),
      toolCalls: [],
      provider: "openai",
      model: "m",
      keyId: "",
      usage: { inputTokens: 1, outputTokens: 1 },
      cost: "0",
      attempts: [],
    };
  },
};
const { t, line } = await startVoiceStage({ app: { ai: gateway } });

/** A call in which something was said and that has ended. */
async function callOf(desk: Awaited<ReturnType<typeof line>>) {
  const call = await desk.dial();
  const caller = lineOf(call);
  await caller.until(() => caller.heard() === "Hello.");
  caller.says("Hi there");
  await caller.until(() => caller.heard().endsWith("I see."));
  caller.stop();
  return desk.ended();
}

describe("after a call", () => {
  it("its summary is shown with it, and as a note in the conversation", async () => {
    const desk = await line({ summary: true });
    const call = await callOf(desk);
    await t.drain(["call summaries"]);
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${call.id}`)).body.summary, "They asked for the opening hours.");
    const request = asked.findLast((one) => one.output === undefined) as AiRequest;
    assert.match(request.messages[0]?.content ?? "", /caller: Hi there/);
    const notes = (await desk.tenant.api.get(`/api/v1/conversations/${call.conversationId}/messages`)).body.data.filter(
      (message: any) => message.isNote,
    );
    assert.deepEqual(
      notes.map((note: any) => [note.text, note.content, note.author]),
      [
        [
          "Phone call with Front desk\nThey asked for the opening hours.",
          { kind: "call", callId: call.id, direction: "inbound" },
          { kind: "chatbot", id: desk.agent.id },
        ],
      ],
    );
  });

  it("if no model answers, its last words are the summary", async () => {
    const desk = await line({ summary: true });
    const call = await callOf(desk);
    fails = 3;
    for (let i = 0; i < 3; i++) {
      await t.drain(["call summaries"]);
      t.clock.advance(121_000);
    }
    const shown = (await desk.tenant.api.get(`/api/v1/calls/${call.id}`)).body;
    assert.equal(shown.summary, "agent: Hello.\ncaller: Hi there\nagent: I see.");
  });

  it("it is deleted with the messages of its time, and with its contact", async () => {
    const desk = await line();
    await callOf(desk);
    const set = await desk.tenant.api.request("PUT", "/api/v1/organization/retention", { body: JSON.stringify({ messagesDays: 30 }) });
    assert.equal(set.status, 200, set.text);
    t.clock.advance(29 * 86_400_000);
    await t.app.calls.purge();
    assert.equal((await desk.calls()).length, 1);
    t.clock.advance(2 * 86_400_000);
    await t.app.calls.purge();
    assert.equal((await desk.calls()).length, 0);

    const other = await line();
    const call = await callOf(other);
    const erasure = await other.tenant.api.post(`/api/v1/contacts/${call.contactId}/erase`, { confirm: "erase" });
    assert.equal(erasure.status, 200, erasure.text);
    await t.drain();
    assert.deepEqual(await other.calls(), []);
  });
});

describe("what a model extracts from a call", () => {
  const extract = [
    { name: "roomType", description: "The kind of room", type: "choice", choices: ["single", "double"] },
    { name: "nights", description: "How many nights", type: "number" },
    { name: "isGuest", description: "Whether they have stayed before", type: "boolean" },
    { name: "wish", description: "A wish", type: "text" },
  ];

  it("is its agent's fields, the sentiment and the outcome, in the call, the event and the note", async () => {
    const desk = await line({ summary: true, afterCall: { classify: true, extract } });
    const call = await callOf(desk);
    form = {
      sentiment: "positive",
      outcome: "follow_up",
      fields: { roomType: "double", nights: 3, isGuest: null, wish: `${"x".repeat(499)}\u{1f600}` },
    };
    await t.drain(["call summaries"]);
    const shown = (await desk.tenant.api.get(`/api/v1/calls/${call.id}`)).body;
    assert.deepEqual([shown.sentiment, shown.outcome], ["positive", "follow_up"]);
    assert.deepEqual(
      { ...shown.extracted, wish: shown.extracted.wish.length },
      { roomType: "double", nights: 3, isGuest: null, wish: 500 },
    );
    assert.ok(shown.extracted.wish.isWellFormed(), "half a character");
    const [event] = await desk.events("call.analyzed");
    assert.deepEqual([event.callId, event.sentiment, event.extracted.nights], [call.id, "positive", 3]);
    const request = asked.findLast((one) => one.output !== undefined) as AiRequest;
    assert.match(request.system, /roomType \(one of: single; double\): The kind of room/);
    assert.match(request.messages[0]?.content ?? "", /caller: Hi there/);
    const messages = (await desk.tenant.api.get(`/api/v1/conversations/${call.conversationId}/messages`)).body.data;
    const note = messages.find((message: any) => message.isNote).text;
    assert.match(note, /They asked for the opening hours\.\nroomType: double\nnights: 3\nwish: x/);
  });

  it("is absent without a key, and if it does not fit the form; the summary stays", async () => {
    for (const given of [null, { sentiment: "positive", outcome: "resolved", fields: { roomType: "suite" } }, { outcome: "handed_over" }]) {
      const desk = await line({ summary: true, afterCall: { classify: true, extract } });
      const call = await callOf(desk);
      form = given;
      await t.drain(["call summaries"]);
      const shown = (await desk.tenant.api.get(`/api/v1/calls/${call.id}`)).body;
      assert.deepEqual([shown.sentiment, shown.outcome, shown.extracted], [null, null, null]);
      assert.equal(shown.summary, "They asked for the opening hours.");
      assert.deepEqual(await desk.events("call.analyzed"), []);
    }
  });

  it("says handed over for a call that was transferred, whatever the model says", async () => {
    const desk = await line({ afterCall: { classify: true }, transfer: { phoneNumber: "+4930999" } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    caller.says("I want to talk to a human");
    await call.outcome;
    const { id } = await desk.ended();
    form = { sentiment: "negative", outcome: "resolved" };
    await t.drain(["call summaries"]);
    const shown = (await desk.tenant.api.get(`/api/v1/calls/${id}`)).body;
    assert.deepEqual([shown.outcome, shown.sentiment, shown.summary, shown.extracted], ["handed_over", "negative", null, {}]);
  });

  it("needs distinguishable fields, and choices only for a choice", async () => {
    const desk = await line();
    for (const [given, field, issue] of [
      [[extract[1], extract[1]], "afterCall.extract[1].name", "duplicate"],
      [[{ ...extract[0], choices: [] }], "afterCall.extract[0].choices", "required"],
      [[{ ...extract[1], choices: ["1"] }], "afterCall.extract[0].choices", "not_allowed"],
    ] as const) {
      const response = await desk.tenant.api.patch(`/api/v1/voice-agents/${desk.agent.id}`, { afterCall: { extract: given } });
      assert.deepEqual([response.status, ...detail(response).slice(0, 2)], [422, field, issue], response.text);
    }
  });
});

describe("a missed call", () => {
  it("leaves one callback ticket until that is done", async () => {
    const desk = await line();
    await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
    const from = "+447700900321";
    const tickets = async () => (await wholeList(desk.tenant.api, "/api/v1/tickets")).map((ticket: any) => ticket.subject);
    await desk.dial({ from });
    await desk.dial({ from });
    assert.deepEqual(await tickets(), [`Call back ${from}`]);
    const [second, first] = await desk.calls();
    assert.equal(first.callbackTicketId, second.callbackTicketId);
    const ticket = (await desk.tenant.api.get(`/api/v1/tickets/${first.callbackTicketId}`)).body;
    assert.deepEqual([ticket.contactId, ticket.conversationId], [first.contactId, first.conversationId]);
    assert.deepEqual(
      (await desk.events("call.missed")).map((data) => data.callbackTicketId),
      [ticket.id, ticket.id],
    );
    await desk.tenant.api.patch(`/api/v1/tickets/${ticket.id}`, { status: "resolved" });
    await desk.dial({ from });
    assert.equal((await tickets()).length, 2);
    await desk.dial({ from: "anonymous" });
    assert.equal((await tickets()).length, 2, "nobody can be called back");
    assert.equal((await desk.calls())[0].callbackTicketId, null);
  });

  it("leaves none if the settings say so, or if the caller is connected with a person", async () => {
    for (const settings of [{ afterCall: { callbackTickets: false, classify: false } }, { transfer: { phoneNumber: "+4930999" } }]) {
      const desk = await line(settings);
      await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
      await desk.dial();
      assert.deepEqual((await desk.tenant.api.get("/api/v1/tickets")).body.data, []);
      assert.equal((await desk.events("call.missed"))[0].callbackTicketId, null);
    }
  });

  it("whose stream never opened leaves one, too", async () => {
    const desk = await line();
    // Only announced: the simulator would open the stream.
    const lost = await desk.telephony.call(desk.account.callbackUrl, { to: desk.number, stream: "never" });
    assert.equal(lost.status, 200);
    t.clock.advance(61_000);
    await t.drain(["lost calls"]);
    const [call] = await desk.calls();
    assert.deepEqual([call.status, call.endReason], ["no_answer", "not_connected"]);
    assert.equal((await desk.tenant.api.get(`/api/v1/tickets/${call.callbackTicketId}`)).body.subject, "Call back +447700900123");
  });
});

describe("settings written by the previous release", () => {
  it("have no part for after a call, and its defaults apply", async () => {
    const desk = await line({ summary: true });
    await t.app.database.withTenant(desk.tenant.id, (tx) =>
      tx.query({ text: "update voice_agents set settings = settings - 'afterCall' where tenant_id = $1", values: [desk.tenant.id] }),
    );
    form = { sentiment: "positive", outcome: "resolved" };
    const call = await callOf(desk);
    await t.drain(["call summaries"]);
    const { sentiment, outcome } = (await desk.tenant.api.get(`/api/v1/calls/${call.id}`)).body;
    assert.deepEqual([sentiment, outcome], ["positive", "resolved"]);
    const shown = await desk.tenant.api.get(`/api/v1/voice-agents/${desk.agent.id}`);
    assert.deepEqual(shown.body.afterCall, { classify: true, extract: [], callbackTickets: true });
    await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
    await desk.dial({ from: "+447700900444" });
    assert.notEqual((await desk.calls())[0].callbackTicketId, null);
  });
});

describe("flows", () => {
  it("are started by the end of a call, with its outcome, and by a missed call, with its ticket", async () => {
    const desk = await line();
    const own = desk.tenant;
    const completed = await makeFlow(own, { type: "call.ended", statuses: ["completed"] }, [
      { type: "add_label", label: "Called" },
      { type: "add_note", text: "{{variables.callStatus}} {{variables.callEndReason}} {{variables.callFrom}}" },
    ]);
    const failed = await makeFlow(own, { type: "call.ended", statuses: ["failed"] }, [{ type: "add_label", label: "Broken" }]);
    const missed = await makeFlow(own, { type: "call.missed" }, [{ type: "update_ticket", priority: "urgent" }]);
    const call = await callOf(desk);
    const [run, ...more] = await endedRunsOf(t, own, completed);
    assert.deepEqual([more.length, run.status, run.conversationId], [0, "completed", call.conversationId], JSON.stringify(run));
    assert.deepEqual(await endedRunsOf(t, own, failed), []);
    const messages = (await own.api.get(`/api/v1/conversations/${call.conversationId}/messages`)).body.data;
    assert.deepEqual(
      messages.filter((message: any) => message.isNote).map((message: any) => message.text),
      ["completed caller_hung_up +447700900123"],
    );
    await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
    await desk.dial({ from: "+447700900444" });
    assert.deepEqual(
      (await endedRunsOf(t, own, missed)).map(({ status }: any) => status),
      ["completed"],
    );
    const [{ callbackTicketId }] = await desk.calls();
    assert.equal((await own.api.get(`/api/v1/tickets/${callbackTicketId}`)).body.priority, "urgent");
  });
});
