/** An AI gateway that answers what a test says, and records its requests. Replaces the real one: nothing is charged. */
import type { AiGateway, AiRequest, AiResult } from "../../src/modules/knowledge/ai/index.ts";

type Answer = Record<string, unknown>;
export type Script = (
  request: AiRequest,
  call: number,
) => Answer | { fail: "no_key" | "insufficient_credits" | "all_failed" | "refused" | "timed_out" } | Promise<Answer>;

/** What a well-behaved model answers: the text, based on these sources. */
export const saying = (reply: string, more: Answer = {}): Answer => ({
  language: "en",
  scope: "in",
  citations: ["S1"],
  confidence: "high",
  action: "reply",
  reply,
  ...more,
});

export function createScriptedModel(initial: Script = () => saying("Hello!", { scope: "smalltalk", citations: [] })) {
  let script = initial;
  const requests: AiRequest[] = [];
  const gateway: AiGateway = {
    async generate(request): Promise<AiResult> {
      requests.push(request);
      const answer = await script(request, requests.length);
      const attempt = {
        keyId: "01999999-9999-7999-8999-999999999999",
        provider: "openai" as const,
        model: "scripted",
        status: null,
        durationMs: 1,
      };
      if ("fail" in answer)
        return { ok: false, code: answer["fail"] as "all_failed", attempts: [{ ...attempt, outcome: "server_error" as never }] };
      return {
        ok: true,
        text: JSON.stringify(answer),
        object: answer,
        toolCalls: [],
        provider: "openai",
        model: "scripted",
        keyId: attempt.keyId,
        usage: { inputTokens: 100, outputTokens: 20 },
        cost: "0.01",
        attempts: [{ ...attempt, outcome: "answered" }],
      };
    },
  };
  return {
    gateway,
    requests,
    /** Applies from now on. */
    says(next: Script): void {
      script = next;
    },
  };
}
