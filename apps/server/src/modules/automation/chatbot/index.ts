import type { Claims } from "#platform/jobs/claim.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { chatbotEvents } from "./chatbot.events.ts";
import { createChatbotQueue } from "./chatbot.queue.ts";
import { chatbotRoutes } from "./chatbots.routes.ts";
import { type ChatbotsDeps, createChatbotsService } from "./chatbots.service.ts";
import { citationRoutes } from "./citations/citations.routes.ts";
import { type ControlDeps, createControl } from "./control.ts";
import { createEvaluations, type EvaluationDeps } from "./evaluations/evaluations.ts";
import { evaluationRoutes } from "./evaluations/evaluations.routes.ts";
import { chatbotEnding } from "./grant-ending.ts";
import { createChatbotHandler } from "./inbound.ts";
import { createTrials, type TrialDeps } from "./trials.ts";
import type { TurnDeps } from "./turns/turn-ports.ts";
import { createTurnDaysJob } from "./turns/summary/turn-days.jobs.ts";
import { turnSummaryRoutes } from "./turns/summary/turn-summary.routes.ts";
import { createTurnLoop } from "./turns/turns.jobs.ts";
import { turnRoutes, type TurnRoutesDeps } from "./turns/turns.routes.ts";

export { chatbotAllowance } from "./chatbot-allowance.ts";
export { scopeModes, tones } from "./chatbot-settings.ts";
export type { ChatbotsService } from "./chatbots.service.ts";
export type { Control as ChatbotControl } from "./control.ts";
export { asksForHuman, findTerm, normalizePhrase } from "./lexicon/index.ts";
export { unsupportedFacts } from "./turns/facts.ts";
export { codesOf, lettersOf, secretPattern, spellingsOf } from "./turns/secrets.ts";

/**
 * Software that answers customers from the tenant's knowledge, and hands over to people
 * (docs/subsystems/automation/chatbot.md).
 */
export function createChatbotModule(
  deps: ControlDeps &
    TurnDeps &
    TrialDeps &
    EvaluationDeps & {
      pager: Pager;
      claims: Claims;
      conversations: TurnRoutesDeps["conversations"];
      entitlements: ChatbotsDeps["entitlements"];
    },
) {
  const service = createChatbotsService(deps);
  const control = createControl(deps);
  const trials = createTrials(deps);
  const evaluations = createEvaluations(deps, service, trials);
  const turns = createTurnLoop(deps);
  return {
    service,
    inbound: createChatbotHandler(control),
    /** Hands conversations to people and to the chatbot. */
    control: { handOver: control.handOver, resume: control.resume },
    routes: [
      ...chatbotRoutes(service, deps.pager),
      ...turnRoutes({ ...deps, service, control, trials }),
      ...turnSummaryRoutes(deps.database),
      ...evaluationRoutes(evaluations, service, deps.pager),
      ...citationRoutes(),
    ],
    events: chatbotEvents,
    loops: [turns.loop, control.releaseLoop, evaluations.loop],
    jobs: [createTurnDaysJob(deps)],
    idle: turns.idle,
    endings: [chatbotEnding(deps)],
    queues: [createChatbotQueue(deps.database)],
  };
}
