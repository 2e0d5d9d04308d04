import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { startTestApp, unknownId } from "../../../test/harness.ts";
import { detail, refusal, wholeList } from "../../../test/inbox.ts";

const t = await startTestApp();
after(() => t.stop());
const [tenant, other] = await Promise.all([t.tenant(), t.tenant()]);
const channel = await t.channel(tenant);
const key = { provider: "openai_compatible", name: "Speech", apiKey: "sk-speech-0001", baseUrl: "http://127.0.0.1:9/v1", models: ["m"] };

async function voiceAgent(body: object = {}) {
  const made = await tenant.api.post("/api/v1/voice-agents", { name: "Front desk", channelId: channel.id, ...body });
  assert.equal(made.status, 200, made.text);
  return { ...made.body, url: `/api/v1/voice-agents/${made.body.id}` };
}

let accounts = 0;
const account = (body: object = {}) => ({
  provider: "twilio",
  name: "Main",
  providerAccountId: `AC${String(++accounts).padStart(32, "0")}`,
  authToken: "a-secret-token-0042",
  baseUrl: "http://127.0.0.1:9",
  ...body,
});

describe("/voice-agents", () => {
  it("gives every setting a default, keeps omitted ones, and counts versions", async () => {
    const agent = await voiceAgent();
    assert.deepEqual([agent.isActive, agent.version, agent.transfer.phoneNumber, agent.limits.maxDurationSeconds], [false, 1, null, 600]);
    const changed = await tenant.api.patch(agent.url, {
      transfer: { phoneNumber: "+49 (0)30 1234567" },
      speech: { voice: "cedar" },
      limits: { minutesPerDay: 90 },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(changed.body.transfer, { ...agent.transfer, phoneNumber: "+49301234567" });
    assert.deepEqual(changed.body.speech, { ...agent.speech, voice: "cedar" });
    assert.deepEqual([changed.body.limits.minutesPerDay, changed.body.version], [90, 2]);
    assert.deepEqual((await tenant.api.get(agent.url)).body, changed.body);
  });

  it("adopts a chatbot's persona, scope and knowledge settings", async () => {
    const bot = await tenant.api.post("/api/v1/chatbots", {
      name: "Bot",
      persona: { description: "You are Alba.", tone: "casual", languages: ["de"] },
      instructions: ["Be brief."],
      scope: { mode: "knowledge_first", blockedTopics: ["politics"] },
    });
    const agent = await voiceAgent({ chatbotId: bot.body.id, persona: { tone: "neutral" } });
    assert.deepEqual(agent.persona, { description: "You are Alba.", tone: "neutral" });
    assert.deepEqual([agent.instructions, agent.scope.mode, agent.scope.blockedTopics], [["Be brief."], "knowledge_first", ["politics"]]);
    assert.equal(agent.speech.language, "de");
  });

  it("is active only after activation, which needs a key that speech can use", async () => {
    const agent = await voiceAgent();
    const early = await tenant.api.post(`${agent.url}/activate`);
    assert.deepEqual(refusal(early), [409, "conflict"]);
    const made = await tenant.api.post("/api/v1/ai/keys", key);
    assert.equal(made.status, 200, made.text);
    assert.equal((await tenant.api.post(`${agent.url}/activate`)).body.isActive, true);
    assert.equal((await tenant.api.post(`${agent.url}/activate`)).body.version, 2);
    assert.equal((await tenant.api.post(`${agent.url}/deactivate`)).body.isActive, false);
    assert.equal((await tenant.api.patch(agent.url, { speech: { aiKeyId: made.body.id } })).body.speech.aiKeyId, made.body.id);
    assert.deepEqual((await tenant.api.delete(agent.url)).body, { id: agent.id, deleted: true });
    assert.deepEqual(refusal(await tenant.api.get(agent.url)), [404, "not_found"]);
  });

  it("cuts a chatbot's longer text between characters", async () => {
    const outOfScopeMessage = `${"x".repeat(499)}😀 and more`;
    const bot = await tenant.api.post("/api/v1/chatbots", { name: "Wordy", scope: { outOfScopeMessage } });
    assert.equal(bot.status, 200, bot.text);
    assert.equal((await voiceAgent({ chatbotId: bot.body.id })).scope.outOfScopeMessage, "x".repeat(499));
  });

  it("names the invalid field, and reveals nothing of other tenants", async () => {
    const theirs = await t.channel(other);
    for (const [body, status, field] of [
      [{}, 400, "name"],
      [{ name: "x" }, 400, "channelId"],
      [{ name: "x", channelId: theirs.id }, 404, "channelId"],
      [{ name: "x", channelId: channel.id, chatbotId: unknownId("bot") }, 404, "chatbotId"],
      [{ name: "x", channelId: channel.id, speech: { aiKeyId: unknownId("aik") } }, 404, "speech.aiKeyId"],
      [{ name: "x", channelId: channel.id, transfer: { phoneNumber: "030 12345" } }, 400, "transfer.phoneNumber"],
      [{ name: "x", channelId: channel.id, recording: { announcement: "…" } }, 400, "recording.announcement"],
      [{ name: "x", channelId: channel.id, recording: { question: " ? " } }, 400, "recording.question"],
      [
        { name: "x", channelId: channel.id, limits: { silencePromptSeconds: 40, silenceHangUpSeconds: 30 } },
        422,
        "limits.silenceHangUpSeconds",
      ],
      [{ name: "x", channelId: channel.id, limits: { maxDurationSeconds: 5 } }, 400, "limits.maxDurationSeconds"],
    ] as const) {
      const response = await tenant.api.post("/api/v1/voice-agents", body);
      assert.deepEqual([response.status, detail(response)[0]], [status, field], response.text);
    }
    const agent = await voiceAgent();
    for (const path of ["", "/activate", "/deactivate"])
      assert.equal((await (path === "" ? other.api.get(agent.url) : other.api.post(agent.url + path))).status, 404);
    assert.equal((await other.api.patch(agent.url, {})).status, 404);
    assert.equal((await other.api.delete(agent.url)).status, 404);
    const reader = t.api(await t.key(tenant.id, { scopes: ["voice:read"] }));
    assert.deepEqual(refusal(await reader.patch(agent.url, {})), [403, "insufficient_scope"]);
  });

  it("refuses a channel whose addresses are not telephone numbers", async () => {
    const config = { accountId: "17841400000000001", accessToken: "t", appSecret: "s", verifyToken: "v" };
    const photos = await t.vouchedChannel(tenant, { kind: "photo_social", name: "Photos", config });
    const response = await tenant.api.post("/api/v1/voice-agents", { name: "x", channelId: photos.id });
    assert.deepEqual([response.status, detail(response)[0]], [422, "channelId"]);
  });
});

describe("/telephony-accounts", () => {
  it("never shows the token, and requires it again for another account or address", async () => {
    const made = await tenant.api.post("/api/v1/telephony-accounts", account());
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.lastFour, "0042");
    assert.equal(made.body.callbackUrl, `${t.url}/callbacks/telephony/${made.body.id}/calls`);
    const url = `/api/v1/telephony-accounts/${made.body.id}`;
    const moved = await tenant.api.patch(url, { baseUrl: "http://127.0.0.1:8" });
    assert.deepEqual([moved.status, ...detail(moved)], [422, "authToken", "required"]);
    const renewed = await tenant.api.patch(url, { authToken: "another-token-0043" });
    assert.deepEqual([renewed.body.lastFour, renewed.body.status], ["0043", "installed"]);
    for (const text of [made.text, renewed.text, (await tenant.api.get(url)).text, t.logged()]) {
      assert.doesNotMatch(text, /a-secret-token|another-token/);
    }
    const { rows } = await rowsOf("select encode(auth_token, 'escape') as sealed from telephony_accounts");
    for (const row of rows) assert.doesNotMatch(row.sealed, /token-004/);
  });

  it("uses the provider's own address if none is given, or null", async () => {
    const own = "https://api.twilio.com";
    const { baseUrl: _, ...without } = account();
    assert.equal((await tenant.api.post("/api/v1/telephony-accounts", without)).body.baseUrl, own);
    assert.equal((await tenant.api.post("/api/v1/telephony-accounts", account({ baseUrl: null }))).body.baseUrl, own);
    const made = (await tenant.api.post("/api/v1/telephony-accounts", account())).body;
    const url = `/api/v1/telephony-accounts/${made.id}`;
    const moved = await tenant.api.patch(url, { baseUrl: null });
    assert.deepEqual([moved.status, ...detail(moved)], [422, "authToken", "required"]);
    const back = await tenant.api.patch(url, { baseUrl: null, authToken: "a-secret-token-0042" });
    assert.deepEqual([back.status, back.body.baseUrl, (await tenant.api.get(url)).body.baseUrl], [200, own, own]);
    const empty = await tenant.api.patch(url, { baseUrl: "" });
    assert.deepEqual([empty.status, detail(empty)[0]], [400, "baseUrl"]);
  });

  it("is tested by an API call to the provider", async () => {
    const seen: string[] = [];
    let status = 200;
    const provider = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ sid: "AC1", status: "active" }));
    });
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    after(() => provider.close());
    const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const made = await tenant.api.post("/api/v1/telephony-accounts", account({ providerAccountId: "AC1", baseUrl }));
    const url = `/api/v1/telephony-accounts/${made.body.id}`;
    assert.deepEqual((await tenant.api.post(`${url}/test`)).body.ok, true);
    assert.deepEqual(seen, [`/2010-04-01/Accounts/AC1.json Basic ${Buffer.from("AC1:a-secret-token-0042").toString("base64")}`]);
    assert.equal((await tenant.api.get(url)).body.status, "tested");
    status = 401;
    assert.equal((await tenant.api.post(`${url}/test`)).body.error, "invalid_credentials");
    assert.deepEqual((await tenant.api.get(url)).body.lastError, "invalid_credentials");
    const gone = await tenant.api.post("/api/v1/telephony-accounts", account());
    assert.equal((await tenant.api.post(`/api/v1/telephony-accounts/${gone.body.id}/test`)).body.error, "unreachable");
  });
});

describe("/phone-numbers", () => {
  it("belong to an account of the tenant, and are answered by one of its agents", async () => {
    const own = (await tenant.api.post("/api/v1/telephony-accounts", account())).body.id;
    const theirs = (await other.api.post("/api/v1/telephony-accounts", account())).body.id;
    const agent = await voiceAgent();
    const foreign = await tenant.api.post("/api/v1/phone-numbers", { number: "+4930111222", telephonyAccountId: theirs });
    assert.deepEqual([foreign.status, detail(foreign)[0]], [404, "telephonyAccountId"]);
    const bad = await tenant.api.post("/api/v1/phone-numbers", { number: "030 111", telephonyAccountId: own });
    assert.deepEqual([bad.status, detail(bad)[0]], [400, "number"]);
    const body = { number: "+49 30 111222", telephonyAccountId: own, voiceAgentId: agent.id };
    const made = await tenant.api.post("/api/v1/phone-numbers", body);
    assert.equal(made.status, 200, made.text);
    assert.deepEqual([made.body.number, made.body.voiceAgentId], ["+4930111222", agent.id]);
    assert.deepEqual(refusal(await tenant.api.post("/api/v1/phone-numbers", body)), [409, "already_exists"]);
    assert.deepEqual(
      (await wholeList(tenant.api, `/api/v1/phone-numbers?voiceAgentId=${agent.id}`)).map((number: any) => number.id),
      [made.body.id],
    );
    await tenant.api.delete(agent.url);
    const url = `/api/v1/phone-numbers/${made.body.id}`;
    assert.equal((await tenant.api.get(url)).body.voiceAgentId, null);
    assert.equal((await other.api.get(url)).status, 404);
    await tenant.api.delete(`/api/v1/telephony-accounts/${own}`);
    assert.equal((await tenant.api.get(url)).status, 404);
  });
});

async function rowsOf(text: string): Promise<{ rows: any[] }> {
  return { rows: await t.app.database.withTenant(tenant.id, (tx) => tx.query({ text })) };
}
