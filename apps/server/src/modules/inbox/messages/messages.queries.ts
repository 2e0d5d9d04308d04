import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { noFlattening } from "#platform/db/plans.ts";

export interface MessageRow {
  id: string;
  conversation_id: string;
  channel_id: string;
  contact_id: string;
  direction: "inbound" | "outbound";
  type: string;
  from_address: string | null;
  to_address: string | null;
  text: string | null;
  content: Record<string, unknown> | null;
  media: Record<string, unknown>[];
  reply_to_id: string | null;
  reactions: Record<string, unknown>[];
  status: string;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  failed_at: Date | null;
  error: Record<string, unknown> | null;
  external_id: string | null;
  client_reference: string | null;
  author_kind: string;
  author_id: string | null;
  is_note: boolean;
  /** User ids; null if there are none. */
  mentions: string[] | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  occurred_at: Date;
  created_at: Date;
}

const columns = `m.id, m.conversation_id, m.channel_id, m.contact_id, m.direction, m.type, m.from_address, m.to_address, m.text,
  m.content, m.media, m.reply_to_id, m.reactions, m.status, m.sent_at, m.delivered_at, m.read_at, m.failed_at, m.error,
  m.external_id, m.client_reference, m.author_kind, m.author_id, m.is_note, m.mentions, m.edited_at, m.deleted_at, m.occurred_at, m.created_at`;

export interface AcceptResult {
  n: number;
  outcome: string;
  conversation_id: string;
  contact_id: string;
}

/**
 * See functions/accept_outbound.sql: accepts a batch, one result per item. No result at all: the tenant's app is inactive, or, unless
 * `counted`, its messages are limited and the caller must count them. Checked in the same statement because every message needs it; it
 * costs one read of a row that is always in memory.
 */
export function acceptOutbound(tx: Tx, now: Date, items: object[], counted: boolean): Promise<AcceptResult[]> {
  return tx.query<AcceptResult>({
    name: counted ? "accept_outbound_counted" : "accept_outbound",
    text: `select n, outcome, conversation_id, contact_id
             from accept_outbound($1, $2, case when exists (select from apps a where a.tenant_id = $1 and a.is_active
               ${counted ? "" : "and not a.messages_limited"}) then $3::jsonb else '[]' end)`,
    values: [tx.tenantId, now, JSON.stringify(items)],
  });
}

export async function attachMedia(tx: Tx, messages: { id: string; media: object[] }[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query({
    name: "accept_attach_media",
    text: `update messages m set media = x.media
             from jsonb_to_recordset($2::jsonb) as x(id uuid, media jsonb) where m.tenant_id = $1 and m.id = x.id`,
    values: [tx.tenantId, JSON.stringify(messages)],
  });
}

/** Stores the answers of accepted items under their idempotency keys, and frees the keys of refused ones. */
export async function settleIdempotency(tx: Tx, accepted: { key: string; body: string }[], refused: string[]): Promise<void> {
  if (accepted.length > 0) {
    await tx.query({
      name: "accept_store_answers",
      text: `update idempotency_keys k set status = 200, body = a.body
               from unnest($2::text[], $3::text[]) as a(key, body) where k.tenant_id = $1 and k.key = a.key`,
      values: [tx.tenantId, accepted.map((a) => a.key), accepted.map((a) => a.body)],
    });
  }
  if (refused.length > 0) {
    await tx.query({
      name: "accept_free_keys",
      text: "delete from idempotency_keys where tenant_id = $1 and key = any($2) and body is null",
      values: [tx.tenantId, refused],
    });
  }
}

/** Messages are visible if their conversation is. `viewer` null: to everybody. */
function visible(viewer: Viewer, value: (parameter: unknown) => string): { name: string; condition: string } {
  const seen = visibleTo(viewer, "k", value);
  const condition = `exists (select from conversations k where k.tenant_id = $1 and k.id = m.conversation_id and ${seen.condition})`;
  return { name: seen.name, condition };
}

export async function findMessage(tx: Tx, id: string, viewer: Viewer | null): Promise<MessageRow | null> {
  const values: unknown[] = [tx.tenantId, id];
  const seen = viewer === null ? null : visible(viewer, (parameter) => `$${values.push(parameter)}`);
  const [row] = await tx.query<MessageRow>({
    name: `message_by_id${seen === null ? "" : `_${seen.name}`}`,
    text: `select ${columns} from messages m where m.tenant_id = $1 and m.id = $2 ${seen === null ? "" : `and ${seen.condition}`}`,
    values,
  });
  return row ?? null;
}

/** A message that another one refers to, with its person. It cannot be a note. */
export async function findTarget(
  tx: Tx,
  id: string,
  channelId: string,
  viewer: Viewer | null,
): Promise<{ id: string; external_id: string | null; address_key: string | null; provider_user_id: string | null } | null> {
  const values: unknown[] = [tx.tenantId, id, channelId];
  const seen = viewer === null ? null : visibleTo(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  const [row] = await tx.query<{ id: string; external_id: string | null; address_key: string | null; provider_user_id: string | null }>({
    name: seen === null ? "message_target" : `message_target_${seen.name}`,
    text: `select m.id, m.external_id, ci.address_key, ci.provider_user_id
             from messages m
             join conversations c on c.tenant_id = $1 and c.id = m.conversation_id
             join contact_identities ci on ci.tenant_id = $1 and ci.id = c.identity_id
            where m.tenant_id = $1 and m.id = $2 and m.channel_id = $3 and not m.is_note and m.type <> 'reaction'
              ${seen === null ? "" : `and ${seen.condition}`}`,
    values,
  });
  return row ?? null;
}

/**
 * Whether a message to a person would go into a conversation that the viewer may not see: an unresolved one on the channel. Without one,
 * sending starts a new conversation.
 */
export async function isHiddenConversation(
  tx: Tx,
  viewer: Viewer,
  to: { channelId: string; kind: string; account: string; key: string | null; providerUserId: string | null },
): Promise<boolean> {
  const values: unknown[] = [tx.tenantId, to.channelId, to.kind, to.account, to.key, to.providerUserId];
  const seen = visibleTo(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  const rows = await tx.query({
    name: `message_hidden_place_${seen.name}`,
    text: `select 1 from contact_identities ci
             join conversations c on c.tenant_id = $1 and c.channel_id = $2 and c.identity_id = ci.id and c.status <> 'resolved'
            where ci.tenant_id = $1 and ci.kind = $3 and ci.account = $4 and (ci.address_key = $5 or ci.provider_user_id = $6)
              and (${seen.condition}) is not true limit 1`,
    values,
  });
  return rows.length > 0;
}

/** Messages by id, in the order given. */
export function messagesById(tx: Tx, ids: string[]): Promise<MessageRow[]> {
  return tx.query<MessageRow>({
    name: "messages_by_ids",
    text: `select ${columns} from unnest($2::uuid[]) with ordinality g (id, place)
             join messages m on m.tenant_id = $1 and m.id = g.id order by g.place`,
    values: [tx.tenantId, ids],
  });
}

/** The texts of both sides in a conversation, newest first, without notes and unsent messages. */
export function recentTexts(
  tx: Tx,
  conversationId: string,
  limit: number,
): Promise<Pick<MessageRow, "id" | "direction" | "author_kind" | "text">[]> {
  return tx.query({
    name: "messages_recent_texts",
    text: `select m.id, m.direction, m.author_kind, m.text from messages m
            where m.tenant_id = $1 and m.conversation_id = $2 and not m.is_note and m.type <> 'reaction' and m.deleted_at is null
              and coalesce(m.text, '') <> ''
            order by m.occurred_at desc, m.id desc limit $3`,
    values: [tx.tenantId, conversationId, limit],
  });
}

const waiting = " and m.occurred_at >= (select min(d.created_at) from outbound_dispatches d where d.tenant_id = $1)";
const ended = " and m.error is not null";

/** A condition implied by a rare status: its dispatch is at least as old, or it has an error. */
const narrowed: Readonly<Record<string, string>> = { queued: waiting, sending: waiting, failed: ended, unknown: ended, cancelled: ended };

/** Newest first by (occurred_at, id), after the given position. */
export function listMessages(
  tx: Tx,
  filter: {
    conversationId?: string;
    channelId?: string;
    contactId?: string;
    direction?: string;
    status?: string;
    clientReference?: string;
    /** One of these; not together with `contactId`. */
    ids?: string[];
    /** As the team sees a conversation: with notes, without the rows that store reactions. */
    thread: boolean;
    /** Restricts the result to what this viewer may see. */
    viewer?: Viewer;
  },
  after: string[] | null,
  limit: number,
): Promise<MessageRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const where = ["m.tenant_id = $1"];
  const names: string[] = [];
  const add = (name: string, sql: (n: string) => string, ...args: unknown[]) => {
    names.push(name);
    const first = values.length + 1;
    values.push(...args);
    where.push(sql(`$${first}`).replaceAll("$next", `$${first + 1}`));
  };
  if (filter.conversationId !== undefined) add("conversation", (n) => `m.conversation_id = ${n}`, filter.conversationId);
  if (filter.channelId !== undefined) add("channel", (n) => `m.channel_id = ${n}`, filter.channelId);
  if (filter.direction !== undefined) add("direction", (n) => `m.direction = ${n}`, filter.direction);
  if (filter.status !== undefined) {
    // A rare status is stated twice, so that the search does not read all of the tenant's messages: see the index messages_with_error.
    const rare = narrowed[filter.status];
    add(rare === undefined ? "status" : `status_${filter.status}`, (n) => `m.status = ${n}${rare ?? ""}`, filter.status);
  }
  if (filter.clientReference !== undefined) add("reference", (n) => `m.client_reference = ${n}`, filter.clientReference);
  if (filter.viewer !== undefined) {
    const seen = visible(filter.viewer, (parameter) => `$${values.push(parameter)}`);
    names.push(seen.name);
    where.push(seen.condition);
  }
  where.push(filter.thread ? "m.type <> 'reaction'" : "not m.is_note");
  names.push(filter.thread ? "thread" : "no_notes");
  if (after !== null) add("after", (n) => `(m.occurred_at, m.id) < (${n}::timestamptz, $next::uuid)`, after[0], after[1]);
  const order = "order by m.occurred_at desc, m.id desc limit $2";
  if (filter.contactId === undefined) {
    // Read first, by key: see selectionOf in conversation-list.queries.ts.
    const from =
      filter.ids === undefined
        ? "messages m"
        : `(select * from messages m where m.tenant_id = $1 and m.id = any($${values.push(filter.ids)}::uuid[]) ${noFlattening}) m`;
    return tx.query<MessageRow>({
      name: `messages_${names.join("_")}${filter.ids === undefined ? "" : "_ids"}`,
      text: `select ${columns} from ${from} where ${where.join(" and ")} ${order}`,
      values,
    });
  }
  // A person has few conversations, each of them ordered: the page over all of them is contained in their pages.
  return tx.query<MessageRow>({
    name: `messages_contact_${names.join("_")}`,
    text: `select ${columns} from conversations c cross join lateral (
             select * from messages m where m.conversation_id = c.id and ${where.join(" and ")} ${order}) m
            where c.tenant_id = $1 and c.contact_id = $${values.push(filter.contactId)} ${order}`,
    values,
  });
}

export function cancelUnsentOfChatbots(
  tx: Tx,
  conversationIds: string[],
  writtenAfter: Date,
): Promise<
  {
    id: string;
    channel_id: string;
    conversation_id: string;
    contact_id: string;
    client_reference: string | null;
  }[]
> {
  return tx.query({
    name: "messages_cancel_unsent",
    text: `with unsent as materialized (
             select d.message_id from messages m join outbound_dispatches d on d.tenant_id = $1 and d.message_id = m.id and d.state = 'ready'
              where m.tenant_id = $1 and m.conversation_id = any($2::uuid[]) and m.occurred_at > $3 and m.author_kind = 'chatbot'
                and m.direction = 'outbound' and m.status = 'queued'
              order by m.id for update of d skip locked
           ), gone as (
             delete from outbound_dispatches d using unsent u where d.tenant_id = $1 and d.message_id = u.message_id returning d.message_id
           )
           update messages m set status = 'cancelled' from gone g where m.tenant_id = $1 and m.id = g.message_id
           returning m.id, m.channel_id, m.conversation_id, m.contact_id, m.client_reference`,
    values: [tx.tenantId, conversationIds, writtenAfter],
  });
}

export async function setMessagesLimited(tx: Tx, limited: boolean): Promise<void> {
  await tx.query({
    name: "app_messages_limited",
    text: "update apps set messages_limited = $2 where tenant_id = $1",
    values: [tx.tenantId, limited],
  });
}
