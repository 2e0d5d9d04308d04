import type { Tx, Database } from "#platform/db/database.ts";
import { dropRoutes } from "./ownership/shared-routes.queries.ts";

export interface ChannelRow {
  id: string;
  kind: string;
  name: string;
  external_id: string;
  account_id: string | null;
  status: string;
  status_reason: string | null;
  config: Record<string, unknown>;
  secrets: Buffer;
  messages_per_second: number;
  quality_rating: string | null;
  messaging_limit: string | null;
  templates_synced_at: Date | null;
  credentials_version: number;
  credentials_expire_at: Date | null;
  credentials_refreshed_at: Date | null;
  credentials_renewable_until: Date | null;
  credentials_warn_at: Date | null;
  credentials_warned_of: Date | null;
  credentials_app: "installation" | "own" | null;
  credentials_app_id: string | null;
  ownership_error: string | null;
  awaits_proof: boolean;
  claimed_at: Date;
  upkeep: "activate" | "refresh" | null;
  upkeep_at: Date | null;
  upkeep_attempts: number;
  upkeep_error: string | null;
  created_at: Date;
  updated_at: Date;
}

export const channelColumns = `c.id, c.kind, c.name, c.external_id, c.account_id, c.status, c.status_reason, c.config, c.secrets,
  c.messages_per_second, c.quality_rating, c.messaging_limit, c.templates_synced_at, c.credentials_version,
  c.credentials_expire_at, c.credentials_refreshed_at, c.credentials_renewable_until, c.credentials_warn_at, c.credentials_warned_of,
  c.credentials_app, c.credentials_app_id, c.ownership_error, c.awaits_proof, c.claimed_at, c.upkeep, c.upkeep_at, c.upkeep_attempts, c.upkeep_error, c.created_at, c.updated_at`;

export async function findChannel(tx: Tx, id: string, lock = false): Promise<ChannelRow | null> {
  const [row] = await tx.query<ChannelRow>({
    name: lock ? "channel_lock" : "channel_by_id",
    text: `select ${channelColumns} from channels c where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null
           ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listChannels(
  tx: Tx,
  filter: { kind: string | undefined; status: string | undefined },
  after: string[] | null,
  limit: number,
) {
  return tx.query<ChannelRow>({
    name: "channels_list",
    text: `select ${channelColumns} from channels c
            where c.tenant_id = $1 and c.deleted_at is null
              and ($2::text is null or c.kind = $2) and ($3::text is null or c.status = $3)
              and ($4::timestamptz is null or (c.created_at, c.id) < ($4, $5::uuid))
            order by c.created_at desc, c.id desc limit $6`,
    values: [tx.tenantId, filter.kind ?? null, filter.status ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** False if the tenant already has a channel of this kind and external id. */
export async function insertChannel(
  tx: Tx,
  now: Date,
  c: {
    id: string;
    kind: string;
    name: string;
    externalId: string;
    accountId: string | null;
    status: string;
    config: object;
    secrets: Buffer;
    messagesPerSecond: number;
  },
): Promise<boolean> {
  const rows = await tx.query({
    name: "channel_insert",
    text: `insert into channels (tenant_id, id, kind, name, external_id, account_id, status, config, secrets, messages_per_second, claimed_at, created_at, updated_at,
             templates_sync_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11, case when $7 = 'Connected' then $11::timestamptz end)
           on conflict (tenant_id, kind, external_id) where deleted_at is null do nothing returning id`,
    values: [
      tx.tenantId,
      c.id,
      c.kind,
      c.name,
      c.externalId,
      c.accountId,
      c.status,
      JSON.stringify(c.config),
      c.secrets,
      c.messagesPerSecond,
      now,
    ],
  });
  return rows.length > 0;
}

export async function findChannelByExternalId(tx: Tx, kind: string, externalId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "channel_by_external_id",
    text: "select id from channels where tenant_id = $1 and kind = $2 and external_id = $3 and deleted_at is null",
    values: [tx.tenantId, kind, externalId],
  });
  return row?.id ?? null;
}

export interface ChannelChanges {
  name?: string;
  status?: string;
  statusReason?: string | null;
  config?: Record<string, unknown>;
  secrets?: Buffer;
  accountId?: string | null;
  messagesPerSecond?: number;
  qualityRating?: string | null;
  messagingLimit?: string | null;
  awaitsProof?: boolean;
  claimedAt?: Date;
}

/**
 * Columns without a change keep their value from `row`, which was read under the channel's lock. When a channel becomes connected, its
 * templates are fetched.
 */
export async function updateChannel(tx: Tx, now: Date, row: ChannelRow, changes: ChannelChanges): Promise<ChannelRow> {
  const c: Required<ChannelChanges> = {
    name: row.name,
    status: row.status,
    statusReason: row.status_reason,
    config: row.config,
    secrets: row.secrets,
    accountId: row.account_id,
    messagesPerSecond: row.messages_per_second,
    qualityRating: row.quality_rating,
    messagingLimit: row.messaging_limit,
    awaitsProof: row.awaits_proof,
    claimedAt: row.claimed_at,
    ...changes,
  };
  const [changed] = await tx.query<ChannelRow>({
    name: "channel_update",
    text: `update channels c set name = $3, status = $4, status_reason = $5, config = $6, secrets = $7, account_id = $8,
             messages_per_second = $9, quality_rating = $10, messaging_limit = $11, updated_at = $12,
             awaits_proof = $13, claimed_at = $14,
             templates_sync_at = case when $4 = 'Connected' and c.status <> 'Connected' then $12 else c.templates_sync_at end,
             templates_sync_attempts = case when $4 = 'Connected' and c.status <> 'Connected' then 0 else c.templates_sync_attempts end
            where c.tenant_id = $1 and c.id = $2 returning ${channelColumns}`,
    values: [
      tx.tenantId,
      row.id,
      c.name,
      c.status,
      c.statusReason,
      JSON.stringify(c.config),
      c.secrets,
      c.accountId,
      c.messagesPerSecond,
      c.qualityRating,
      c.messagingLimit,
      now,
      c.awaitsProof,
      c.claimedAt,
    ],
  });
  return changed as ChannelRow;
}

/** The row stays for its history; its routes are removed, so platform callbacks for it are counted and dropped. */
export async function deleteChannel(tx: Tx, now: Date, { id }: Pick<ChannelRow, "id">): Promise<UnsentRow[]> {
  const unsent = await tx.query<UnsentRow>({
    name: "channel_cancel_sends",
    text: `with gone as (
             delete from outbound_dispatches d where d.tenant_id = $1 and d.channel_id = $2 and d.state = 'ready' returning d.message_id)
           update messages m set status = 'failed', failed_at = $3, error = $4
             from gone where m.tenant_id = $1 and m.id = gone.message_id and m.status = 'queued'
           returning m.id, m.conversation_id, m.contact_id, m.client_reference, case when m.author_kind = 'broadcast' then m.author_id end as broadcast`,
    values: [tx.tenantId, id, now, JSON.stringify(channelGone)],
  });
  await tx.query({
    name: "channel_delete",
    text: "update channels set deleted_at = $3, status = 'Disconnected', updated_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
  await dropRoutes(tx, id);
  return unsent;
}

/** A message that was accepted but not sent when its channel was removed. */
export interface UnsentRow {
  id: string;
  conversation_id: string;
  contact_id: string;
  client_reference: string | null;
  broadcast: string | null;
}

/** The error with which such a message fails. */
export const channelGone = {
  code: "channel_not_connected",
  providerCode: null,
  message: "The channel was removed before the message left.",
  retryable: false,
};

export async function noteActivity(
  database: Pick<Database, "worker">,
  channels: string,
  now: Date,
  what: "callback" | "inbound",
  column: "last_callback_at" | "last_inbound_at",
): Promise<void> {
  await database.worker({
    name: `channel_activity_${what}`,
    text: `insert into channel_activity as a (tenant_id, channel_id, ${column})
           select x.tenant, x.channel, $2 from jsonb_to_recordset($1::jsonb) as x(tenant uuid, channel uuid)
            where exists (select 1 from channels c where c.tenant_id = x.tenant and c.id = x.channel)
            order by x.tenant, x.channel
           on conflict (tenant_id, channel_id) do update set ${column} = greatest(a.${column}, excluded.${column})`,
    values: [channels, now],
  });
}

export function countChannels(tx: Tx): Promise<{ count: number }[]> {
  return tx.query({
    name: "channels_count",
    text: "select count(*) as count from channels where tenant_id = $1 and deleted_at is null",
    values: [tx.tenantId],
  });
}
