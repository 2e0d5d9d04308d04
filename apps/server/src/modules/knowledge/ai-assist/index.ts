import { aiAssistRoutes } from "./ai-assist.routes.ts";
import { type AiAssistDeps, createAiAssistService } from "./ai-assist.service.ts";

/** AI assistance for agents: drafts, summaries, rewording, translations, labels. */
export function createAiAssistModule(deps: AiAssistDeps) {
  return { routes: aiAssistRoutes(createAiAssistService(deps)) };
}
