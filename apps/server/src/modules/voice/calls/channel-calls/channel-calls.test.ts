import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { obedientBrain } from "@parley/simulators/realtime-provider";
import { eventually } from "../../../../../test/eventually.ts";
import { offer, startChannelCallStage } from "../../../../../test/stages/voice/channel-call-stage.ts";

const { t, platform, realtime, desk: makeDesk } = await startChannelCallStage();
afterEach(() => {
  realtime.reset();
  platform.refuses(null);
});

describe("a customer's call on a channel", () => {
  it("is answered, greeted, answered from the knowledge, and appears in the conversation with its transcript and its cost", async () => {
    const owner = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-direct", costPerRequest: 0.25, description: "Speech" };
    assert.equal((await owner.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await makeDesk({ opening: { greeting: "Hello.", disclosure: "A machine speaks." }, speech: { model: "speech-direct" } });
    await desk.fund(1);
    await desk.faq("When do you open?", "We open at nine.");
    const call = await desk.rings();
    assert.equal(call.status, 200);
    const session = await desk.greeted();
    assert.deepEqual(session.heard, ["A machine speaks. Hello."]);
    assert.equal(session.offer, offer);
    assert.match(realtime.requests.at(-1)?.contentType ?? "", /^multipart\/form-data; boundary=/);
    // The two ends agree on the audio; the model is the agent's.
    assert.deepEqual([session.config()["model"], session.config()["audio"].input.format], ["speech-direct", undefined]);
    const answer = `v=0\r\no=answer of ${session.id}\r\nm=audio 9 X\r\n`;
    assert.deepEqual(
      platform.acts.filter(({ body }) => body.call_id === call.id).map(({ body }) => [body.action, body.session?.sdp]),
      [
        ["pre_accept", answer],
        ["accept", answer],
      ],
    );
    session.says("When do you open?");
    await eventually("it is answered", () => session.heard.at(-1) === "We open at nine.");
    session.says("Bye");
    const shown = await desk.ended();
    assert.deepEqual(
      [shown.status, shown.endReason, shown.channelId, shown.provider, shown.from, shown.to, shown.minutes, shown.cost],
      ["completed", "agent_ended", desk.channel.id, "chat_app", "+447700900123", "15550100100", 1, 0.25],
    );
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
    assert.deepEqual(desk.acts(call.id), ["pre_accept", "accept", "terminate"]);
    assert.ok(realtime.hangUps.includes(session.id));
    const [message] = (await desk.tenant.api.get(`/api/v1/conversations/${shown.conversationId}/messages`)).body.data;
    assert.deepEqual([message.type, message.content.kind, message.content.callId], ["system", "call", shown.id]);
    const conversation = await desk.conversation(shown.conversationId);
    assert.ok(Date.parse(conversation.windowExpiresAt) > t.clock.now().getTime(), "a call opens the window");
    const [started] = await desk.events("call.started");
    const [ended] = await desk.events("call.ended");
    assert.deepEqual([started.channelId, ended.channelId, ended.status, ended.cost], [desk.channel.id, desk.channel.id, "completed", 0.25]);
  });

  it("is not recorded, and mentions no recording, even if its agent records telephone calls", async () => {
    for (const mode of ["announced", "asked"]) {
      const desk = await makeDesk({ recording: { mode, announcement: "This call is recorded.", question: "May we record?" } });
      await desk.rings();
      const session = await desk.greeted();
      assert.deepEqual(session.heard, ["Hello."]);
      const { tools, instructions, audio } = session.config();
      assert.ok(!JSON.stringify(tools).includes("answer_recording") && !/recorded/.test(instructions));
      assert.equal(audio.input.turn_detection.interrupt_response, true);
      session.says("Bye");
      const shown = await desk.ended();
      assert.equal(shown.recording, null);
      const response = await desk.tenant.api.get(`/api/v1/calls/${shown.id}/recording`);
      assert.deepEqual([response.status, response.body.error.details[0].field], [404, "recording"]);
      const turn = shown.turns.at(-1);
      assert.deepEqual([turn.hearingMs, turn.speakingMs], [null, null]);
    }
  });

  it("reported twice by the platform is one call", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    await desk.greeted();
    await desk.rings({ id: call.id });
    await t.drain();
    assert.equal(desk.sessions().length, 1);
    await desk.ends(call);
    await desk.ends(call);
    await t.drain();
    await desk.ended();
    await desk.ends(call);
    await t.drain();
    assert.equal((await desk.calls()).length, 1);
    assert.equal((await desk.events("call.ended")).length, 1);
  });

  it("ends when the customer hangs up: once, without reporting back to the platform", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    const session = await desk.greeted();
    await desk.ends(call);
    await t.drain();
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["completed", "caller_hung_up"]);
    assert.deepEqual(desk.acts(call.id), ["pre_accept", "accept"]);
    assert.ok(realtime.hangUps.includes(session.id));
  });

  it("falls silent when the customer speaks, and keeps what was heard", async () => {
    const desk = await makeDesk({
      opening: { greeting: "This is a very long greeting that nobody wants to hear to its end.", disclosure: null },
    });
    realtime.set({ hearsOut: false });
    await desk.rings();
    const session = await desk.greeted();
    realtime.set({ hearsOut: true });
    session.says("Stop.");
    await eventually("it is answered", () => session.heard.at(-1) === "I see.");
    // The provider stops by itself: we truncate nothing.
    assert.ok(!session.received.some(({ type }) => type === "conversation.item.truncate" || type === "output_audio_buffer.clear"));
    session.says("Bye");
    const [greeting] = (await desk.ended()).turns;
    assert.equal(greeting.interrupted, true);
    assert.ok(greeting.text.startsWith("This is") && !greeting.text.includes("to its end"), greeting.text);
  });

  it("is handed to the team when the customer asks for a person: they are told so, and there is a callback ticket", async () => {
    const desk = await makeDesk();
    const call = await desk.rings();
    const session = await desk.greeted();
    session.says("I want to talk to a human");
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason], ["transferred", "transferred"]);
    assert.match(session.heard.at(-1) ?? "", /somebody of the team will write to them here or call back/);
    assert.notEqual((await desk.conversation(shown.conversationId)).waitingSince, null);
    const ticket = (await desk.tenant.api.get(`/api/v1/tickets/${shown.callbackTicketId}`)).body;
    assert.equal(ticket.subject, "Call back +447700900123");
    assert.deepEqual(desk.acts(call.id), ["pre_accept", "accept", "terminate"]);
  });

  it("is given to the team by the model's tool too", async () => {
    const desk = await makeDesk();
    realtime.set({ brain: obedientBrain });
    await desk.rings();
    const session = await desk.greeted();
    session.says('use transfer_to_human {"reason":"asked"}');
    const shown = await desk.ended();
    assert.equal(shown.status, "transferred");
    assert.deepEqual(
      shown.turns.filter((turn: any) => turn.tool !== null).map(({ tool, outcome }: any) => [tool, outcome]),
      [["transfer_to_human", "handing_over"]],
    );
    const tool = session.config()["tools"].find(({ name }: any) => name === "transfer_to_human");
    assert.match(tool.description, /write or call back/);
  });

  it("uses its tools within the settings, and writes to the chat on which the customer called", async () => {
    const desk = await makeDesk({ tools: { createTickets: true, sendMessages: true } });
    await desk.faq("What is the address?", "The address is Main Street 12.");
    realtime.set({ brain: obedientBrain });
    const call = await desk.rings({ from: "447700900777" });
    const session = await desk.greeted();
    const uses = async (name: string, input: object) => {
      const before = session.heard.length;
      session.says(`use ${name} ${JSON.stringify(input)}`);
      await eventually(`${name} is answered`, () => session.heard.length > before);
    };
    await uses("create_ticket", { subject: "Order", description: "About the order" });
    await uses("send_message", { text: "The address is Main Street 99." });
    await uses("search_knowledge", { query: "What is the address?" });
    await uses("send_message", { text: "The address is Main Street 12." });
    await desk.ends(call);
    await t.drain();
    const shown = await desk.ended();
    assert.deepEqual(
      shown.turns.filter((turn: any) => turn.tool !== null).map(({ tool, outcome }: any) => [tool, outcome]),
      [
        ["create_ticket", "created"],
        ["send_message", "refused"],
        ["search_knowledge", "1 passages"],
        ["send_message", "sent"],
      ],
    );
    await t.settle();
    // The call itself opened the window.
    assert.deepEqual(
      t.simulator.sentTo("447700900777").map((sent: any) => sent.body.text.body),
      ["The address is Main Street 12."],
    );
  });

  it("is only shown if nobody answers the channel", async () => {
    const desk = await makeDesk();
    await desk.patch(`/channels/${desk.channel.id}/calling`, { voiceAgentId: null });
    const call = await desk.rings();
    await t.drain();
    await desk.ends(call);
    await t.drain();
    assert.deepEqual(await desk.calls(), []);
    assert.deepEqual(desk.acts(call.id), []);
    const [conversation] = (await desk.tenant.api.get("/api/v1/conversations")).body.data;
    const [message] = (await desk.tenant.api.get(`/api/v1/conversations/${conversation.id}/messages`)).body.data;
    assert.deepEqual([message.type, message.content.kind], ["system", undefined]);
    const rows = await t.app.database.worker<{ state: string }>({
      text: "select state from inbound_events where tenant_id = $1",
      values: [desk.tenant.id],
    });
    assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(["processed"]));
  });
});
