import type { Visibility } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { strategies } from "./agent-settings.schema.ts";
import type { BusinessHours } from "./business-hours.ts";

export interface SettingsRow {
  auto_assign: boolean;
  strategy: (typeof strategies)[number];
  respect_availability: boolean;
  sticky: boolean;
  reassign_on_offline: boolean;
  max_per_agent: number;
  visibility: Visibility;
  auto_resolve_minutes: number | null;
  business_hours: BusinessHours | null;
  auto_resolve_message: string | null;
  offline_after_minutes: number;
  csat_enabled: boolean;
  csat_delay_minutes: number;
  csat_questions: Record<string, string>;
  /** Earlier resolutions get no survey; null: surveys are disabled. */
  csat_since: Date | null;
  assist_enabled: boolean;
  assist_instructions: string | null;
  assist_models: { provider: string | null; model: string }[];
  /** null: never changed from the defaults. */
  updated_at: Date | null;
}

const columns = `auto_assign, strategy, respect_availability, sticky, max_per_agent, visibility, auto_resolve_minutes, business_hours,
  offline_after_minutes, auto_resolve_message, csat_enabled, csat_delay_minutes, csat_questions, csat_since, reassign_on_offline, assist_enabled,
  assist_instructions, assist_models, updated_at`;

const defaults: SettingsRow = {
  auto_assign: false,
  strategy: "round_robin",
  respect_availability: true,
  sticky: true,
  reassign_on_offline: false,
  max_per_agent: 20,
  visibility: "all",
  auto_resolve_minutes: null,
  business_hours: null,
  auto_resolve_message: null,
  offline_after_minutes: 15,
  csat_enabled: false,
  csat_delay_minutes: 5,
  csat_questions: {},
  csat_since: null,
  assist_enabled: true,
  assist_instructions: null,
  assist_models: [],
  updated_at: null,
};

export async function readSettings(tx: Tx): Promise<SettingsRow> {
  const [row] = await tx.query<SettingsRow>({
    name: "agent_settings_read",
    text: `select ${columns} from agent_settings where tenant_id = $1`,
    values: [tx.tenantId],
  });
  return row ?? defaults;
}

/** Ensures a row to lock: of two concurrent changes to different fields, the second waits, and neither is lost. */
export async function lockSettings(tx: Tx, now: Date): Promise<SettingsRow> {
  await tx.query({
    name: "agent_settings_make",
    text: `insert into agent_settings (tenant_id, auto_assign, strategy, respect_availability, sticky, max_per_agent, visibility, auto_resolve_minutes,
             business_hours, offline_after_minutes, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    values: [
      tx.tenantId,
      defaults.auto_assign,
      defaults.strategy,
      defaults.respect_availability,
      defaults.sticky,
      defaults.max_per_agent,
      defaults.visibility,
      null,
      null,
      defaults.offline_after_minutes,
      now,
    ],
  });
  const [row] = await tx.query<SettingsRow>({
    name: "agent_settings_lock",
    text: `select ${columns} from agent_settings where tenant_id = $1 for no key update`,
    values: [tx.tenantId],
  });
  return row as SettingsRow;
}

/** Locked; null if there are none, or another worker has them. */
export async function claimSettings(tx: Tx): Promise<SettingsRow | null> {
  const [row] = await tx.query<SettingsRow>({
    name: "agent_settings_claim",
    text: `select ${columns} from agent_settings where tenant_id = $1 for no key update skip locked`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

export async function writeSettings(tx: Tx, now: Date, s: SettingsRow): Promise<void> {
  await tx.query({
    name: "agent_settings_write",
    text: `update agent_settings set auto_assign = $2, strategy = $3, respect_availability = $4, sticky = $5, max_per_agent = $6, visibility = $7,
             auto_resolve_minutes = $8, business_hours = $9, offline_after_minutes = $10, updated_at = $11,
             auto_resolve_message = $12, csat_enabled = $13, csat_delay_minutes = $14, csat_questions = $15, csat_since = $16, reassign_on_offline = $17,
             assist_enabled = $18, assist_instructions = $19, assist_models = $20 where tenant_id = $1`,
    values: [
      tx.tenantId,
      s.auto_assign,
      s.strategy,
      s.respect_availability,
      s.sticky,
      s.max_per_agent,
      s.visibility,
      s.auto_resolve_minutes,
      s.business_hours === null ? null : JSON.stringify(s.business_hours),
      s.offline_after_minutes,
      now,
      s.auto_resolve_message,
      s.csat_enabled,
      s.csat_delay_minutes,
      JSON.stringify(s.csat_questions),
      s.csat_since,
      s.reassign_on_offline,
      s.assist_enabled,
      s.assist_instructions,
      JSON.stringify(s.assist_models),
    ],
  });
}
