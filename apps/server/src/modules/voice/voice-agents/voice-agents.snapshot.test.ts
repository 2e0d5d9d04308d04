import assert from "node:assert/strict";
import { after, it } from "node:test";
import { startTestApp } from "../../../../test/harness.ts";
import { refusal } from "../../../../test/inbox.ts";

const t = await startTestApp();
after(() => t.stop());
const path = "/api/v1/organization/snapshot";

it("a snapshot contains voice agents without channel, key and number, and applies them once", async () => {
  const [from, to] = await Promise.all([t.tenant(), t.tenant()]);
  const channel = await t.channel(from);
  const key = await from.api.post("/api/v1/ai/keys", {
    provider: "openai_compatible",
    name: "Speech",
    apiKey: "sk-speech-0001",
    baseUrl: "http://127.0.0.1:9/v1",
    models: ["m"],
  });
  const made = await from.api.post("/api/v1/voice-agents", {
    name: "Front desk",
    channelId: channel.id,
    instructions: ["Be brief."],
    speech: { voice: "cedar", aiKeyId: key.body.id },
    transfer: { phoneNumber: "+4930111222", message: "One moment." },
    afterCall: { extract: [{ name: "nights", description: "How many nights", type: "number" }] },
  });
  assert.equal(made.status, 200, made.text);
  const snapshot = (await from.api.get(`${path}?parts=voiceAgents`)).body;
  const [entry] = snapshot.parts.voiceAgents;
  assert.deepEqual([entry.name, entry.speech.voice, entry.transfer.message], ["Front desk", "cedar", "One moment."]);
  assert.doesNotMatch(JSON.stringify(snapshot), /aik_|chn_|4930111222/);

  const apply = (body: object) => to.api.post(`${path}/apply`, { existing: "update", ...body });
  const plan = await to.api.post(`${path}/plan`, { snapshot, existing: "update" });
  assert.equal(plan.status, 200, plan.text);
  assert.deepEqual((await to.api.get("/api/v1/voice-agents")).body.data, []);
  assert.equal((await apply({ snapshot })).status, 200);
  const [agent] = (await to.api.get("/api/v1/voice-agents")).body.data;
  assert.deepEqual([agent.channelId, agent.isActive, agent.transfer.phoneNumber, agent.speech.aiKeyId], [null, false, null, null]);
  assert.deepEqual([agent.instructions, agent.afterCall], [made.body.instructions, made.body.afterCall]);
  const url = `/api/v1/voice-agents/${agent.id}`;
  assert.deepEqual(refusal(await to.api.post(`${url}/activate`)), [409, "conflict"]);

  // Their own number stays, and what is unchanged is not written again.
  const own = await t.channel(to);
  await to.api.patch(url, { channelId: own.id, transfer: { phoneNumber: "+4930333444" } });
  const before = (await to.api.get(url)).body;
  assert.equal((await apply({ snapshot })).status, 200);
  assert.deepEqual((await to.api.get(url)).body, before);
  entry.transfer.message = "Wait, please.";
  assert.equal((await apply({ snapshot })).status, 200);
  const changed = (await to.api.get(url)).body;
  assert.deepEqual(changed.transfer, { ...before.transfer, message: "Wait, please." });
  assert.equal(changed.channelId, own.id);
});

it("a snapshot that breaks a rule of voice agents is refused with the path of the error", async () => {
  const to = await t.tenant();
  const snapshot = { version: 1, parts: { voiceAgents: [{ name: "x", limits: { silencePromptSeconds: 40, silenceHangUpSeconds: 30 } }] } };
  const response = await to.api.post(`${path}/apply`, { snapshot, existing: "update" });
  assert.equal(response.status, 422, response.text);
  assert.equal(response.body.error.details[0].field, "snapshot.parts.voiceAgents[0].limits.silenceHangUpSeconds");
});
