/** Turns are counted by chatbot and decision: those of the period, of this organization only. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../../../test/stages/chatbot-stage.ts";
import { saying } from "../../../../../../test/fakes/scripted-model.ts";

const { t, tenant, other, model, faq, chatbot, person } = await startChatbotStage("4477042");
await faq("When do you open?", "We open at 9:00 on weekdays.");
const path = "/api/v1/chatbot-turns/summary";

describe("the summary of turns", () => {
  it("counts what a chatbot decided in the period", async () => {
    const bot = await chatbot();
    model.says(() => saying("We open at 9:00 on weekdays."));
    const anna = person(bot.channel);
    await anna.writes("When do you open in the morning?");
    await anna.turn();
    t.clock.advance(60_000);
    const since = t.clock.now().toISOString();
    assert.deepEqual(
      (await tenant.api.get(`${path}?since=${since}&until=${new Date(t.clock.now().getTime() + 1).toISOString()}`)).body.chatbots,
      [],
    );
    await anna.writes("I want to talk to a human");
    await anna.turn();
    t.clock.advance(1_000);
    const all = await anna.turns();
    assert.deepEqual(all.map(({ decision }: { decision: string }) => decision).toSorted(), ["answered", "handed_over"]);

    const { chatbots } = (await tenant.api.get(path)).body;
    const found = chatbots.find(({ chatbotId }: { chatbotId: string }) => chatbotId === bot.id);
    assert.equal(found.turns, 2);
    assert.deepEqual(found.byDecision, { answered: 1, declined: 0, handed_over: 1, outside_hours: 0, silenced: 0, superseded: 0 });
    const file = await tenant.api.get(`${path}.csv`);
    assert.equal(file.status, 200);
    assert.ok(file.text.includes(`${bot.id},`), file.text);
    assert.match(file.text, /^\ufeff?chatbotId,name,turns,answered,declined,handed_over,outside_hours,silenced,superseded\r?\n/);
    assert.match(file.text, /,2,1,0,1,0,0,0/);
    const later = (await tenant.api.get(`${path}?since=${since}`)).body.chatbots;
    assert.deepEqual([later.length, later[0].turns, later[0].byDecision.handed_over], [1, 1, 1]);
  });

  it("works for the earliest and latest possible instants", async () => {
    for (const period of ["until=0001-01-10T00:00:00Z", "since=9999-12-31T12:00:00Z&until=9999-12-31T23:59:59Z"]) {
      const response = await tenant.api.get(`${path}?${period}`);
      assert.deepEqual([response.status, response.body.chatbots], [200, []], response.text);
    }
  });

  it("contains nothing of another organization", async () => {
    assert.deepEqual((await other.api.get(path)).body.chatbots, []);
  });

  it("refuses a key without chatbot:read", async () => {
    const { status, body } = await t.api(await t.key(tenant.id, { scopes: ["metrics:read"] })).get(path);
    assert.deepEqual([status, body.error.code], [403, "insufficient_scope"]);
  });
});
