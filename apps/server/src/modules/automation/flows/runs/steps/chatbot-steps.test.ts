/** Flows that give conversations to the chatbot and to people. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../../../test/stages/chatbot-stage.ts";

const { t, tenant, faq, chatbot, person } = await startChatbotStage("4479");
const api = tenant.api;
await faq("When are you open on Sundays?", "On Sundays from ten to four.");
const bot = await chatbot();

async function runOnce(steps: object[], conversationId: string): Promise<any> {
  const made = await api.post("/api/v1/flows", { name: "Flow", trigger: { type: "manual" }, steps });
  const active = await api.post(`/api/v1/flows/${made.body.id}/activate`);
  assert.equal(active.status, 200, active.text);
  const started = await api.post(`/api/v1/flows/${made.body.id}/runs`, { conversationId });
  assert.equal(started.status, 200, started.text);
  await t.drain();
  return (await api.get(`/api/v1/flow-runs/${started.body.id}`)).body;
}

describe("a flow", () => {
  it("takes a conversation from the chatbot, and gives it back", async () => {
    const who = person(bot.channel);
    await who.writes("Hello");
    const before = await who.conversation();
    assert.deepEqual([before.status, before.pendingReason, before.handledBy], ["pending", "bot", "bot"]);
    assert.equal((await runOnce([{ type: "stop_chatbot" }], before.id)).status, "completed");
    assert.deepEqual([(await who.conversation()).status, (await who.conversation()).handledBy], ["open", "human"]);
    assert.equal((await runOnce([{ type: "start_chatbot" }], before.id)).status, "completed");
    assert.deepEqual([(await who.conversation()).pendingReason, (await who.conversation()).handledBy], ["bot", "bot"]);
    const run = await runOnce([{ type: "hand_over" }, { type: "start_chatbot" }], before.id);
    assert.deepEqual([run.status, run.steps.length], ["handed_off", 1]);
    assert.deepEqual([(await who.conversation()).status, (await who.conversation()).handledBy], ["open", "human"]);
  });

  it("reports if there is no chatbot to give it to", async () => {
    const channel = await t.channel(tenant);
    const who = person(channel);
    await who.writes("Hello");
    const run = await runOnce([{ type: "start_chatbot" }], (await who.conversation()).id);
    assert.deepEqual([run.status, run.error.code, run.error.path], ["failed", "conflict", "steps[0]"]);
  });

  it("is started when the chatbot hands over", async () => {
    const made = await api.post("/api/v1/flows", {
      name: "Handed over",
      trigger: { type: "handover.requested" },
      steps: [{ type: "set_priority", priority: "high" }],
    });
    assert.equal((await api.post(`/api/v1/flows/${made.body.id}/activate`)).status, 200);
    const who = person(bot.channel);
    await who.asks("I want to speak to a human being");
    await t.drain();
    assert.deepEqual([(await who.conversation()).handledBy, (await who.conversation()).priority], ["human", "high"]);
  });
});
