import type { TxContext } from "#platform/http/context.ts";
import { agentSettingsRoutes } from "./agent-settings.routes.ts";
import { agentSettingsSnapshot } from "./agent-settings.snapshot.ts";
import { type AgentSettingsDeps, createAgentSettingsService } from "./agent-settings.service.ts";

export { claimSettings, readSettings, type SettingsRow } from "./agent-settings.queries.ts";
export { questionFor } from "./csat-questions.ts";
export { BusinessHours, checkBusinessHours, isDay, isWithin, weekdays } from "./business-hours.ts";

/** How conversations are assigned, seen and resolved. */
export function createAgentSettingsModule(
  deps: AgentSettingsDeps & { checkApp(ctx: TxContext, appId: string | undefined): Promise<void> },
) {
  const service = createAgentSettingsService(deps);
  return { routes: agentSettingsRoutes(service, deps.checkApp), snapshot: [agentSettingsSnapshot(service)] };
}
