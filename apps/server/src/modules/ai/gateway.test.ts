import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type AiSimulator, contextBrain, startAiSimulator } from "@parley/simulators/ai-provider";
import { Type } from "typebox";
import { startTestApp, type TestApp, type TestTenant } from "../../../test/harness.ts";
import type { AiRequest } from "./index.ts";

const dialects = ["openai", "anthropic", "google", "openai_compatible"] as const;

describe("the gateway to models", () => {
  let t: TestApp;
  let sim: AiSimulator;
  let tenant: TestTenant;
  let asked = 0;

  before(async () => {
    t = await startTestApp();
    sim = await startAiSimulator();
  });
  after(async () => {
    await t.stop();
    await sim.close();
  });
  beforeEach(async () => {
    tenant = await t.tenant();
    sim.brain = contextBrain;
    sim.clearFaults();
    sim.calls.length = 0;
  });

  async function key(provider: (typeof dialects)[number], more: object = {}): Promise<{ id: string; apiKey: string }> {
    const apiKey = `sk-${tenant.id}-${(asked += 1)}`;
    const answer = await tenant.api.post("/api/v1/ai/keys", {
      provider,
      name: `Key ${asked}`,
      apiKey,
      baseUrl: sim.baseUrls[provider],
      models: ["small-model"],
      ...more,
    });
    assert.equal(answer.status, 200, answer.text);
    return { id: answer.body.id, apiKey };
  }
  const request = (more: Partial<AiRequest> = {}): AiRequest => ({
    tenantId: tenant.id,
    purpose: "chatbot",
    reference: `turn:${(asked += 1)}`,
    system: "Our shop opens at nine. Returns take thirty days.",
    messages: [{ role: "user", content: "When does the shop open?" }],
    maxOutputTokens: 500,
    models: [],
    ...more,
  });

  for (const provider of dialects) {
    it(`speaks with ${provider}: a text, a tool in between, an object of a schema`, async () => {
      await key(provider);
      const plain = await t.app.ai.generate(request());
      assert.ok(plain.ok, JSON.stringify(plain));
      assert.equal(plain.text, "Our shop opens at nine.");
      assert.ok(plain.usage.inputTokens > 0 && plain.usage.outputTokens > 0);

      let runs = 0;
      const run = async (input: unknown) => {
        runs += 1;
        assert.deepEqual(input, { query: "How long do repairs take?" });
        return { passages: ["Repairs take one week."] };
      };
      const tools = [{ name: "search_knowledge", description: "Looks it up", input: Type.Object({ query: Type.String() }), run }];
      const searched = await t.app.ai.generate(request({ tools, messages: [{ role: "user", content: "How long do repairs take?" }] }));
      assert.ok(searched.ok, JSON.stringify(searched));
      assert.match(searched.text, /Repairs take one week/);
      assert.deepEqual([runs, searched.toolCalls.length, searched.toolCalls[0]?.name], [1, 1, "search_knowledge"]);

      const output = Type.Object({ reply: Type.String(), confident: Type.Boolean() });
      const shaped = await t.app.ai.generate(request({ output }));
      assert.ok(shaped.ok, JSON.stringify(shaped));
      assert.deepEqual(shaped.object, { reply: "Our shop opens at nine.", confident: false });
    });
  }
});
