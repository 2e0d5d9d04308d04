import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice-stage.ts";
import type { AiGateway, AiRequest } from "../../knowledge/ai/index.ts";

const asked: AiRequest[] = [];
let fails = 0;
const gateway: AiGateway = {
  async generate(request) {
    asked.push(request);
    if (fails-- > 0) return { ok: false, code: "all_failed", attempts: [] };
    return {
      ok: true,
      text: "They asked for the opening hours.",
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

/** A call in which something was said, and that is over. */
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
  it("its summary stands with it, and as a note in the conversation", async () => {
    const desk = await line({ summary: true });
    const call = await callOf(desk);
    await t.drain(["call summaries"]);
    assert.equal((await desk.tenant.api.get(`/api/v1/calls/${call.id}`)).body.summary, "They asked for the opening hours.");
    const request = asked.at(-1) as AiRequest;
    assert.match(request.messages[0]?.content ?? "", /caller: Hi there/);
    const notes = (await desk.tenant.api.get(`/api/v1/conversations/${call.conversationId}/messages`)).body.data.filter(
      (message: any) => message.isNote,
    );
    assert.deepEqual(
      notes.map((note: any) => [note.text, note.author]),
      [[`Phone call (${call.id})\nThey asked for the opening hours.`, { kind: "chatbot", id: desk.agent.id }]],
    );
  });

  it("without a model that answers, its last words are the summary", async () => {
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

  it("it goes with the messages of its time, and with its contact", async () => {
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
