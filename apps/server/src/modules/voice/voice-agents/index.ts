import type { Pager } from "#platform/pagination/page.ts";
import { voiceAgentEnding } from "./grant-ending.ts";
import { voiceAgentRoutes } from "./voice-agents.routes.ts";
import { voiceAgentsSnapshot } from "./voice-agents.snapshot.ts";
import { createVoiceAgentsService, type VoiceAgentsDeps } from "./voice-agents.service.ts";

export { defaultSettings, type ExtractField, type VoiceAgentSettings } from "./voice-agent-settings.ts";
export type { VoiceAgentRow } from "./voice-agents.queries.ts";
export type { VoiceAgentsService } from "./voice-agents.service.ts";

/** Software that answers telephone calls from the tenant's knowledge base (docs/subsystems/voice.md). */
export function createVoiceAgentsModule(deps: VoiceAgentsDeps & { pager: Pager }) {
  const service = createVoiceAgentsService(deps);
  return {
    service,
    snapshot: [voiceAgentsSnapshot(service)],
    routes: voiceAgentRoutes(service, deps.pager),
    endings: [voiceAgentEnding(deps)],
  };
}
