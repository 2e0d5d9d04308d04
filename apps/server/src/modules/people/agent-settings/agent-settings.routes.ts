import { AppQuery } from "#modules/people/divisions/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { AgentSettings, UpdateAgentSettings } from "./agent-settings.schema.ts";
import type { AgentSettingsService } from "./agent-settings.service.ts";

const tag = "Agents";

export function agentSettingsRoutes(
  service: AgentSettingsService,
  checkApp: (ctx: TxContext, appId: string | undefined) => Promise<void>,
): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/agent-settings",
      operationId: "getAgentSettings",
      tag,
      summary: "Get how conversations are assigned, seen and resolved",
      scope: "agents:read",
      query: AppQuery,
      response: AgentSettings,
      async handle(ctx, { query }) {
        await checkApp(ctx, query.appId);
        return service.get(ctx);
      },
    }),
    writeRoute({
      method: "PUT",
      path: "/agent-settings",
      operationId: "putAgentSettings",
      tag,
      summary: "Update how conversations are assigned, seen and resolved",
      description:
        "Omitted fields keep their values, also inside `autoAssign`, `autoResolve`, `csat` and `assist`; `businessHours`, `csat.questions` and `assist.models` are replaced as a whole.",
      scope: "agents:write",
      query: AppQuery,
      body: UpdateAgentSettings,
      response: AgentSettings,
      example: {
        body: {
          autoAssign: { enabled: true, strategy: "least_busy", maxPerAgent: 10 },
          visibility: "division",
          businessHours: {
            timezone: "Europe/Berlin",
            weekly: [{ day: "monday", from: "09:00", to: "17:30" }],
            holidays: ["2026-12-25"],
          },
        },
      },
      async handle(ctx, { query, body }) {
        await checkApp(ctx, query.appId);
        return service.update(ctx, body);
      },
    }),
  ];
}
