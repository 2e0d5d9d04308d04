import { createRecordedCalls } from "#modules/channels/media/index.ts";
import { callFollower, createCallsModule } from "#modules/voice/calls/index.ts";
import { createChannelCallingModule } from "#modules/voice/channel-calling/index.ts";
import { createTelephonyModule } from "#modules/voice/telephony/index.ts";
import { createVoiceAgentsModule } from "#modules/voice/voice-agents/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Automation } from "./automation.ts";
import type { Base } from "./base.ts";
import type { Channels } from "./channels.ts";
import type { Inbox } from "./inbox.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Money } from "./money.ts";
import type { Organizations } from "./organizations.ts";
import type { Service } from "./service.ts";

/** Voice agents, their numbers and channels, and their calls. */
export function composeVoice(
  base: Base,
  organizations: Organizations,
  money: Money,
  channels: Channels,
  inbox: Inbox,
  service: Service,
  knowledge: Knowledge,
  automation: Automation,
  timers: Timers,
) {
  const { shared, storage, staging, describeChannel, directory, outbound, guard, publicUrl, hooks } = base;
  const { conversations, messages } = inbox.modules;
  const { aiKeys } = knowledge.modules;
  const voiceAgents = createVoiceAgentsModule({ ...shared, describeChannel, chatbots: automation.modules.chatbot.service });
  const telephony = createTelephonyModule({ ...shared, outbound, guard, publicUrl, voiceAgents: voiceAgents.service });
  const channelCalling = createChannelCallingModule({
    ...shared,
    directory,
    channels: channels.modules.channels.service,
    voiceAgents: voiceAgents.service,
  });
  const calls = createCallsModule({
    ...shared,
    timers,
    guard,
    publicUrl,
    directory,
    channels: channels.modules.channels.service,
    chatbot: automation.modules.chatbot.control,
    voiceAgents: voiceAgents.service,
    accounts: telephony.accounts,
    numbers: telephony.numbers,
    outbound,
    conversations: conversations.service,
    botControl: conversations.botControl,
    messages: messages.service,
    tickets: service.modules.tickets.service,
    keys: aiKeys.service,
    breaker: aiKeys.breaker,
    ai: knowledge.gateway,
    ledger: money.modules.billing.ledger,
    pricing: money.modules.pricing.service,
    entitlements: organizations.limits.service,
    recordedCalls: createRecordedCalls({ ...shared, storage, staging }),
  });
  hooks.contactsMerged.add(callFollower);
  hooks.claimsReleased.add(calls.release);
  return { modules: { voiceAgents, telephony, channelCalling, calls } };
}

export type Voice = ReturnType<typeof composeVoice>;
