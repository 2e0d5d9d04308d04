import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../test/stages/chatbot-stage.ts";
import { saying } from "../../../../test/fakes/scripted-model.ts";

const { t, tenant, model, faq, chatbot, person } = await startChatbotStage("4477012");
await faq("When do you open?", "We open at 9:00 on weekdays.");

/** What the chatbot sent after a person's first message. */
function afterTakeover(messages: any[]): any[] {
  const taken = messages.findIndex((m) => m.author.kind === "member" || m.author.kind === "platform" || m.text === "It is me, Ada");
  return messages.slice(taken + 1).filter((m) => m.author.kind === "chatbot" && !m.isNote && m.status !== "cancelled");
}

describe("a person who replies", () => {
  it("is not interrupted if many reply concurrently, at any moment", async () => {
    const bot = await chatbot({ reply: { debounceSeconds: 1 } });
    const ada = await t.person(tenant.id, { role: "agent", name: "Ada" });
    let waiting: (() => void)[] = [];
    // The model's answers and the person's replies are sent at the same instant, so that their transactions meet in
    // every order.
    model.says(async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return saying("We open at 9:00.");
    });
    const people = Array.from({ length: 60 }, () => person(bot.channel));
    for (let batch = 0; batch < people.length; batch += 4) {
      const now = people.slice(batch, batch + 4);
      waiting = [];
      for (const one of now) await one.customer.sendText(bot.channel.externalId, "When do you open?");
      await t.drain();
      t.clock.advance(1_000);
      const running = t.drain();
      while (waiting.length < now.length) await new Promise((resolve) => setImmediate(resolve));
      const replies = now.map(async (one, i) => {
        for (let n = 0; n < i * 3; n++) await new Promise((resolve) => setImmediate(resolve));
        const { channelId } = await one.conversation();
        const sent = await ada.api.post("/api/v1/messages", { channelId, to: one.waId, type: "text", text: "It is me, Ada" });
        assert.equal(sent.status, 200, sent.text);
      });
      for (const go of waiting) go();
      await Promise.all([...replies, running]);
    }
    await t.settle();
    for (const one of people) assert.deepEqual(afterTakeover(await one.messages()), []);
  });
});
