import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";

export interface ClaimedSend {
  tenant_id: string;
  message_id: string | null;
  channel_id: string;
  /** Identifies the claim. */
  attempts: number;
  /** Answers so far about the message itself, and answers that only asked for a wait. */
  tries: number;
  waits: number;
  first_claimed_at: Date;
  lane_full: boolean;
  type: string;
  text: string | null;
  content: Record<string, unknown> | null;
  to_address: string | null;
  provider_user_id: string | null;
  identity_address: string | null;
  opt_in: string;
  window_expires_at: Date | null;
  /** Platform id of the message quoted or reacted to. */
  reply_external_id: string | null;
  human_agent: boolean;
  accepted_at: Date;
  priority: number;
}

/** See functions/claim_outbound.sql. Cross-tenant: it finds the tenants with something to send. */
export function claimOutbound(
  database: Database,
  now: Date,
  leaseMs: number,
  max: number,
  sliceMs: number,
  claimId: string,
  bulkMax: number,
): Promise<ClaimedSend[]> {
  return retryConflicts(() =>
    database.worker<ClaimedSend>({
      name: "claim_outbound",
      text: "select * from claim_outbound($1, $2, $3, $4, $5, $6)",
      values: [now, new Date(now.getTime() + leaseMs), max, sliceMs, claimId, bulkMax],
    }),
  );
}

/**
 * The id of one claim of a process. It begins with the process's number (the prefix in hexadecimal), so that a range query finds the claims
 * of a dead process, and the claiming function need not know of processes.
 */
export function claimIdOf(process: number, random: string): string {
  return `${process.toString(16).padStart(8, "0")}${random.slice(8)}`;
}

/**
 * Expires the leases of dead processes; the next check for expired leases makes those messages `unknown`. Cross-tenant, because a process
 * sends for all tenants.
 */
export async function endLeasesOf(database: Database, processes: number[]): Promise<void> {
  const bound = (rest: string) => processes.map((process) => claimIdOf(process, rest));
  await database.worker({
    name: "sends_of_processes",
    text: `update outbound_dispatches d set lease_until = '-infinity'
             from unnest($1::uuid[], $2::uuid[]) as p(low, high)
            where d.state = 'sending' and d.claimed_by between p.low and p.high`,
    values: [bound("00000000-0000-0000-0000-000000000000"), bound("ffffffff-ffff-ffff-ffff-ffffffffffff")],
  });
}

/** Returns claims that may have been committed although their answer never arrived: none of them was sent. Cross-tenant, as above. */
export async function returnClaims(database: Database, claimIds: string[]): Promise<void> {
  await retryConflicts(() => database.worker({ name: "return_claims", text: "select return_claims($1)", values: [claimIds] }));
}

/** See functions/complete_sends.sql. */
export interface SendResult {
  msg: string;
  att: number;
  st: "sent" | "failed" | "unknown" | "queued" | "cancelled";
  ext: string | null;
  err: object | null;
  run_at: string | null;
  /** With `queued`: which kind of answer counts; null: none, and neither does the time until the channel is connected again. */
  counts: "try" | "wait" | null;
  /** With `unknown`: there was no answer. Applies only if the lease has expired by then. */
  expired?: true;
  ev: string;
}

/** Returns the messages whose platform id already belongs to another message; see functions/complete_sends.sql. */
export function completeSends(
  tx: Tx,
  now: Date,
  results: SendResult[],
): Promise<{ message_id: string; taken_by: string; by_echo: boolean }[]> {
  return tx.query({
    name: "complete_sends",
    text: "select message_id, taken_by, by_echo from complete_sends($1, $2, $3)",
    values: [tx.tenantId, now, JSON.stringify(results)],
  });
}

/** False: the other message is not an echo (or no longer one), or ours already has an id. */
export async function absorbEcho(tx: Tx, now: Date, pair: { message_id: string; taken_by: string }, eventId: string): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>({
    name: "absorb_echo",
    text: "select absorb_echo($1, $2, $3, $4, $5) as done",
    values: [tx.tenantId, now, pair.message_id, pair.taken_by, eventId],
  });
  return row?.done === true;
}

/** Whether an earlier reaction of ours to the same message was accepted and may still be sent. */
export async function earlierReaction(tx: Tx, messageId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "reaction_before",
    text: `select 1 from messages m
             join messages o on o.tenant_id = $1 and o.reply_to_id = m.reply_to_id and o.type = 'reaction' and o.direction = 'outbound'
              and o.status in ('queued', 'sending') and (o.occurred_at, o.id) < (m.occurred_at, m.id)
            where m.tenant_id = $1 and m.id = $2 limit 1`,
    values: [tx.tenantId, messageId],
  });
  return rows.length > 0;
}

/** Whether a message's broadcast was stopped (paused, cancelled, deleted); false for a message without a broadcast. */
export async function broadcastStopped(tx: Tx, messageId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "broadcast_stopped",
    text: `select 1 from messages m
            where m.tenant_id = $1 and m.id = $2 and m.author_kind = 'broadcast' and not exists (
              select from broadcasts b where b.tenant_id = $1 and b.deleted_at is null and b.status not in ('paused', 'cancelled')
                 and b.id = replace(substr(m.author_id, 5), '-', '')::uuid)`,
    values: [tx.tenantId, messageId],
  });
  return rows.length > 0;
}

/** Renews the claims of running calls. Cross-tenant, as above. */
export async function renewSends(
  database: Database,
  leaseUntil: Date,
  claims: { tenant: string; msg: string; att: number }[],
): Promise<void> {
  await database.worker({
    name: "renew_sends",
    text: "select renew_sends($1, $2)",
    values: [leaseUntil, JSON.stringify(claims)],
  });
}

/** Sends whose worker died during the call: whether the platform got them is unknown. Cross-tenant, as above. */
export function expiredSends(
  database: Database,
  now: Date,
  max: number,
): Promise<{ tenant_id: string; message_id: string; attempts: number }[]> {
  return database.worker({
    name: "expired_sends",
    text: "select tenant_id, message_id, attempts from outbound_dispatches where state = 'sending' and lease_until < $1 order by lease_until limit $2",
    values: [now, max],
  });
}

/**
 * Messages waiting on deleted channels: accepted, or returned to the queue, at the moment of the deletion. Cross-tenant, as above; one
 * probe per channel that has any waiting.
 */
export function strandedSends(database: Database, max: number): Promise<{ tenant_id: string; message_id: string; attempts: number }[]> {
  return database.worker({
    name: "stranded_sends",
    text: `with recursive lanes as (
             (select d.tenant_id, d.channel_id from outbound_dispatches d where d.state = 'ready' order by d.tenant_id, d.channel_id limit 1)
             union all
             select n.tenant_id, n.channel_id from lanes l cross join lateral (
               select d.tenant_id, d.channel_id from outbound_dispatches d
                where d.state = 'ready' and (d.tenant_id, d.channel_id) > (l.tenant_id, l.channel_id)
                order by d.tenant_id, d.channel_id limit 1) n
           )
           select d.tenant_id, d.message_id, d.attempts from lanes l
             join channels c on c.tenant_id = l.tenant_id and c.id = l.channel_id and c.deleted_at is not null
            cross join lateral (select o.tenant_id, o.message_id, o.attempts from outbound_dispatches o
              where o.tenant_id = l.tenant_id and o.channel_id = l.channel_id and o.state = 'ready' limit $1) d
            limit $1`,
    values: [max],
  });
}

/**
 * The platform throttles the channel: nothing is sent before `until`. With `aboutRate` it also slows down, see
 * functions/throttle_channel.sql.
 */
export async function throttleChannel(
  database: Database,
  tenantId: string,
  channelId: string,
  pause: { now: Date; until: Date; aboutRate: boolean },
): Promise<void> {
  await database.worker({
    name: "throttle_channel",
    text: "select throttle_channel($1, $2, $3, $4, $5)",
    values: [tenantId, channelId, pause.now, pause.until, pause.aboutRate],
  });
}

/** Adds reactions that have just been sent to their target messages. Ignores other messages. */
export async function showReactions(tx: Tx, messageIds: string[]): Promise<void> {
  await tx.query({ name: "show_reactions", text: "select show_reactions($1, $2)", values: [tx.tenantId, messageIds] });
}
