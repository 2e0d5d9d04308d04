import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../../test/stages/chatbot-stage.ts";
import { saying } from "../../../../../test/fakes/scripted-model.ts";

const { t, tenant, other, model, faq, chatbot, person, eventsOf } = await startChatbotStage("4477011");
await faq("When do you open?", "We open at 9:00 on weekdays. Returns cost 5 EUR.");

describe("a chatbot", () => {
  it("gets a new conversation on its channel, answers it from the knowledge, and explains its decision", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00 on weekdays."));
    const anna = person(bot.channel);
    await anna.writes("When do you open in the morning?");
    const before = await anna.conversation();
    assert.deepEqual([before.status, before.pendingReason, before.handledBy], ["pending", "bot", "bot"]);
    assert.deepEqual(await anna.received(), [], "not before the burst is over");
    await anna.turn();
    assert.deepEqual(await anna.received(), ["We open at 9:00 on weekdays."]);
    const after = await anna.conversation();
    assert.deepEqual([after.status, after.pendingReason, after.waitingSince], ["pending", "bot", null]);
    const [sent] = (await anna.messages()).filter((m) => m.direction === "outbound");
    assert.deepEqual(sent.author, { kind: "chatbot", id: bot.id });
    const [turn] = await anna.turns();
    assert.deepEqual(
      [turn.decision, turn.reason, turn.reply, turn.chatbotVersion, turn.replyMessageId, turn.usage.cost],
      ["answered", null, "We open at 9:00 on weekdays.", 1, sent.id, 0.01],
    );
    assert.deepEqual(
      [turn.message, turn.durationMs],
      ["When do you open in the morning?", Date.parse(turn.createdAt) - Date.parse(turn.startedAt)],
    );
    assert.equal(turn.passages[0].ref, "S1");
    assert.ok(!("text" in turn.passages[0]), "a stored turn does not keep the text");
    const cited = (await tenant.api.get("/api/v1/knowledge/citations?days=1")).body.data;
    assert.deepEqual(cited, [{ sourceId: null, faqId: turn.passages[0].faqId, answers: 1 }]);
    assert.deepEqual((await other.api.get("/api/v1/knowledge/citations")).body.data, []);
    assert.match(turn.passages[0].faqId, /^kfq_/);
    assert.deepEqual((await tenant.api.get(`/api/v1/chatbot-turns/${turn.id}`)).body, turn);
    assert.deepEqual((await tenant.api.get(`${bot.url}/turns`)).body.data, [turn]);
    assert.deepEqual((await tenant.api.get(`${bot.url}/turns?decision=declined`)).body.data, []);
    const request = model.requests.at(-1);
    assert.ok(request?.system.includes("We open at 9:00"), "the passage is in the prompt");
    assert.ok(request?.system.indexOf("Policy") === 0, "the policy stands above all else");
    assert.deepEqual(request?.messages, [{ role: "user", content: "When do you open in the morning?" }]);
  });

  it("answers a burst of messages once", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    const asked = model.requests.length;
    await anna.writes("Hello");
    t.clock.advance(2_000);
    await anna.writes("one question");
    t.clock.advance(2_000);
    await anna.writes("when do you open?");
    await anna.turn();
    assert.equal(model.requests.length, asked + 1);
    assert.equal((await anna.received()).length, 1);
    assert.equal((await anna.turns())[0].inboundMessageIds.length, 3);
  });

  it("answers a message once, however often the platform delivers it", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    await anna.writes("when do you open?");
    const { externalId } = (await anna.messages())[0];
    for (let i = 0; i < 100; i++)
      await anna.customer.sendText(bot.channel.externalId, "when do you open?", { messageId: externalId } as never);
    await t.drain();
    await anna.turn();
    await anna.turn();
    assert.deepEqual(await anna.received(), ["We open at 9:00."]);
    assert.equal((await anna.messages()).filter((m) => m.direction === "inbound").length, 1);
  });

  it("hands over to the requested people, with one message, a note, an event and a ticket", async () => {
    const division = (await tenant.api.post("/api/v1/agents-management/divisions", { name: `Team ${Math.trunc(t.clock.now().getTime())}` }))
      .body.id;
    const bot = await chatbot({
      handover: { divisionId: division, priority: "high", createTicket: true, message: "A colleague is coming." },
    });
    const anna = person(bot.channel);
    const asked = model.requests.length;
    await anna.asks("I want to talk to a real person please");
    assert.equal(model.requests.length, asked, "no model is needed for that");
    assert.deepEqual(await anna.received(), ["A colleague is coming."]);
    const c = await anna.conversation();
    assert.deepEqual([c.status, c.pendingReason, c.handledBy, c.divisionId, c.priority], ["open", null, "human", division, "high"]);
    assert.notEqual(c.waitingSince, null, "the customer waits for a person");
    const note = (await anna.messages()).find((m) => m.isNote);
    assert.match(note.text, /customer_request[\s\S]*I want to talk to a real person/);
    const [event] = await eventsOf(c.id, "handover.requested");
    assert.deepEqual([event.chatbotId, event.reason], [bot.id, "customer_request"]);
    const ticket = (await tenant.api.get(`/api/v1/tickets/${event.ticketId}`)).body;
    assert.deepEqual([ticket.conversationId, ticket.priority], [c.id, "high"]);
    await anna.asks("Hello? When do you open?");
    assert.equal((await anna.received()).length, 1, "and is silent afterwards");
  });

  for (const fail of ["no_key", "all_failed", "timed_out", "insufficient_credits", "refused"] as const) {
    it(`never leaves a customer without an answer: ${fail}`, async () => {
      const bot = await chatbot({ handover: { message: "One moment." } });
      model.says(() => ({ fail }));
      const anna = person(bot.channel);
      await anna.asks("When do you open?");
      await anna.turn();
      assert.deepEqual(await anna.received(), ["One moment."]);
      const [turn] = await anna.turns();
      const reason = fail === "insufficient_credits" ? "usage_limit" : fail === "refused" ? "refused" : "provider_error";
      assert.deepEqual([turn.decision, turn.reason], ["handed_over", reason]);
      assert.equal((await anna.conversation()).status, "open");
    });
  }

  it("sends no fact that its sources do not contain, and calls the model once more before handing over", async () => {
    const bot = await chatbot();
    let calls = 0;
    model.says(() => (++calls === 1 ? saying("Returns cost 7 EUR.") : saying("Returns cost 5 EUR.")));
    const anna = person(bot.channel);
    await anna.asks("What do returns cost?");
    assert.deepEqual(await anna.received(), ["Returns cost 5 EUR."]);
    assert.match(model.requests.at(-1)?.system ?? "", /unsupported facts: 7/);
    model.says(() => saying("See https://evil.example/refund"));
    await anna.asks("And where can I read that?");
    const [turn] = await anna.turns();
    assert.deepEqual([turn.decision, turn.reason], ["handed_over", "missing_knowledge"]);
    assert.ok(!(await anna.received()).some((text) => text.includes("evil")));
  });

  it("declines blocked topics and off-topic questions with the tenant's text, and hands over after two", async () => {
    const bot = await chatbot({ scope: { blockedTopics: ["politics"], outOfScopeMessage: "Not here." } });
    model.says(() => saying("Poetry!", { scope: "out", citations: [] }));
    const anna = person(bot.channel);
    await anna.asks("What about politics?");
    assert.deepEqual(
      (await anna.turns()).map((turn) => [turn.decision, turn.reason]),
      [["declined", "blocked_topic"]],
    );
    await anna.asks("Then write me a poem");
    assert.deepEqual(
      (await anna.turns()).map((turn) => turn.reason),
      ["failed_turns", "blocked_topic"],
    );
    const [first, second] = await anna.received();
    assert.equal(first, "Not here.");
    assert.match(second as string, /colleague/);
  });

  it("hands over what the model promised, and never sends the promise", async () => {
    const bot = await chatbot({ handover: { message: "Over to us." } });
    model.says(() => saying("I will transfer you to a colleague now.", { scope: "smalltalk", citations: [] }));
    const anna = person(bot.channel);
    await anna.asks("My thing is broken since yesterday");
    assert.deepEqual(await anna.received(), ["Over to us."]);
    assert.equal((await anna.turns())[0].reason, "model");
  });

  it("introduces itself once, and respects its maximum length", async () => {
    const bot = await chatbot({ persona: { introduction: "An assistant answers." }, reply: { maxLength: 60 } });
    model.says(() => saying("We open at nine. ".repeat(20)));
    const anna = person(bot.channel);
    await anna.asks("When do you open on weekdays please?");
    const [first] = await anna.received();
    assert.ok(first?.startsWith("An assistant answers.\n\nWe open"), first);
    assert.ok((first?.length ?? 0) <= 60 + 25);
  });

  it("sends no more than the channel allows", async () => {
    const bot = await chatbot({ reply: { maxLength: 4_000 }, persona: { introduction: "I".repeat(500) } });
    model.says(() => saying("We open soon. ".repeat(285)));
    const anna = person(bot.channel);
    await anna.asks("When do you open on weekdays please?");
    const [first] = await anna.received();
    assert.ok(first !== undefined && first.length > 3_500 && first.length <= 4_096, `${first?.length}`);
    const [turn] = await anna.turns();
    assert.deepEqual([turn.decision, turn.reply], ["answered", first]);
  });

  it("hands over at the reply limits, per conversation and per epoch", async () => {
    const bot = await chatbot({ handover: { maxReplies: 1 } });
    model.says((_, call) => saying(`We open at 9:00${"!".repeat(call % 5)}`));
    const anna = person(bot.channel);
    await anna.asks("When do you open?");
    await anna.asks("Really, when?");
    assert.deepEqual(
      (await anna.turns()).map((turn) => turn.reason),
      ["max_replies", null],
    );
  });

  it("distinguishes automatic replies from people, and does not answer machines", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    const asked = model.requests.length;
    await anna.asks("This is an automatic reply: I am out of the office until Monday");
    assert.deepEqual([await anna.received(), model.requests.length], [[], asked]);
    assert.equal((await anna.turns())[0].reason, "automatic_reply");
  });

  it("sends nothing to customers who opted out", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    await anna.asks("STOP");
    assert.deepEqual(await anna.received(), []);
    assert.equal((await anna.turns())[0].reason, "opted_out");
  });

  it("gives its conversations to people when it is switched off", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    await anna.asks("When do you open?");
    assert.equal((await tenant.api.patch(bot.url, { isActive: false })).body.isActive, false);
    await t.drain();
    const c = await anna.conversation();
    assert.deepEqual([c.status, c.handledBy], ["open", "human"]);
    await anna.asks("And on Sunday?");
    assert.equal((await anna.received()).length, 1);
    const bob = person(bot.channel);
    await bob.asks("Hi");
    assert.equal((await bob.conversation()).status, "open");
  });

  it("sees nothing of another tenant", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    await anna.asks("When do you open?");
    const [turn] = await anna.turns();
    const { id } = await anna.conversation();
    for (const path of [bot.url, `${bot.url}/turns`, `/api/v1/chatbot-turns/${turn.id}`, `/api/v1/conversations/${id}/chatbot-turns`])
      assert.equal((await other.api.get(path)).status, 404, path);
    for (const path of [
      `/api/v1/conversations/${id}/chatbot/resume`,
      `/api/v1/conversations/${id}/chatbot/hand-over`,
      `/api/v1/chatbot-turns/${turn.id}/replay`,
    ])
      assert.equal((await other.api.post(path)).status, 404, path);
    assert.equal((await other.api.post(`${bot.url}/playground`, { message: "Hi" })).status, 404);
  });
});
