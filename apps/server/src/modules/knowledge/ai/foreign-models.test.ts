/**
 * The gateway against a third-party mock server: like gateway.test.ts with our own simulator, but independent of our
 * reading of the interfaces.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { type ForeignModels, startForeignModels } from "../../../../test/fakes/foreign-models.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import type { AiRequest } from "./index.ts";

const dialects = ["openai", "anthropic", "google", "openai_compatible"] as const;

describe("the gateway with third-party implementations of the interfaces", () => {
  let t: TestApp;
  let models: ForeignModels;
  let asked = 0;
  let answer: (request: { tools?: unknown; messages: { role: string }[] }) => {
    text: string;
    toolCalls: { name: string; input: Record<string, unknown> }[];
  };

  before(async () => {
    t = await startTestApp();
    models = await startForeignModels((_, request) => answer(request));
  });
  after(async () => {
    await t.stop();
    await models.close();
  });

  async function tenantWith(...providers: (typeof dialects)[number][]): Promise<{ tenant: TestTenant; keys: string[] }> {
    const tenant = await t.tenant();
    const keys: string[] = [];
    for (const provider of providers) {
      const made = await tenant.api.post("/api/v1/ai/keys", {
        provider,
        name: `Key ${keys.length}`,
        apiKey: `sk-${tenant.id}-${keys.length}`,
        baseUrl: models.baseUrls[provider],
        models: [`${provider}-model`],
      });
      assert.equal(made.status, 200, made.text);
      keys.push(made.body.id);
    }
    return { tenant, keys };
  }
  const ask = (tenant: TestTenant, more: Partial<AiRequest> = {}) =>
    t.app.ai.generate({
      tenantId: tenant.id,
      purpose: "assist",
      reference: `foreign:${(asked += 1)}`,
      system: "Our shop opens at nine.",
      messages: [{ role: "user", content: "When does the shop open?" }],
      maxOutputTokens: 200,
      models: [],
      ...more,
    });
  const said = (text: string) => ({ text, toolCalls: [] });

  for (const provider of dialects) {
    it(`${provider}: a text, an object of a schema, a tool in between; a tool that was not offered is not an answer`, async () => {
      const { tenant } = await tenantWith(provider);
      answer = () => said("At nine.");
      const plain = await ask(tenant);
      assert.ok(plain.ok, JSON.stringify(plain));
      assert.deepEqual([plain.text, plain.provider], ["At nine.", provider]);
      assert.ok(plain.usage.inputTokens > 0 && plain.usage.outputTokens > 0, JSON.stringify(plain.usage));
      assert.equal(models.calls.at(-1)?.seen.system, "Our shop opens at nine.");

      answer = () => said('{"reply":"At nine."}');
      const shaped = await ask(tenant, { output: Type.Object({ reply: Type.String() }) });
      assert.deepEqual(shaped.ok && shaped.object, { reply: "At nine." }, JSON.stringify(shaped));

      let runs = 0;
      const run = async () => {
        runs += 1;
        return { found: "nine" };
      };
      const tools = [{ name: "search_knowledge", description: "Looks it up", input: Type.Object({ query: Type.String() }), run }];
      answer = ({ messages }) =>
        messages.some(({ role }) => role === "tool")
          ? said("At nine.")
          : { text: "", toolCalls: [{ name: "search_knowledge", input: { query: "opening" } }] };
      const searched = await ask(tenant, { tools });
      assert.deepEqual([searched.ok && searched.text, runs], ["At nine.", 1], JSON.stringify(searched));

      const before = models.calls.length;
      answer = () => ({ text: "", toolCalls: [{ name: "send_money", input: { amount: 500 } }] });
      const strange = await ask(tenant, { output: Type.Object({ reply: Type.String() }) });
      assert.deepEqual(
        [strange.ok, strange.attempts.map(({ outcome }) => outcome)],
        [false, ["bad_output", "bad_output"]],
        JSON.stringify(strange),
      );
      assert.equal(models.calls.length, before + 2);
    });

    for (const [status, outcome, keyStatus] of [
      [401, "invalid_key", "failed"],
      [402, "no_quota", "failed"],
      [403, "forbidden", "installed"],
      [404, "model_not_found", "installed"],
      [500, "server_error", "installed"],
      [529, "server_error", "installed"],
    ] as const) {
      it(`${provider}: ${status} is ${outcome}, and the next key answers`, async () => {
        const { tenant, keys } = await tenantWith(provider, provider === "openai" ? "anthropic" : "openai");
        answer = () => said("At nine.");
        models.failNext(status, `Incorrect API key provided: sk-${tenant.id}-0`);
        const result = await ask(tenant);
        assert.deepEqual(
          [result.ok, result.attempts.map((attempt) => attempt.outcome)],
          [true, [outcome, "answered"]],
          JSON.stringify(result),
        );
        const key = await tenant.api.get(`/api/v1/ai/keys/${keys[0]}`);
        assert.equal(key.body.status, keyStatus);
        assert.ok(!key.text.includes("Incorrect") && !t.logged().includes(`sk-${tenant.id}`));
      });
    }
  }

  it("429 is retried once, then the next key is used", async () => {
    const { tenant } = await tenantWith("openai", "google");
    answer = () => said("At nine.");
    models.failNext(429, "Slow down");
    const result = await ask(tenant);
    assert.deepEqual(
      [result.ok && result.provider, result.attempts.map(({ outcome }) => outcome)],
      ["openai", ["rate_limited", "answered"]],
    );
  });
});
