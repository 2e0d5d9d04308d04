import assert from "node:assert/strict";
import { after, it } from "node:test";
import { said, startAiSimulator } from "@parley/simulators/ai-provider";
import { parseWireId } from "#platform/ids/ids.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";

const { t, line } = await startVoiceStage();
const models = await startAiSimulator();
after(() => models.close());

it("a call's minutes are not among the answers from AI models, for the limit nor in the month's usage", async () => {
  const agency = await t.tenant({ kind: "agency" });
  const made = await agency.api.post("/api/v1/agencies/current/clients", { name: "Harbour Bakery", ownerEmail: "ona@bakery.test" });
  const id = parseWireId("org", made.body.id) as string;
  const key = await t.key(id);
  const api = t.api(key);
  const desk = await line({}, { id, key, api });
  models.brain = (request) => said(request, "A summary.");
  await desk.post("/ai/keys", { provider: "openai", apiKey: "sk-text", baseUrl: models.baseUrls.openai, models: ["small-model"] });
  await t.simulator.customer("447700910001", "Amina").sendText(desk.channel.externalId, "Do you have rye bread?");
  await t.drain();
  const [{ id: conversationId }] = (await api.get("/api/v1/conversations?limit=1")).body.data;
  const ask = () => api.post("/api/v1/ai/assist/summarize", { conversationId });
  assert.equal((await ask()).status, 200);

  const call = await desk.dial();
  const caller = lineOf(call);
  await caller.until(() => caller.heard() === "Hello.");
  caller.says("Bye");
  await call.outcome;
  assert.equal((await desk.ended()).minutes, 1);

  const limits = await agency.api.put(`/api/v1/agencies/current/clients/${made.body.id}/entitlements`, { aiCredits: 2, voiceMinutes: 2 });
  assert.equal(limits.status, 200, limits.text);
  const used = async () => (await api.get("/api/v1/organization/entitlements")).body.entitlements;
  assert.deepEqual([(await used()).aiCreditsPerMonth.usage, (await used()).voiceMinutesPerMonth.usage], [1, 1]);
  const second = await ask();
  assert.equal(second.status, 200, second.text);
  assert.equal((await ask()).body.error.code, "entitlement_exceeded");
  const [month] = (await api.get("/api/v1/billing/usage")).body.data;
  assert.equal(month.aiRequests, 2);
  // What each was charged for is still listed by model.
  const { models: charged } = (await api.get("/api/v1/billing/usage/models")).body;
  assert.equal(
    charged.reduce((sum: number, { requests }: any) => sum + requests, 0),
    3,
  );
});
