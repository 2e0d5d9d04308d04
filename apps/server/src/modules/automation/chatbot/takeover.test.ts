import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../test/stages/chatbot-stage.ts";
import { openTransaction, untilWaiting } from "../../../../test/database/locks.ts";
import { saying } from "../../../../test/fakes/scripted-model.ts";

const { t, tenant, model, faq, chatbot, person } = await startChatbotStage("4477012");
await faq("When do you open?", "We open at 9:00 on weekdays.");

describe("a handover", () => {
  it("has its summary, wherever a long message is cut", async () => {
    const bot = await chatbot({ handover: { summaryNote: true } });
    const ada = person(bot.channel);
    await ada.asks(`${"x".repeat(299)}😀 is what I mean.`, "I want to talk to a human");
    const notes = (await ada.messages()).filter((m) => m.isNote);
    assert.equal(notes.length, 1);
    assert.match(notes[0].text, /customer: x{299}\n/);
  });
});

describe("a chatbot that is switched off", () => {
  const endings: [string, (bot: { url: string }) => Promise<{ status: number }>][] = [
    ["switched off again", ({ url }) => tenant.api.patch(url, { isActive: false })],
    ["deleted", ({ url }) => tenant.api.delete(url)],
  ];
  for (const [what, end] of endings)
    it(`gives people the conversations, too, that it got while earlier ones were being handed over, once it is ${what}`, async () => {
      const bot = await chatbot();
      const [ada, bob] = [person(bot.channel), person(bot.channel)];
      model.says(() => saying("We open at 9:00."));
      await bob.asks("I want to talk to a human");
      await ada.asks("When do you open?");
      const [first, second] = [await ada.conversation(), await bob.conversation()];
      assert.deepEqual([first.handledBy, second.handledBy], ["bot", "human"]);
      assert.equal((await tenant.api.patch(bot.url, { isActive: false })).status, 200);
      // Holds the loop between its list of conversations and its end.
      const holder = await openTransaction(t.database);
      await holder.query("select 1 from conversations where tenant_id = $1 and wire_id('conv', id) = $2 for update", [tenant.id, first.id]);
      const drained = t.drain();
      await untilWaiting(t.database, 1);
      assert.equal((await tenant.api.patch(bot.url, { isActive: true })).status, 200);
      assert.equal((await tenant.api.post(`/api/v1/conversations/${second.id}/chatbot/resume`)).body.handledBy, "bot");
      assert.equal((await end(bot)).status, 200);
      await holder.release();
      await drained;
      await t.drain();
      assert.deepEqual([(await ada.conversation()).handledBy, (await bob.conversation()).handledBy], ["human", "human"]);
    });
});

describe("a person who replies", () => {
  const ways: Record<
    string,
    (place: {
      id: string;
      channelId: string;
      waId: string;
      api: any;
      agentId: string;
      externalId: string;
      customer: any;
    }) => Promise<unknown>
  > = {
    "a reply in the dashboard": ({ channelId, waId, api }) =>
      api.post("/api/v1/messages", { channelId, to: waId, type: "text", text: "It is me, Ada" }),
    "an assignment": ({ id, agentId }) => tenant.api.patch(`/api/v1/conversations/${id}`, { assigneeId: agentId }),
    "opening the conversation": ({ id }) => tenant.api.patch(`/api/v1/conversations/${id}`, { status: "open" }),
    "resolving it": ({ id }) => tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" }),
    "taking it from the chatbot": ({ id }) => tenant.api.post(`/api/v1/conversations/${id}/chatbot/hand-over`),
    "a reply through the API in a person's name": ({ channelId, waId }) =>
      tenant.api.post("/api/v1/messages", { channelId, to: waId, type: "text", text: "It is me, Ada", humanAgent: true }),
    "a macro that sends": async ({ id, api }) => {
      const actions = [{ type: "send_message", text: "It is me, Ada" }];
      const { body } = await api.post("/api/v1/macros", { name: "Me", visibility: "private", actions });
      return api.post(`/api/v1/macros/${body.id}/run`, { conversationId: id });
    },
    "giving it back at once": async ({ id }) => {
      await tenant.api.post(`/api/v1/conversations/${id}/chatbot/hand-over`);
      await tenant.api.patch(`/api/v1/conversations/${id}`, { priority: "low" });
    },
  };
  for (const [way, take] of Object.entries(ways)) {
    it(`is never interrupted: ${way}, during the model call`, async () => {
      const bot = await chatbot();
      const ada = await t.person(tenant.id, { role: "agent", name: "Ada" });
      const anna = person(bot.channel);
      model.says(async () => {
        const { id, channelId } = await anna.conversation();
        const done = (await take({
          id,
          channelId,
          waId: anna.waId,
          api: ada.api,
          agentId: ada.agentId,
          externalId: bot.channel.externalId,
          customer: anna.customer,
        })) as any;
        if (done !== undefined) assert.equal(done.status, 200, done.text);
        return saying("We open at 9:00.");
      });
      await anna.asks("When do you open?");
      await anna.turn();
      const messages = await anna.messages();
      assert.deepEqual(
        messages.filter((m) => m.author.kind === "chatbot" && !m.isNote),
        [],
      );
      assert.notEqual((await anna.conversation()).pendingReason, "bot");
      const [turn] = await anna.turns();
      assert.ok(["superseded", "handed_over"].includes(turn.decision), JSON.stringify(turn));
    });
  }

  it("cancels the chatbot's messages that have not been sent yet", async () => {
    const bot = await chatbot();
    const ada = await t.person(tenant.id, { role: "agent", name: "Ada" });
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    // The platform asked for a pause: accepted messages wait.
    await t.app.database.worker({
      text: "insert into channel_pacing (tenant_id, channel_id, tat, pause_until) select $1, c.id, now(), $2 from channels c where c.tenant_id = $1 and c.external_id = $3 on conflict (tenant_id, channel_id) do update set pause_until = excluded.pause_until",
      values: [tenant.id, new Date(t.clock.now().getTime() + 3_600_000), bot.channel.externalId],
    });
    await anna.writes("When do you open?");
    t.clock.advance(16_000);
    await t.drain();
    assert.deepEqual(
      (await anna.messages()).filter((m) => m.author.kind === "chatbot").map((m) => m.status),
      ["queued"],
    );
    const { channelId } = await anna.conversation();
    const replied = await ada.api.post("/api/v1/messages", { channelId, to: anna.waId, type: "text", text: "It is me, Ada" });
    assert.equal(replied.status, 200, replied.text);
    assert.deepEqual(
      (await anna.messages()).filter((m) => m.author.kind === "chatbot").map((m) => m.status),
      ["cancelled"],
    );
  });
});

describe("a customer who writes again", () => {
  it("during the model call gets one answer to everything", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    let calls = 0;
    model.says(async () => {
      if (++calls === 1) await anna.customer.sendText(bot.channel.externalId, "On Sundays I mean");
      if (calls === 1) await new Promise((resolve) => setTimeout(resolve, 50));
      return saying(calls === 1 ? "We open at 9:00." : "We open at 9:00 on weekdays.");
    });
    await anna.asks("When do you open?");
    await anna.turn();
    await anna.turn();
    const turns = await anna.turns();
    const answered = turns.filter((turn) => turn.decision === "answered");
    assert.equal((await anna.received()).length, answered.length);
    assert.equal(answered.flatMap((turn) => turn.inboundMessageIds).length, 2, "each message is disposed of once");
  });

  it("after people had the conversation: `resolved` gives a resolved one back to the chatbot, `never` does not", async () => {
    for (const resume of ["resolved", "never"] as const) {
      const bot = await chatbot({ handover: { resume } });
      model.says(() => saying("We open at 9:00."));
      const anna = person(bot.channel);
      await anna.asks("I want to speak to a human");
      const { id } = await anna.conversation();
      await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
      await anna.asks("When do you open?");
      const c = await anna.conversation();
      assert.deepEqual([c.id, c.handledBy], [id, resume === "resolved" ? "bot" : "human"]);
      const [turn] = await anna.turns();
      if (resume === "resolved") {
        assert.equal(turn.decision, "answered");
        assert.ok(!JSON.stringify(model.requests.at(-1)?.messages).includes("speak to a human"), "the resolved episode is not told again");
      }
    }
  });

  it("gets the chatbot again a set time after a person's last message", async () => {
    const bot = await chatbot({ handover: { resumeAfterMinutes: 30 } });
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    await anna.asks("I want to speak to a human");
    t.clock.advance(10 * 60_000);
    await anna.asks("Hello?");
    assert.equal((await anna.conversation()).handledBy, "human");
    t.clock.advance(31 * 60_000);
    await anna.asks("When do you open?");
    assert.equal((await anna.conversation()).handledBy, "bot");
    assert.equal((await anna.received()).at(-1), "We open at 9:00.");
  });

  it("is answered when a person gives the conversation to the chatbot", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00."));
    const anna = person(bot.channel);
    await anna.asks("agent");
    await anna.asks("When do you open?");
    const { id } = await anna.conversation();
    const given = await tenant.api.post(`/api/v1/conversations/${id}/chatbot/resume`);
    assert.deepEqual([given.status, given.body.handledBy, given.body.pendingReason], [200, "bot", "bot"]);
    await t.settle();
    assert.equal((await anna.received()).at(-1), "We open at 9:00.");
    const reader = t.api(await t.key(tenant.id, { scopes: ["conversations:read"] }));
    assert.equal((await reader.post(`/api/v1/conversations/${id}/chatbot/hand-over`)).body.error.code, "insufficient_scope");
    assert.equal((await tenant.api.post(`/api/v1/conversations/${id}/chatbot/hand-over`)).body.handledBy, "human");
    assert.equal((await tenant.api.post(`/api/v1/conversations/${id}/chatbot/hand-over`)).body.handledBy, "human", "twice is once");
    await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
    assert.equal((await tenant.api.post(`/api/v1/conversations/${id}/chatbot/resume`)).body.error.code, "conflict");
  });
});
