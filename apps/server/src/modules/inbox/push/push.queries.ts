import type { MemberRole } from "#platform/auth/roles.ts";
import type { Statement, Tx } from "#platform/db/database.ts";
import type { Claimed } from "#platform/jobs/claim.ts";

export type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export interface SubscriptionRow {
  id: string;
  session_id: string;
  user_agent: string | null;
  language: string;
  created_at: Date;
  position: string;
}

export interface NewSubscription {
  id: string;
  memberId: string;
  sessionId: string;
  stay: number;
  endpointHash: Buffer;
  sealed: Buffer;
  language: string;
}

/**
 * The session that works here, locked, so that its subscriptions are made one at a time. Null: it has ended, or works in another
 * organization by now. Runs as the worker, like every read of a session.
 */
export async function lockSession(
  tx: Tx,
  memberId: string,
  sessionId: string,
): Promise<{ stay: number; user_agent: string | null } | null> {
  const [row] = await tx.query<{ stay: number; user_agent: string | null }>({
    name: "push_session_lock",
    text: `select m.stay, s.user_agent from user_sessions s
             join members m on m.tenant_id = $1 and m.user_id = s.user_id and m.status = 'active' and m.stay = s.stay
            where s.id = $3 and s.user_id = $2 and s.current_tenant_id = $1 for no key update of s`,
    values: [tx.tenantId, memberId, sessionId],
  });
  return row ?? null;
}

/**
 * Replaces what this browser and this session had here before. If the browser was another person's, their subscription ends, in whichever
 * organization it was.
 */
export async function replaceSubscription(tx: Tx, now: Date, subscription: NewSubscription): Promise<void> {
  await tx.query({
    name: "push_subscription_of_browser_delete",
    text: `delete from push_subscriptions
            where (tenant_id = $1 and (endpoint_hash = $2 or session_id = $4)) or (tenant_id <> $1 and endpoint_hash = $2 and member_id <> $3)`,
    values: [tx.tenantId, subscription.endpointHash, subscription.memberId, subscription.sessionId],
  });
  await tx.query({
    name: "push_subscription_insert",
    text: `insert into push_subscriptions (tenant_id, id, member_id, session_id, stay, endpoint_hash, sealed, language, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      tx.tenantId,
      subscription.id,
      subscription.memberId,
      subscription.sessionId,
      subscription.stay,
      subscription.endpointHash,
      subscription.sealed,
      subscription.language,
      now,
    ],
  });
}

/** Deletes all but a member's newest. */
export async function trimSubscriptions(tx: Tx, memberId: string, kept: number): Promise<void> {
  await tx.query({
    name: "push_subscriptions_trim",
    text: `delete from push_subscriptions where tenant_id = $1 and member_id = $2 and id in (
             select id from push_subscriptions where tenant_id = $1 and member_id = $2 order by created_at desc, id desc offset $3)`,
    values: [tx.tenantId, memberId, kept],
  });
}

/** Newest first. Runs as the worker, the only role that can read sessions. */
export function listSubscriptions(tx: Tx, memberId: string, after: string[] | null, limit: number): Promise<SubscriptionRow[]> {
  return tx.query<SubscriptionRow>({
    name: "push_subscriptions_list",
    text: `select p.id, p.session_id, s.user_agent, p.language, p.created_at, p.created_at::text as position
             from push_subscriptions p
             join members m on m.tenant_id = p.tenant_id and m.user_id = p.member_id and m.stay = p.stay
             join user_sessions s on s.id = p.session_id
            where p.tenant_id = $1 and p.member_id = $2 and ($3::timestamptz is null or (p.created_at, p.id) < ($3, $4::uuid))
            order by p.created_at desc, p.id desc limit $5`,
    values: [tx.tenantId, memberId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function deleteSubscription(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "push_subscription_delete",
    text: "delete from push_subscriptions where tenant_id = $1 and member_id = $2 and id = $3 returning 1",
    values: [tx.tenantId, memberId, id],
  });
  return rows.length > 0;
}

/** Locked: deleting a subscription waits until messages to it are inserted, and then deletes them too. */
export function lockSubscriptionsOf(tx: Tx, memberIds: string[]): Promise<{ id: string; member_id: string }[]> {
  return tx.query<{ id: string; member_id: string }>({
    name: "push_subscriptions_of",
    text: `select id, member_id from push_subscriptions where tenant_id = $1 and member_id = any($2::uuid[])
            order by id for key share`,
    values: [tx.tenantId, memberIds],
  });
}

export interface NewMessage {
  id: string;
  subscriptionId: string;
  notificationId: string;
}

export async function insertMessages(tx: Tx, now: Date, giveUpAt: Date, messages: NewMessage[]): Promise<void> {
  await tx.query({
    name: "push_messages_insert",
    text: `insert into push_messages (tenant_id, id, subscription_id, notification_id, state, run_at, give_up_at, created_at)
           select $1, m.id, m."subscriptionId", m."notificationId", 'ready', $3, $4, $3
             from jsonb_to_recordset($2::jsonb) as m (id uuid, "subscriptionId" uuid, "notificationId" uuid)`,
    values: [tx.tenantId, JSON.stringify(messages), now, giveUpAt],
  });
}

export async function retryFailedMessages(tx: Tx, now: Date, limit: number, id: string | null = null): Promise<number> {
  const rows = await tx.query({
    name: "push_queue_retry",
    text: `update push_messages set state = 'ready', run_at = $2, error = null
            where tenant_id = $1 and id in (
              select id from push_messages where tenant_id = $1 and state = 'failed' and give_up_at > $2 and ($4::uuid is null or id = $4) order by id limit $3 for update skip locked)
           returning 1`,
    values: [tx.tenantId, now, limit, id],
  });
  return rows.length;
}

export async function discardFailedMessage(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "push_queue_discard",
    text: "update push_messages set state = 'dropped' where tenant_id = $1 and id = $2 and state = 'failed' returning 1",
    values: [tx.tenantId, id],
  });
  return rows.length > 0;
}

export interface ClaimedMessage extends Claimed {
  id: string;
  subscription_id: string;
  notification_id: string;
  give_up_at: Date;
}

export interface DeliveryState {
  sealed: Buffer;
  language: string;
  member_id: string;
  role: MemberRole;
  kind: string;
  conversation_id: string | null;
  read: boolean;
  /** Session, person and membership are unchanged since the browser was subscribed. */
  lives: boolean;
  /** The session works in the organization, and the organization is not suspended. */
  here: boolean;
}

/**
 * What a message would say, and whether the session behind the subscription may still receive it. Null: message or subscription is gone.
 */
export async function standingOf(query: Query, message: ClaimedMessage, now: Date, idleSince: Date): Promise<DeliveryState | null> {
  const [row] = await query<DeliveryState>({
    name: "push_message_standing",
    text: `select p.sealed, p.language, p.member_id, m.role, n.kind, n.conversation_id, n.read_at is not null as read,
                  m.status = 'active' and m.stay = p.stay and u.suspended_at is null and s.expires_at > $4 and s.last_used_at > $5 as lives,
                  s.current_tenant_id = p.tenant_id and s.stay = m.stay and t.suspended_at is null as here
             from push_subscriptions p
             join notifications n on n.tenant_id = p.tenant_id and n.id = $3 and n.member_id = p.member_id
             join members m on m.tenant_id = p.tenant_id and m.user_id = p.member_id
             join user_sessions s on s.id = p.session_id and s.user_id = p.member_id
             join users u on u.id = p.member_id
             join tenants t on t.tenant_id = p.tenant_id
            where p.tenant_id = $1 and p.id = $2`,
    values: [message.tenant_id, message.subscription_id, message.notification_id, now, idleSince],
  });
  return row ?? null;
}

export interface Outcome {
  state: "sent" | "failed" | "dropped" | "ready";
  error: string | null;
  runAt: Date | null;
}

/** Changes nothing if the lease has passed to another claim, whose outcome counts. */
export async function settleMessage(query: Query, message: ClaimedMessage, now: Date, outcome: Outcome): Promise<void> {
  await query({
    name: "push_message_settle",
    text: `update push_messages set state = $4, error = $5, run_at = coalesce($6, run_at), lease_until = null,
             sent_at = case when $4 = 'sent' then $7::timestamptz end
            where tenant_id = $1 and id = $2 and attempts = $3 and state = 'leased'`,
    values: [message.tenant_id, message.id, message.attempts, outcome.state, outcome.error, outcome.runAt, now],
  });
}

/** The browser is gone, and with it everything that waits for it. */
export async function forgetSubscription(query: Query, tenantId: string, id: string): Promise<void> {
  await query({
    name: "push_subscription_forget",
    text: "delete from push_subscriptions where tenant_id = $1 and id = $2",
    values: [tenantId, id],
  });
}
