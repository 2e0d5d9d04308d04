import { callFollower, createCallsModule } from "#modules/voice/calls/index.ts";
import { createTelephonyModule } from "#modules/voice/telephony/index.ts";
import { createVoiceAgentsModule } from "#modules/voice/voice-agents/index.ts";
import type { Automation } from "./automation.ts";
import type { Base } from "./base.ts";

/** Software that takes telephone calls, the numbers it answers, and its calls. */
export function composeVoice(base: Base, automation: Automation) {
  const { shared, describeChannel, outbound, guard, publicUrl, hooks } = base;
  const { chatbot } = automation.modules;
  const voiceAgents = createVoiceAgentsModule({ ...shared, describeChannel, chatbots: chatbot.service });
  const telephony = createTelephonyModule({ ...shared, outbound, guard, publicUrl, voiceAgents: voiceAgents.service });
  const calls = createCallsModule(shared);
  hooks.contactsMerged.join(callFollower);
  return { modules: { voiceAgents, telephony, calls } };
}

export type Voice = ReturnType<typeof composeVoice>;
