import type { Tx } from "#platform/db/database.ts";
import { defaultSettings, type VoiceAgentSettings } from "./voice-agent-settings.ts";

export interface VoiceAgentRow {
  id: string;
  name: string;
  is_active: boolean;
  /** null: it came from a snapshot, and nobody has chosen one yet. */
  channel_id: string | null;
  /** The channels whose calls it answers. */
  answers: string[];
  settings: VoiceAgentSettings;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `id, name, is_active, channel_id, settings, version, created_at, updated_at, created_at::text as position,
  array(select c.channel_id from channel_calling c join channels h on h.tenant_id = c.tenant_id and h.id = c.channel_id
         where c.tenant_id = $1 and c.voice_agent_id = voice_agents.id and h.deleted_at is null order by c.channel_id) as answers`;

/** The previous release, which runs alongside this one for a while, writes settings without `recording` and `afterCall`. */
function rowOf(row: VoiceAgentRow): VoiceAgentRow {
  const { summary, afterCall, recording }: Partial<VoiceAgentSettings> = row.settings;
  if (afterCall !== undefined && recording !== undefined) return row;
  return {
    ...row,
    settings: {
      ...row.settings,
      recording: recording ?? defaultSettings.recording,
      afterCall: afterCall ?? { ...defaultSettings.afterCall, classify: summary === true },
    },
  };
}

async function read(tx: Tx, query: Parameters<Tx["query"]>[0]): Promise<VoiceAgentRow[]> {
  return (await tx.query<VoiceAgentRow>(query)).map(rowOf);
}

export async function findVoiceAgent(tx: Tx, id: string, lock = false): Promise<VoiceAgentRow | null> {
  const [row] = await read(tx, {
    name: lock ? "voice_agent_lock" : "voice_agent_by_id",
    text: `select ${columns} from voice_agents where tenant_id = $1 and id = $2 and deleted_at is null ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** The oldest with that name; null: none. */
export async function findVoiceAgentByName(tx: Tx, name: string): Promise<VoiceAgentRow | null> {
  const [row] = await read(tx, {
    name: "voice_agent_by_name",
    text: `select ${columns} from voice_agents where tenant_id = $1 and name = $2 and deleted_at is null order by created_at, id limit 1`,
    values: [tx.tenantId, name],
  });
  return row ?? null;
}

/** Oldest first. */
export function listVoiceAgentsByAge(tx: Tx, limit: number): Promise<VoiceAgentRow[]> {
  return read(tx, {
    name: "voice_agents_by_age",
    text: `select ${columns} from voice_agents where tenant_id = $1 and deleted_at is null order by created_at, id limit $2`,
    values: [tx.tenantId, limit],
  });
}

/** Newest first. */
export function listVoiceAgents(tx: Tx, after: string[] | null, limit: number): Promise<VoiceAgentRow[]> {
  return read(tx, {
    name: "voice_agents_list",
    text: `select ${columns} from voice_agents
            where tenant_id = $1 and deleted_at is null and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
            order by created_at desc, id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

interface StoredVoiceAgent {
  id: string;
  name: string;
  is_active: boolean;
  channel_id: string | null;
  settings: VoiceAgentSettings;
}

export async function insertVoiceAgent(tx: Tx, now: Date, agent: StoredVoiceAgent): Promise<void> {
  await tx.query({
    name: "voice_agent_insert",
    text: `insert into voice_agents (tenant_id, id, name, is_active, channel_id, settings, version, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, 1, $7, $7)`,
    values: [tx.tenantId, agent.id, agent.name, agent.is_active, agent.channel_id, JSON.stringify(agent.settings), now],
  });
}

export async function updateVoiceAgent(tx: Tx, now: Date, agent: StoredVoiceAgent): Promise<void> {
  await tx.query({
    name: "voice_agent_update",
    text: `update voice_agents set name = $3, is_active = $4, channel_id = $5, settings = $6, version = version + 1, updated_at = $7
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, agent.id, agent.name, agent.is_active, agent.channel_id, JSON.stringify(agent.settings), now],
  });
}

/** Its calls stay. */
export async function deleteVoiceAgent(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "voice_agent_delete",
    text: "update voice_agents set deleted_at = $3, is_active = false where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

export async function kindOfChannel(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.query<{ kind: string }>({
    name: "voice_agent_channel",
    text: "select kind from channels where tenant_id = $1 and id = $2 and deleted_at is null for share",
    values: [tx.tenantId, id],
  });
  return row?.kind ?? null;
}

export async function hasKey(tx: Tx, id: string | null): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_agent_key",
    text: `select 1 from ai_keys where tenant_id = $1 and ($2::uuid is null or id = $2)
              and provider in ('openai', 'openai_compatible') and ($2::uuid is not null or is_active) limit 1`,
    values: [tx.tenantId, id],
  });
  return rows.length > 0;
}

export function stopVoiceAgentsOfGrant(tx: Tx, grantId: string, now: Date): Promise<{ id: string }[]> {
  return tx.query({
    name: "voice_agents_of_grant_stop",
    text: `update voice_agents set is_active = false, version = version + 1, updated_at = $3
            where tenant_id = $1 and grant_id = $2 and is_active and deleted_at is null returning id`,
    values: [tx.tenantId, grantId, now],
  });
}
