import type { TenantsService } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import * as queries from "./agent-settings.queries.ts";
import type { AgentSettings, UpdateAgentSettings } from "./agent-settings.schema.ts";
import { checkBusinessHours } from "./business-hours.ts";
import { defaultQuestions } from "./csat-questions.ts";

export interface AgentSettingsDeps {
  ids: IdSource;
  tenants: Pick<TenantsService, "getOrganization" | "updateOrganization">;
}

export function createAgentSettingsService(deps: AgentSettingsDeps) {
  async function render(ctx: TxContext, row: queries.SettingsRow): Promise<AgentSettings> {
    return {
      autoAssign: {
        enabled: row.auto_assign,
        strategy: row.strategy,
        respectAvailability: row.respect_availability,
        sticky: row.sticky,
        reassignOnOffline: row.reassign_on_offline,
        maxPerAgent: row.max_per_agent,
      },
      visibility: row.visibility,
      autoResolve: { afterMinutes: row.auto_resolve_minutes, message: row.auto_resolve_message },
      csat: {
        enabled: row.csat_enabled,
        delayMinutes: row.csat_delay_minutes,
        questions: row.csat_questions,
        defaultQuestions: { ...defaultQuestions },
      },
      assist: { enabled: row.assist_enabled, instructions: row.assist_instructions, models: row.assist_models },
      reopenWindowHours: (await deps.tenants.getOrganization(ctx)).settings.reopenWindowHours,
      businessHours: row.business_hours,
      offlineAfterMinutes: row.offline_after_minutes,
      updatedAt: row.updated_at?.toISOString() ?? null,
    };
  }

  return {
    get: async (ctx: TxContext): Promise<AgentSettings> => render(ctx, await queries.readSettings(ctx.tx)),

    /** Throws validation_error for invalid business hours. */
    async update(ctx: TxContext, input: UpdateAgentSettings): Promise<AgentSettings> {
      const { autoAssign = {}, autoResolve = {}, csat = {}, assist = {}, businessHours } = input;
      // Only known fields: others are ignored, not stored.
      const hours =
        businessHours == null
          ? businessHours
          : {
              timezone: businessHours.timezone,
              weekly: businessHours.weekly.map(({ day, from, to }) => ({ day, from, to })),
              holidays: businessHours.holidays,
            };
      for (const language of Object.keys(csat.questions ?? {})) {
        if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})?$/.test(language))
          throw invalidField("csat.questions", "invalid_format", "Write each question's language in lower case, such as de or pt-br.");
      }
      if (autoResolve.message?.trim() === "") throw invalidField("autoResolve.message", "too_short");
      if (assist.instructions?.trim() === "") throw invalidField("assist.instructions", "too_short");
      if (hours != null) checkBusinessHours(hours, "businessHours");
      const row = await queries.lockSettings(ctx.tx, ctx.now);
      const after: queries.SettingsRow = {
        auto_assign: autoAssign.enabled ?? row.auto_assign,
        strategy: autoAssign.strategy ?? row.strategy,
        respect_availability: autoAssign.respectAvailability ?? row.respect_availability,
        sticky: autoAssign.sticky ?? row.sticky,
        max_per_agent: autoAssign.maxPerAgent ?? row.max_per_agent,
        visibility: input.visibility ?? row.visibility,
        auto_resolve_minutes: autoResolve.afterMinutes === undefined ? row.auto_resolve_minutes : autoResolve.afterMinutes,
        business_hours: hours === undefined ? row.business_hours : hours,
        offline_after_minutes: input.offlineAfterMinutes ?? row.offline_after_minutes,
        auto_resolve_message: autoResolve.message === undefined ? row.auto_resolve_message : autoResolve.message,
        reassign_on_offline: autoAssign.reassignOnOffline ?? row.reassign_on_offline,
        csat_enabled: csat.enabled ?? row.csat_enabled,
        csat_delay_minutes: csat.delayMinutes ?? row.csat_delay_minutes,
        csat_questions: csat.questions ?? row.csat_questions,
        csat_since: (csat.enabled ?? row.csat_enabled) ? (row.csat_since ?? ctx.now) : null,
        assist_enabled: assist.enabled ?? row.assist_enabled,
        assist_instructions: assist.instructions === undefined ? row.assist_instructions : assist.instructions,
        assist_models: assist.models?.map(({ provider, model }) => ({ provider, model })) ?? row.assist_models,
        updated_at: ctx.now,
      };
      await queries.writeSettings(ctx.tx, ctx.now, after);
      if (input.reopenWindowHours !== undefined)
        await deps.tenants.updateOrganization(ctx, { settings: { reopenWindowHours: input.reopenWindowHours } });
      await recordAudit(ctx, deps.ids, "agent_settings.updated", wireId("org", ctx.tenantId), { visibility: after.visibility });
      return render(ctx, after);
    },
  };
}

export type AgentSettingsService = ReturnType<typeof createAgentSettingsService>;
