import type { Tx } from "#platform/db/database.ts";

/** The voice agent that answers a channel's calls; also null if it has been deleted since. */
export async function agentOfChannel(tx: Tx, channelId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "channel_calling_agent",
    text: `select a.id from channel_calling c
             join voice_agents a on a.tenant_id = $1 and a.id = c.voice_agent_id and a.deleted_at is null
            where c.tenant_id = $1 and c.channel_id = $2`,
    values: [tx.tenantId, channelId],
  });
  return row?.id ?? null;
}

export async function setAgentOfChannel(tx: Tx, now: Date, channelId: string, agentId: string | null): Promise<void> {
  await tx.query({
    name: "channel_calling_set",
    text: `insert into channel_calling (tenant_id, channel_id, voice_agent_id, updated_at) values ($1, $2, $3, $4)
           on conflict (tenant_id, channel_id) do update set voice_agent_id = excluded.voice_agent_id, updated_at = excluded.updated_at`,
    values: [tx.tenantId, channelId, agentId, now],
  });
}
