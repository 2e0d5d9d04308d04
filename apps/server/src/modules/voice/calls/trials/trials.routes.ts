import type { VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import { type AnyRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { TestVoiceAgent, VoiceAgentTest } from "./trials.schema.ts";
import type { Trials } from "./trials.service.ts";

export function trialRoutes(trials: Trials, voiceAgents: Pick<VoiceAgentsService, "find">): AnyRoute[] {
  return [
    writeRoute({
      method: "POST",
      path: "/voice-agents/:id/test",
      operationId: "testVoiceAgent",
      tag: "Voice agents",
      summary: "Test a voice agent in text",
      description:
        "Uses a session at the realtime provider with the agent's instructions and tools, but without sound and without side effects: the knowledge base is searched, while tickets, messages and transfers are only simulated. Costs a started minute and takes at most 20 seconds. 409 `conflict` without an AI key that supports speech; 502 `provider_error` if no key works.",
      scope: "voice:write",
      params: IdParams,
      body: TestVoiceAgent,
      response: VoiceAgentTest,
      errors: ["conflict", "insufficient_credits", "entitlement_exceeded", "provider_error"],
      example: { body: { turns: [{ speaker: "caller", text: "When do you open?" }] } },
      exists: async (ctx, params) => {
        await voiceAgents.find(ctx.tx, params.id);
      },
      prepare: (ctx, { params, body }) => trials.run(ctx, params.id, body),
      handle: (ctx, { params }, trial) => trials.record(ctx, params.id, trial),
    }),
  ];
}
