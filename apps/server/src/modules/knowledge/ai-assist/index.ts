import { aiAssistRoutes } from "./ai-assist.routes.ts";
import { type AiAssistDeps, createAiAssistService } from "./ai-assist.service.ts";

/** Help for whoever answers: drafts, summaries, other words, other languages, labels. */
export function createAiAssistModule(deps: AiAssistDeps) {
  return { routes: aiAssistRoutes(createAiAssistService(deps)) };
}
