/** Pitfalls between providers; docs/subsystems/knowledge/ai.md lists the tests of the others. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { startTestApp } from "../../../../test/harness.ts";
import { withoutForeignParts } from "./prompt.ts";

describe("the history of a turn that another provider continues", () => {
  const prompt: Parameters<typeof withoutForeignParts>[0] = [
    { role: "system", content: "Be brief.", providerOptions: { ours: { kept: true } } },
    { role: "user", content: [{ type: "text", text: "Hello" }] },
    {
      role: "assistant",
      providerOptions: { anthropic: { signature: "message" } },
      content: [
        { type: "reasoning", text: "They greet.", providerOptions: { anthropic: { signature: "abc" } } },
        { type: "text", text: "Let me look.", providerOptions: { openai: { itemId: "msg_1" } } },
        { type: "tool-call", toolCallId: "c1", toolName: "search", input: {}, providerOptions: { google: { thoughtSignature: "xyz" } } },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "c1",
          toolName: "search",
          output: { type: "text", value: "found" },
          providerOptions: { google: { id: 1 } },
        },
      ],
    },
  ];

  it("loses signatures, item ids and reasoning, and nothing else", () => {
    const handed = withoutForeignParts(prompt, [false]);
    assert.doesNotMatch(JSON.stringify(handed), /signature|itemId|thoughtSignature|reasoning|They greet/);
    assert.match(JSON.stringify(handed), /Let me look[\s\S]*"toolCallId":"c1"[\s\S]*found/);
    assert.deepEqual(handed.slice(0, 2), prompt.slice(0, 2));
  });

  it("stays complete for its own author", () => assert.equal(withoutForeignParts(prompt, [true]), prompt));
});

describe("a server that does not report token counts", () => {
  it("is treated as using no tokens: recorded, charged its price, never NaN", async () => {
    const t = await startTestApp();
    after(() => t.stop());
    const bodies = [{}, { usage: null }, { usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null } }, { usage: {} }];
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        const message = { role: "assistant", content: "At nine." };
        const answer = {
          id: "x",
          object: "chat.completion",
          created: 1,
          model: "m",
          choices: [{ index: 0, message, finish_reason: "stop" }],
        };
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...answer, ...bodies[asked++] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    after(() => server.close());
    const tenant = await t.tenant();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const made = await tenant.api.post("/api/v1/ai/keys", { provider: "openai_compatible", apiKey: "sk-1", baseUrl, models: ["m"] });
    assert.equal(made.status, 200, made.text);
    for (const body of bodies) {
      const result = await t.app.ai.generate({
        tenantId: tenant.id,
        purpose: "assist",
        reference: `uncounted:${asked}`,
        system: "Be brief.",
        messages: [{ role: "user", content: "When?" }],
        maxOutputTokens: 50,
        models: [],
      });
      assert.ok(result.ok, JSON.stringify({ body, result }));
      assert.deepEqual([result.text, result.usage, Number(result.cost)], ["At nine.", { inputTokens: 0, outputTokens: 0 }, 0]);
    }
    const listed = await tenant.api.get("/api/v1/ai/requests");
    assert.equal(listed.body.data.length, bodies.length);
    assert.doesNotMatch(listed.text, /NaN/);
  });
});
