import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, it } from "node:test";
import { WebSocket } from "ws";
import { obedientBrain, politeBrain } from "@parley/simulators/realtime-provider";
import { eventually } from "../../../../test/eventually.ts";
import { refusal } from "../../../../test/inbox.ts";
import { lineOf, startVoiceStage, switchApp } from "../../../../test/stages/voice/voice-stage.ts";

const { t, realtime, line } = await startVoiceStage();

describe("a call", () => {
  it("is greeted, answered from the knowledge, and appears in the conversation with its transcript", async () => {
    const desk = await line({ opening: { greeting: "Hello.", disclosure: "A machine speaks." } });
    await desk.faq("When do you open?", "We open at nine.");
    const call = await desk.dial({ from: "+447700900555" });
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "A machine speaks. Hello.");
    caller.says("When do you open?");
    await caller.until(() => caller.heard().endsWith("We open at nine."));
    caller.says("Bye");
    await caller.until(() => caller.heard().endsWith("Goodbye."));
    assert.deepEqual(await call.outcome, { said: [], dialled: null });

    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason, shown.from, shown.minutes], ["completed", "agent_ended", "+447700900555", 1]);
    assert.deepEqual(
      shown.turns.map(({ speaker, text, tool }: any) => [speaker, tool ?? text]),
      [
        ["agent", "A machine speaks. Hello."],
        ["caller", "When do you open?"],
        ["tool", "search_knowledge"],
        ["agent", "We open at nine."],
        ["caller", "Bye"],
        ["agent", "Goodbye."],
        ["tool", "end_call"],
      ],
    );
    assert.equal(typeof shown.latency.p50Ms, "number");
    const [greeting, question, , answer] = shown.turns;
    // Nobody had spoken before the greeting.
    assert.deepEqual([greeting.latencyMs, greeting.hearingMs, greeting.toolsMs], [null, null, null]);
    assert.deepEqual([question.latencyMs, question.speakingMs], [null, null]);
    // The silence that ends a turn, plus what was sent after it.
    assert.ok(answer.hearingMs >= 500 && answer.hearingMs <= 900, JSON.stringify(answer));
    assert.ok(answer.toolsMs > 0 && answer.toolsMs <= answer.latencyMs, JSON.stringify(answer));
    assert.ok(Number.isInteger(answer.speakingMs) && answer.speakingMs >= 0, JSON.stringify(answer));
    for (const part of ["hearingP50Ms", "speakingP50Ms", "voiceToVoiceP50Ms"]) assert.equal(typeof shown.latency[part], "number", part);
    assert.ok(shown.latency.voiceToVoiceP50Ms >= shown.latency.hearingP50Ms);
    const messages = (await desk.tenant.api.get(`/api/v1/conversations/${shown.conversationId}/messages`)).body.data;
    assert.deepEqual(
      messages.map((message: any) => [message.type, message.content]),
      [["system", { kind: "call", callId: shown.id, direction: "inbound" }]],
    );
    const contact = (await desk.tenant.api.get(`/api/v1/contacts/${shown.contactId}`)).body;
    assert.equal(contact.phone, "+447700900555");
    const [started] = await desk.events("call.started");
    const [ended] = await desk.events("call.ended");
    assert.deepEqual([started.callId, ended.callId, ended.status, ended.minutes], [shown.id, shown.id, "completed", 1]);
  });

  it("passes G.711 on unchanged, with its voice agent's session", async () => {
    const desk = await line({ speech: { voice: "cedar", language: "de" }, tools: { createTickets: false } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    const session = realtime.sessions.at(-1) as (typeof realtime.sessions)[number];
    const config = session.config();
    assert.deepEqual([config["audio"].input.format, config["audio"].output.format], [{ type: "audio/pcmu" }, { type: "audio/pcmu" }]);
    assert.equal(config["audio"].output.voice, "cedar");
    assert.deepEqual(
      config["tools"].map((tool: any) => tool.name),
      ["search_knowledge", "transfer_to_human", "end_call"],
    );
    caller.stop();
    assert.deepEqual((await desk.ended()).endReason, "caller_hung_up");
    await session.closed;
  });

  it("falls silent when the caller speaks, and the model learns how much was heard", async () => {
    const desk = await line({
      opening: { greeting: "This is a very long greeting that nobody wants to hear to its end.", disclosure: null },
    });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard().startsWith("This is a"));
    caller.says("Stop.");
    await caller.until(() => caller.heard().endsWith("I see."));
    assert.equal(caller.clears(), 1);
    const session = realtime.sessions.at(-1) as (typeof realtime.sessions)[number];
    const truncated = await session.waitFor((event) => event["type"] === "conversation.item.truncate");
    const item = session.items.get(truncated["item_id"]);
    assert.ok(truncated["audio_end_ms"] < (item?.audioMs ?? 0), "all of it counts as heard");
    assert.deepEqual(session.errors, []);
    caller.stop();
    const [greeting] = (await desk.ended()).turns;
    assert.equal(greeting.interrupted, true);
    assert.ok(greeting.text.startsWith("This is") && !greeting.text.includes("to its end"), greeting.text);
  });

  it("is transferred to the number in the settings when the caller asks for a person, whatever the model does", async () => {
    const desk = await line({ transfer: { phoneNumber: "+4930999", message: "One moment." } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    caller.says("I want to talk to a human");
    assert.deepEqual(await call.outcome, { said: [], dialled: "+4930999" });
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["transferred", "transferred"]);
    assert.equal(shown.turns.at(-1).text, "One moment.");
  });

  it("is transferred by pressing 0, and by nothing if no number is set", async () => {
    const desk = await line({ transfer: { phoneNumber: "+4930999" } });
    const call = await desk.dial();
    await lineOf(call).until(() => lineOf(call).heard() === "Hello.");
    lineOf(call).presses("0");
    assert.equal((await call.outcome).dialled, "+4930999");
    const none = await line();
    const other = await none.dial();
    await lineOf(other).until(() => lineOf(other).heard() === "Hello.");
    lineOf(other).presses("0");
    lineOf(other).says("I want to talk to a human");
    await lineOf(other).until(() => lineOf(other).heard().endsWith("I see."));
    lineOf(other).stop();
    assert.equal((await none.ended()).status, "completed");
  });

  it("creates a ticket and writes to the caller's chat only if the settings allow it, and only what a source says", async () => {
    realtime.brain = obedientBrain;
    try {
      const desk = await line({ tools: { createTickets: true, sendMessages: true } });
      await desk.faq("What is the address?", "The address is Main Street 12.");
      // Their customer service window is open.
      await t.simulator.customer("447700900777", "Ada").sendText(desk.channel.externalId, "Hi");
      await t.settle();
      const call = await desk.dial({ from: "+447700900777" });
      const caller = lineOf(call);
      await caller.until(() => caller.heard() === "Hello.");
      const uses = async (name: string, input: object) => {
        const before = caller.heard();
        caller.says(`use ${name} ${JSON.stringify(input)}`);
        await caller.until(() => caller.heard() !== before && caller.heard().endsWith("."));
      };
      await uses("create_ticket", { subject: "Call back", description: "About the order" });
      await uses("send_message", { text: "The address is Main Street 99." });
      await uses("search_knowledge", { query: "What is the address?" });
      await uses("send_message", { text: "The address is Main Street 12." });
      await uses("dial_number", { number: "+1900" });
      caller.stop();
      const shown = await desk.ended();
      assert.deepEqual(
        shown.turns.filter((turn: any) => turn.tool !== null).map(({ tool, outcome }: any) => [tool, outcome]),
        [
          ["create_ticket", "created"],
          ["send_message", "refused"],
          ["search_knowledge", "1 passages"],
          ["send_message", "sent"],
          ["dial_number", "refused"],
        ],
      );
      const tickets = (await desk.tenant.api.get(`/api/v1/tickets?contactId=${shown.contactId}`)).body.data;
      assert.deepEqual(
        tickets.map((ticket: any) => ticket.subject),
        ["Call back"],
      );
      await t.settle();
      assert.deepEqual(
        t.simulator.sentTo("447700900777").map((sent: any) => sent.body.text.body),
        ["The address is Main Street 12."],
      );
    } finally {
      realtime.brain = politeBrain;
    }
  });

  it("is charged per started minute", async () => {
    const platform = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-paid", costPerRequest: 0.25, description: "Speech" };
    assert.equal((await platform.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await line({ speech: { model: "speech-paid" } });
    const poor = await desk.dial();
    assert.equal(poor.line, null);
    await desk.fund(1);
    const call = await desk.dial();
    await lineOf(call).until(() => lineOf(call).heard() === "Hello.");
    assert.deepEqual(await balance(), [1, 0.25]);
    lineOf(call).stop();
    const shown = await desk.ended();
    assert.deepEqual([shown.minutes, shown.cost], [1, 0.25]);
    assert.deepEqual(await balance(), [0.75, 0]);
    assert.deepEqual(
      (await desk.events("call.missed")).map((data) => data.endReason),
      ["insufficient_credits"],
    );

    async function balance(): Promise<number[]> {
      const rows = await t.app.database.withTenant(desk.tenant.id, (tx) =>
        tx.query<{ balance: string; reserved: string }>({
          text: "select (balance + reserved)::text as balance, reserved::text as reserved from apps where tenant_id = $1",
          values: [desk.tenant.id],
        }),
      );
      return [Number(rows[0]?.balance), Number(rows[0]?.reserved)];
    }
  });

  it("is not answered while the app is switched off; a call in progress goes on", async () => {
    const desk = await line({ messages: { unavailable: "Closed." } });
    const before = await desk.dial({ from: "+447700900001" });
    await lineOf(before).until(() => lineOf(before).heard() === "Hello.");
    await switchApp(desk.tenant.api, false);
    const call = await desk.dial({ from: "+447700900002" });
    assert.equal(call.line, null);
    assert.deepEqual(await call.outcome, { said: ["Closed."], dialled: null });
    const missed = await desk.events("call.missed");
    assert.deepEqual(
      missed.map((data) => data.endReason),
      ["app_inactive"],
    );
    assert.notEqual((await desk.tenant.api.get(`/api/v1/conversations/${missed[0].conversationId}`)).body.waitingSince, null);
    lineOf(before).says("Are you there?");
    await lineOf(before).until(() => lineOf(before).heard().endsWith("I do not know."));
    lineOf(before).stop();
  });

  it("is refused with a reason, and the conversation waits for the team", async () => {
    const desk = await line({ limits: { maxConcurrentCalls: 1 }, messages: { unavailable: "Busy & <closed>." } });
    const first = await desk.dial({ from: "+447700900001" });
    await lineOf(first).until(() => lineOf(first).heard() === "Hello.");
    const second = await desk.dial({ from: "+447700900002" });
    assert.equal(second.line, null);
    assert.deepEqual(await second.outcome, { said: ["Busy & <closed>."], dialled: null });
    await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
    assert.equal((await desk.dial({ from: "+447700900003" })).line, null);
    const missed = await desk.events("call.missed");
    assert.deepEqual(
      missed.map((data) => data.endReason),
      ["busy", "inactive"],
    );
    const conversation = (await desk.tenant.api.get(`/api/v1/conversations/${missed[0].conversationId}`)).body;
    assert.notEqual(conversation.waitingSince, null);
    assert.equal((await desk.calls()).filter((call) => call.status === "no_answer").length, 2);
    lineOf(first).stop();
  });

  it("is refused on its voice agent's holiday, whose hours count as everywhere", async () => {
    const today = t.clock.now().toISOString().slice(0, 10);
    const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    const always = { timezone: "UTC", weekly: days.map((day) => ({ day, from: "00:00", to: "24:00" })) };
    const desk = await line({ activeHours: { ...always, holidays: [today] } });
    assert.equal((await desk.dial()).line, null);
    assert.equal((await desk.calls())[0].endReason, "outside_hours");
    const changed = await desk.tenant.api.patch(`/api/v1/voice-agents/${desk.agent.id}`, { activeHours: { ...always, holidays: [] } });
    assert.equal(changed.status, 200, changed.text);
    const call = await desk.dial();
    await lineOf(call).until(() => lineOf(call).heard() === "Hello.");
    lineOf(call).stop();
  });

  it("can be ended and transferred by members of the team", async () => {
    const desk = await line({ transfer: { phoneNumber: "+4930999" } });
    const call = await desk.dial();
    await lineOf(call).until(() => lineOf(call).heard() === "Hello.");
    const [shown] = await desk.calls();
    assert.equal(shown.status, "in_progress");
    const reader = t.api(await t.key(desk.tenant.id, { scopes: ["voice:read"] }));
    assert.deepEqual(refusal(await reader.post(`/api/v1/calls/${shown.id}/hang-up`)), [403, "insufficient_scope"]);
    await desk.post(`/calls/${shown.id}/transfer`);
    await t.app.calls.live.renew();
    assert.equal((await call.outcome).dialled, "+4930999");
    await desk.ended();
    assert.deepEqual(refusal(await desk.tenant.api.post(`/api/v1/calls/${shown.id}/hang-up`)), [409, "conflict"]);
  });
});

describe("an upgrade at another address", () => {
  it("is not a stream, and a request that merely offers one is served", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request(`${t.url}/health/live`, { headers: { connection: "Upgrade", upgrade: "h2c" } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asked.on("error", reject);
      asked.end();
    });
    assert.equal(status, 200);
    const stranger = new WebSocket(`${t.url.replace("http", "ws")}/callbacks/telephony/stream/nobody`);
    const [, refused] = (await once(stranger, "unexpected-response")) as [unknown, IncomingMessage];
    assert.equal(refused.statusCode, 404);
    refused.resume();
    await eventually("no call is left", () => t.app.calls.live.count() === 0);
  });
});
