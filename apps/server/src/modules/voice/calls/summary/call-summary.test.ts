import assert from "node:assert/strict";
import { it } from "node:test";
import { lineOf, startVoiceStage } from "../../../../../test/stages/voice/voice-stage.ts";

const token = "scrape-me";
const { t, line } = await startVoiceStage({ app: { env: { METRICS_TOKEN: token } } });
const path = "/api/v1/calls/summary";

it("calls are counted by voice agent: answered, handed over, missed, minutes, and response times", async () => {
  const [desk, foreign] = [await line({ transfer: { phoneNumber: "+4930999" } }), await line()];
  const since = t.clock.now().toISOString();
  for (const says of ["Hi there", "I want to talk to a human"]) {
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    caller.says(says);
    if (says === "Hi there") {
      await caller.until(() => caller.heard().endsWith("I see."));
      caller.stop();
    }
    await call.outcome;
    await desk.ended();
  }
  await desk.post(`/voice-agents/${desk.agent.id}/deactivate`);
  await desk.dial();
  await foreign.post(`/voice-agents/${foreign.agent.id}/deactivate`);
  await foreign.dial();
  t.clock.advance(1_000);

  const { body } = await desk.tenant.api.get(`${path}?since=${since}`);
  assert.equal(body.until, t.clock.now().toISOString());
  const [shown, ...more] = body.voiceAgents;
  assert.equal(more.length, 0);
  const { answerP50Ms, answerP95Ms, averageSeconds, ...counts } = shown;
  assert.deepEqual(counts, {
    voiceAgentId: desk.agent.id,
    name: "Front desk",
    calls: 3,
    made: 0,
    answered: 2,
    missed: 1,
    notAnswered: 0,
    handedOver: 1,
    failed: 0,
    minutes: 2,
    cost: 0,
  });
  assert.ok(answerP50Ms >= 0 && answerP95Ms >= answerP50Ms && averageSeconds >= 0, JSON.stringify(shown));
  const { voiceAgentId, name: _name, ...total } = shown;
  assert.deepEqual(body.total, total);
  const filtered = async (filter: string) => (await desk.tenant.api.get(`${path}?since=${since}&${filter}`)).body;
  assert.deepEqual((await filtered(`voiceAgentId=${voiceAgentId}&direction=inbound`)).total, total);
  const transferred = (await filtered("status=transferred")).total;
  assert.deepEqual([transferred.calls, transferred.handedOver, transferred.missed], [1, 1, 0]);
  for (const filter of ["direction=outbound", `voiceAgentId=${foreign.agent.id}`, "voiceAgentId=x"]) {
    const none = await filtered(filter);
    assert.deepEqual([none.total.calls, none.total.minutes, none.total.answerP50Ms, none.voiceAgents], [0, 0, null, []], filter);
  }
  assert.deepEqual((await desk.tenant.api.get(`${path}?until=${since}`)).body.voiceAgents, []);
  const figures = await (await fetch(`${t.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  assert.match(figures, /parley_calls_total\{status="transferred",reason="transferred"\} 1/);
  assert.match(figures, /parley_calls_total\{status="no_answer",reason="inactive"\} 2/);
  assert.match(figures, /parley_call_minutes_total 2/);
  assert.match(figures, /parley_call_answer_seconds_count 2\b/);
  const reader = t.api(await t.key(desk.tenant.id, { scopes: ["metrics:read"] }));
  assert.equal((await reader.get(path)).status, 403);
});

it("calls of a voice agent that was deleted since are counted as before", async () => {
  const platform = await t.tenant({ kind: "platform" });
  const price = { modelName: "speech-summed", costPerRequest: 0.25, description: "Speech" };
  assert.equal((await platform.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
  const desk = await line({ speech: { model: "speech-summed" } });
  await desk.fund(1);
  const since = t.clock.now().toISOString();
  const caller = lineOf(await desk.dial());
  await caller.until(() => caller.heard() === "Hello.");
  caller.says("Hi there");
  await caller.until(() => caller.heard().endsWith("I see."));
  caller.stop();
  await desk.ended();
  t.clock.advance(1_000);
  const read = async () => (await desk.tenant.api.get(`${path}?since=${since}&until=${t.clock.now().toISOString()}`)).body;
  const before = await read();
  assert.deepEqual([before.total.calls, before.total.minutes, before.total.cost], [1, 1, 0.25]);
  assert.notEqual(before.total.answerP50Ms, null);
  assert.equal((await desk.tenant.api.patch(`/api/v1/phone-numbers/${desk.phoneNumber.id}`, { voiceAgentId: null })).status, 200);
  assert.equal((await desk.tenant.api.delete(`/api/v1/voice-agents/${desk.agent.id}`)).status, 200);
  assert.deepEqual([(await read()).total, (await read()).voiceAgents], [before.total, before.voiceAgents]);
});
