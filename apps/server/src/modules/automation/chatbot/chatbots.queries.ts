import type { Tx } from "#platform/db/database.ts";
import type { ChatbotSettings } from "./chatbot-settings.ts";

export interface ChatbotRow {
  id: string;
  name: string;
  is_active: boolean;
  settings: ChatbotSettings;
  version: number;
  channel_ids: string[];
  created_at: Date;
  updated_at: Date;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

const columns = `b.id, b.name, b.is_active, b.settings, b.version, b.created_at, b.updated_at, b.created_at::text as position,
  array(select h.channel_id from chatbot_channels h join channels c on c.tenant_id = $1 and c.id = h.channel_id and c.deleted_at is null
         where h.tenant_id = $1 and h.chatbot_id = b.id order by h.channel_id) as channel_ids`;

export async function findChatbot(tx: Tx, id: string, lock = false): Promise<ChatbotRow | null> {
  if (lock) {
    await tx.query({
      name: "chatbot_lock",
      text: "select 1 from chatbots where tenant_id = $1 and id = $2 for no key update",
      values: [tx.tenantId, id],
    });
  }
  const [row] = await tx.query<ChatbotRow>({
    name: "chatbot_by_id",
    text: `select ${columns} from chatbots b where b.tenant_id = $1 and b.id = $2 and b.deleted_at is null`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listChatbots(tx: Tx, after: string[] | null, limit: number): Promise<ChatbotRow[]> {
  return tx.query<ChatbotRow>({
    name: "chatbots_list",
    text: `select ${columns} from chatbots b
            where b.tenant_id = $1 and b.deleted_at is null and ($2::timestamptz is null or (b.created_at, b.id) < ($2, $3::uuid))
            order by b.created_at desc, b.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function insertChatbot(
  tx: Tx,
  now: Date,
  chatbot: { id: string; name: string; is_active: boolean; settings: ChatbotSettings },
): Promise<void> {
  await tx.query({
    name: "chatbot_insert",
    text: `insert into chatbots (tenant_id, id, name, is_active, settings, version, created_at, updated_at) values ($1, $2, $3, $4, $5, 1, $6, $6)`,
    values: [tx.tenantId, chatbot.id, chatbot.name, chatbot.is_active, JSON.stringify(chatbot.settings), now],
  });
}

/** `releases`: conversations that it has may have to go to people. */
export async function updateChatbot(
  tx: Tx,
  now: Date,
  chatbot: { id: string; name: string; is_active: boolean; settings: ChatbotSettings; releases: boolean },
): Promise<void> {
  await tx.query({
    name: "chatbot_update",
    text: `update chatbots set name = $3, is_active = $4, settings = $5, releasing = releasing or $6, version = version + 1, updated_at = $7
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, chatbot.id, chatbot.name, chatbot.is_active, JSON.stringify(chatbot.settings), chatbot.releases, now],
  });
}

/** Turns stay with their conversations. */
export async function deleteChatbot(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "chatbot_delete",
    text: "update chatbots set deleted_at = $3, is_active = false, releasing = true, version = version + 1 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
  await tx.query({
    name: "chatbot_unbind_all",
    text: "delete from chatbot_channels where tenant_id = $1 and chatbot_id = $2",
    values: [tx.tenantId, id],
  });
}

/** The given ids that are channels, locked until the transaction ends. */
export async function lockChannels(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "chatbot_hold_channels",
    text: "select id from channels where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null order by id for share",
    values: [tx.tenantId, ids],
  });
  return new Set(rows.map((row) => row.id));
}

/** Makes exactly these channels the chatbot's. Returns those that another chatbot has; nothing is changed then. */
export async function bindChannels(tx: Tx, id: string, channelIds: string[]): Promise<{ channel_id: string; chatbot_id: string }[]> {
  await tx.query({
    name: "chatbot_unbind",
    text: "delete from chatbot_channels where tenant_id = $1 and chatbot_id = $2 and channel_id <> all($3::uuid[])",
    values: [tx.tenantId, id, channelIds],
  });
  await tx.query({
    name: "chatbot_bind",
    text: `insert into chatbot_channels (tenant_id, channel_id, chatbot_id) select $1, c, $2 from unnest($3::uuid[]) c order by c
           on conflict (tenant_id, channel_id) do nothing`,
    values: [tx.tenantId, id, channelIds],
  });
  return tx.query({
    name: "chatbot_bound_elsewhere",
    text: "select channel_id, chatbot_id from chatbot_channels where tenant_id = $1 and channel_id = any($2::uuid[]) and chatbot_id <> $3 order by channel_id",
    values: [tx.tenantId, channelIds, id],
  });
}

/** The active chatbot serving a channel. */
export async function chatbotOfChannel(tx: Tx, channelId: string): Promise<{ id: string; settings: ChatbotSettings } | null> {
  const [row] = await tx.query<{ id: string; settings: ChatbotSettings }>({
    name: "chatbot_of_channel",
    text: `select b.id, b.settings from chatbot_channels h
             join chatbots b on b.tenant_id = $1 and b.id = h.chatbot_id and b.is_active and b.deleted_at is null
            where h.tenant_id = $1 and h.channel_id = $2`,
    values: [tx.tenantId, channelId],
  });
  return row ?? null;
}

export async function divisionExists(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "chatbot_division_exists",
    text: "select 1 from divisions where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
  return rows.length > 0;
}

export function countChatbots(tx: Tx): Promise<{ count: number }[]> {
  return tx.query({
    name: "chatbots_count",
    text: "select count(*)::int as count from chatbots where tenant_id = $1 and deleted_at is null",
    values: [tx.tenantId],
  });
}

export function stopChatbotsOfGrant(tx: Tx, grantId: string, now: Date): Promise<{ id: string }[]> {
  return tx.query({
    name: "chatbots_of_grant_stop",
    text: `update chatbots set is_active = false, releasing = true, version = version + 1, updated_at = $3
            where tenant_id = $1 and grant_id = $2 and is_active and deleted_at is null returning id`,
    values: [tx.tenantId, grantId, now],
  });
}
