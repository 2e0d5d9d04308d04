import type { AiGateway } from "#modules/knowledge/ai/index.ts";
import { createAiModule } from "#modules/knowledge/ai/index.ts";
import { createAiAssistModule } from "#modules/knowledge/ai-assist/index.ts";
import { createAiKeysModule } from "#modules/knowledge/ai-keys/index.ts";
import { createFaqImportsModule } from "#modules/knowledge/faq-imports/index.ts";
import { createKnowledgeModule } from "#modules/knowledge/knowledge/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Base } from "./base.ts";
import type { Channels } from "./channels.ts";
import type { Inbox } from "./inbox.ts";
import type { Money } from "./money.ts";
import type { Organizations } from "./organizations.ts";

/** A tenant's knowledge, the AI models that answer from it, and AI assistance for agents. */
export function composeKnowledge(
  base: Base,
  organizations: Organizations,
  money: Money,
  channelArea: Channels,
  inbox: Inbox,
  input: { timers: Timers; gateway: AiGateway | undefined },
) {
  const { shared, config, claims, outbound, guard } = base;
  const { media } = channelArea.modules;
  const { conversations, labels } = inbox.modules;
  const { billing, pricing } = money.modules;
  const knowledge = createKnowledgeModule({
    ...shared,
    claims,
    outbound,
    guard,
    media: media.service,
    searchDays: config.knowledgeSearchDays,
  });
  const faqImports = createFaqImportsModule({ ...shared, claims, faqs: knowledge.faqs, categories: knowledge.categories });
  const models = { ...shared, outbound, guard, timers: input.timers };
  const aiKeys = createAiKeysModule(models);
  const ai = createAiModule({
    ...models,
    keys: aiKeys.service,
    breaker: aiKeys.breaker,
    ledger: billing.ledger,
    pricing: pricing.service,
    entitlements: organizations.limits.service,
    requestDays: config.aiRequestDays,
    attemptMs: config.aiAttemptTimeoutMs,
    turnMs: config.aiTurnTimeoutMs,
  });
  const aiAssist = createAiAssistModule({ ...shared, gateway: ai.gateway, conversations: conversations.service, labels: labels.service });
  return {
    modules: { knowledge, faqImports, aiKeys, ai, aiAssist },
    /** What chatbots call. */
    gateway: input.gateway ?? ai.gateway,
  };
}

export type Knowledge = ReturnType<typeof composeKnowledge>;
