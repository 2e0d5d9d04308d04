import type { Database, Tx } from "#platform/db/database.ts";

/** The existing voice agents of these channels; channels without one are missing. */
export async function answeringAgents(tx: Tx, channelIds: string[]): Promise<Map<string, { agentId: string; model: string }>> {
  const rows = await tx.query<{ channel_id: string; id: string; model: string }>({
    name: "channel_calling_agents",
    text: `select c.channel_id, a.id, a.settings->'speech'->>'model' as model from channel_calling c
             join voice_agents a on a.tenant_id = $1 and a.id = c.voice_agent_id and a.deleted_at is null
            where c.tenant_id = $1 and c.channel_id = any($2::uuid[])`,
    values: [tx.tenantId, channelIds],
  });
  return new Map(rows.map((row) => [row.channel_id, { agentId: row.id, model: row.model }]));
}

export interface RingingCall {
  id: string;
  channelId: string;
  kind: string;
  externalId: string;
  agentId: string;
  model: string;
  from: string | null;
  to: string;
  contactId: string;
  conversationId: string;
  offer: string | null;
  leaseUntil: Date;
}

/** Once for each of the platform's calls: a repetition stores nothing. Its minute is reserved when it is admitted. */
export async function insertRinging(tx: Tx, now: Date, call: RingingCall): Promise<void> {
  await tx.query({
    name: "voice_channel_call_insert",
    text: `with made as (
             insert into voice_calls (tenant_id, id, voice_agent_id, channel_id, direction, provider, provider_call_id, from_address, to_address,
               contact_id, conversation_id, status, lease_until, model, price, minutes, created_at)
             values ($1, $2, $3, $4, 'inbound', $5, $6, $7, $8, $9, $10, 'ringing', $11, $12, 0, 0, $14)
             on conflict (tenant_id, channel_id, provider_call_id) where channel_id is not null do nothing returning id)
           insert into voice_channel_calls (tenant_id, call_id, offer, ring_at) select $1, id, $13, $14 from made`,
    values: [
      tx.tenantId,
      call.id,
      call.agentId,
      call.channelId,
      call.kind,
      call.externalId,
      call.from,
      call.to,
      call.contactId,
      call.conversationId,
      call.leaseUntil,
      call.model,
      call.offer,
      now,
    ],
  });
}

/**
 * The platform reported that a call is over. `known` false: there is no such call, nor a message about one. `isOurs`:
 * a voice agent has or had it. The first report counts.
 */
export async function recordEnd(
  tx: Tx,
  call: { channelId: string; externalId: string; outcome: "completed" | "failed" },
): Promise<{ known: boolean; isOurs: boolean }> {
  const [row] = await tx.query<{ ours: boolean; known: boolean }>({
    name: "voice_channel_call_end",
    text: `with told as (
             update voice_channel_calls v set peer_ended = coalesce(v.peer_ended, $4) from voice_calls c
              where c.tenant_id = $1 and c.channel_id = $2 and c.provider_call_id = $3 and v.tenant_id = $1 and v.call_id = c.id returning 1)
           select exists (select from told) as ours,
             exists (select from messages m where m.tenant_id = $1 and m.channel_id = $2 and m.external_id = $3) as known`,
    values: [tx.tenantId, call.channelId, call.externalId, call.outcome],
  });
  return { known: row?.ours === true || row?.known === true, isOurs: row?.ours === true };
}

interface Due {
  tenant_id: string;
  call_id: string;
}

/** Per tenant and round, so that a burst of calls leaves room for others. */
const perTenantMax = 10;

/** Across tenants, as the worker. Each is answered by one process; if that dies, the call ends when its lease expires. */
export function claimRinging(database: Pick<Database, "worker">, now: Date, limit: number): Promise<Due[]> {
  return database.worker({
    name: "voice_channel_calls_ring",
    text: `with due as materialized (
             select tenant_id, call_id, row_number() over (partition by tenant_id order by ring_at, call_id) as nth
               from voice_channel_calls where ring_at <= $1
           ), claimed as materialized (
             select v.tenant_id, v.call_id from voice_channel_calls v join due d on d.tenant_id = v.tenant_id and d.call_id = v.call_id
              where d.nth <= $3 and v.ring_at <= $1 order by v.ring_at limit $2 for update of v skip locked)
           update voice_channel_calls v set ring_at = null from claimed c where v.tenant_id = c.tenant_id and v.call_id = c.call_id
           returning v.tenant_id, v.call_id`,
    values: [now, limit, perTenantMax],
  });
}

/** The same for calls that are over. If its process dies, a call is due again at `againAt`. */
export function claimReleases(
  database: Pick<Database, "worker">,
  now: Date,
  againAt: Date,
  limit: number,
): Promise<(Due & { release_attempts: number })[]> {
  return database.worker({
    name: "voice_channel_calls_release",
    text: `update voice_channel_calls set release_at = $2, release_attempts = release_attempts + 1
            where (tenant_id, call_id) in (
              select tenant_id, call_id from voice_channel_calls where release_at <= $1 order by release_at limit $3 for update skip locked)
           returning tenant_id, call_id, release_attempts`,
    values: [now, againAt, limit],
  });
}

/** A process has it from now on. Called under the call's lock. */
export async function holdCall(tx: Tx, id: string, input: { holder: number | null; leaseUntil: Date }): Promise<void> {
  await tx.query({
    name: "voice_channel_call_hold",
    text: "update voice_calls set holder = $3, lease_until = $4 where tenant_id = $1 and id = $2 and status = 'ringing'",
    values: [tx.tenantId, id, input.holder, input.leaseUntil],
  });
}

/** Its first minute is paid for. Called under the call's lock. */
export async function admitCall(tx: Tx, id: string, input: { model: string; price: string; minutesTakenAt: Date | null }): Promise<void> {
  await tx.query({
    name: "voice_channel_call_admit",
    text: `update voice_calls set minutes = 1, model = $3, price = $4, minutes_taken_at = $5
            where tenant_id = $1 and id = $2 and status = 'ringing'`,
    values: [tx.tenantId, id, input.model, input.price, input.minutesTakenAt],
  });
}

export interface ChannelCallRow {
  offer: string | null;
  session_id: string | null;
  key_id: string | null;
  peer_ended: "completed" | "failed" | null;
  release_at: Date | null;
}

export async function findChannelCall(tx: Tx, id: string): Promise<ChannelCallRow | null> {
  const [row] = await tx.query<ChannelCallRow>({
    name: "voice_channel_call",
    text: "select offer, session_id, key_id, peer_ended, release_at from voice_channel_calls where tenant_id = $1 and call_id = $2",
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Called before the platform is told, so that whoever ends the call can hang up. False: it is over. */
export async function rememberSession(tx: Tx, id: string, session: { id: string; keyId: string }): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_channel_call_session",
    text: `with live as (select id from voice_calls where tenant_id = $1 and id = $2 and ended_at is null for no key update)
           update voice_channel_calls v set session_id = $3, key_id = $4, offer = null from live
            where v.tenant_id = $1 and v.call_id = live.id returning 1`,
    values: [tx.tenantId, id, session.id, session.keyId],
  });
  return rows.length > 0;
}

/**
 * The caller can hear it. False: it is over, or this process seemed dead to others. Its number may be unknown now, or
 * have been when it took the call.
 */
export async function takeAnswered(tx: Tx, now: Date, id: string, input: { holder: number | null; leaseUntil: Date }): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_channel_call_answered",
    text: `update voice_calls set status = 'in_progress', answered_at = $3, holder = coalesce($4, holder), lease_until = $5
            where tenant_id = $1 and id = $2 and status = 'ringing' and lease_until > $3
              and (holder is null or $4::integer is null or holder = $4) returning 1`,
    values: [tx.tenantId, id, now, input.holder, input.leaseUntil],
  });
  return rows.length > 0;
}

/**
 * It is over and both sides have to be told. Call it last in the transaction, because the platform's callbacks wait for
 * it.
 */
export async function planRelease(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query({
    name: "voice_channel_call_plan_release",
    text: "update voice_channel_calls set ring_at = null, offer = null, release_at = $3 where tenant_id = $1 and call_id = $2",
    values: [tx.tenantId, id, at],
  });
}

/** null: both have been told, or we gave up telling them. */
export async function setRelease(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query({
    name: "voice_channel_call_released",
    text: "update voice_channel_calls set release_at = $3 where tenant_id = $1 and call_id = $2",
    values: [tx.tenantId, id, at],
  });
}
