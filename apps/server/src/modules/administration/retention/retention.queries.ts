import type { Database, Tx } from "#platform/db/database.ts";
import { firstIdAt } from "#platform/ids/ids.ts";
import { isSetAsideSql } from "#platform/jobs/set-aside.ts";
import type { Retention } from "./retention.schema.ts";

export interface RetentionRow extends Omit<Retention, "updatedAt"> {
  updated_at: Date;
}

const columns = `messages_days as "messagesDays", media_days as "mediaDays", events_days as "eventsDays", audit_days as "auditDays",
  imports_days as "importsDays", flow_runs_days as "flowRunsDays", updated_at`;

export async function findRetention(tx: Tx, lock = false): Promise<RetentionRow | null> {
  const [row] = await tx.query<RetentionRow>({
    name: `retention${lock ? "_locked" : ""}`,
    text: `select ${columns} from retention_settings where tenant_id = $1 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

/** Ensures that there is a row to lock. */
export async function makeRetention(tx: Tx, now: Date): Promise<void> {
  await tx.query({
    name: "retention_make",
    text: "insert into retention_settings (tenant_id, updated_at) values ($1, $2) on conflict do nothing",
    values: [tx.tenantId, now],
  });
}

export async function updateRetention(tx: Tx, now: Date, r: Omit<Retention, "updatedAt">): Promise<void> {
  await tx.query({
    name: "retention_update",
    text: `update retention_settings set messages_days = $3, media_days = $4, events_days = $5, audit_days = $6, imports_days = $7,
                  flow_runs_days = $8, updated_at = $2
            where tenant_id = $1`,
    values: [tx.tenantId, now, r.messagesDays, r.mediaDays, r.eventsDays, r.auditDays, r.importsDays, r.flowRunsDays],
  });
}

/**
 * Runs as the cross-tenant worker to find the tenants with something to remove. The flows module removes its own runs,
 * for all tenants.
 */
export function listRetentions(database: Database, after: string, limit: number): Promise<(RetentionRow & { tenant_id: string })[]> {
  return database.worker({
    name: "retentions",
    text: `select tenant_id, ${columns} from retention_settings
            where tenant_id > $1 and num_nonnulls(messages_days, media_days, events_days, audit_days, imports_days) > 0
            order by tenant_id limit $2`,
    values: [after, limit],
  });
}

export interface MessagePosition {
  at: string;
  id: string;
}

export interface PurgedMessages {
  removed: number;
  /** The last row examined. */
  lastExamined: MessagePosition | null;
  /** Whether there may be more. */
  mayHaveMore: boolean;
}

/**
 * Messages before an instant, oldest first, after a position; without those in flight, and without the newest of an unresolved
 * conversation.
 */
export async function purgeMessages(
  tx: Tx,
  now: Date,
  before: Date,
  after: MessagePosition | null,
  limit: number,
): Promise<PurgedMessages> {
  const rows = await tx.query<MessagePosition & { goes: boolean; conversation_id: string }>({
    name: "retention_messages_find",
    text: `select m.id, m.occurred_at::text as at, m.conversation_id,
                  m.status not in ('queued', 'sending')
                  and (v.status = 'resolved' or exists (
                    select 1 from messages n where n.tenant_id = $1 and n.conversation_id = m.conversation_id
                       and (n.occurred_at, n.id) > (m.occurred_at, m.id))) as goes
             from messages m join conversations v on v.tenant_id = $1 and v.id = m.conversation_id
            where m.tenant_id = $1 and m.occurred_at < $2 and ($3::timestamptz is null or (m.occurred_at, m.id) > ($3::timestamptz, $4::uuid))
            order by m.occurred_at, m.id limit $5`,
    values: [tx.tenantId, before, after?.at ?? null, after?.id ?? null, limit],
  });
  const going = rows.filter((row) => row.goes);
  const ids = going.map((row) => row.id);
  if (ids.length > 0) {
    // Takes locks in the same order as a message does, so that none is written to a conversation meanwhile.
    await tx.query({
      name: "retention_conversations_lock",
      text: "select 1 from conversations where tenant_id = $1 and id = any($2) order by id for no key update",
      values: [tx.tenantId, [...new Set(going.map((row) => row.conversation_id))]],
    });
    await tx.query({
      name: "retention_replies",
      text: "update messages set reply_to_id = null where tenant_id = $1 and reply_to_id = any($2)",
      values: [tx.tenantId, ids],
    });
    await tx.query({
      name: "retention_media_of_messages",
      text: `with gone as (delete from media where tenant_id = $1 and message_id = any($2) returning content_id)
             update media_contents c set unused_since = $3 from gone where c.tenant_id = $1 and c.id = gone.content_id`,
      values: [tx.tenantId, ids, now],
    });
    await tx.query({
      name: "retention_dispatches",
      text: "delete from outbound_dispatches where tenant_id = $1 and message_id = any($2)",
      values: [tx.tenantId, ids],
    });
    // The preview repeats the message's text.
    await tx.query({
      name: "retention_previews",
      text: `update conversations v set last_message = null, updated_at = $3
              where v.tenant_id = $1 and v.id = any($4) and v.last_message->>'id' in (select wire_id('msg', i) from unnest($2::uuid[]) i)`,
      values: [tx.tenantId, ids, now, [...new Set(going.map((row) => row.conversation_id))]],
    });
    await tx.query({
      name: "retention_messages",
      text: "delete from messages where tenant_id = $1 and id = any($2)",
      values: [tx.tenantId, ids],
    });
  }
  const last = rows.at(-1);
  return {
    removed: ids.length,
    lastExamined: last === undefined ? null : { at: last.at, id: last.id },
    mayHaveMore: rows.length === limit,
  };
}

/**
 * Makes the contents of media from before an instant expire now; the media module's own maintenance removes them and updates the messages.
 */
export async function expireMedia(tx: Tx, now: Date, before: Date, limit: number): Promise<number> {
  const rows = await tx.query({
    name: "retention_media",
    text: `update media set expires_at = $3 where tenant_id = $1 and id in (
             select d.id from media d where d.tenant_id = $1 and d.content_id is not null and d.created_at < $2 and d.holders = 0
                and (d.expires_at is null or d.expires_at > $3)
                and not exists (select 1 from knowledge_sources s where s.tenant_id = $1 and s.media_id = d.id)
              order by d.created_at limit $4) returning 1`,
    values: [tx.tenantId, before, now, limit],
  });
  return rows.length;
}

/**
 * Runs as the worker, for one tenant: the log is append-only for the application. An event with an unfinished delivery
 * stays until the delivery ends.
 */
export async function purgeEvents(database: Database, tenantId: string, before: Date, limit: number): Promise<number> {
  const rows = await database.worker({
    name: "retention_events",
    text: `delete from event_log where tenant_id = $1 and id in (
             select e.id from event_log e where e.tenant_id = $1 and e.id < $4 and e.created_at < $2
                and not exists (select 1 from webhook_deliveries d
                                 where d.tenant_id = $1 and d.event_id = e.id and d.state in ('ready', 'leased'))
              order by e.id limit $3) returning 1`,
    values: [tenantId, before, limit, firstIdAt(before.getTime())],
  });
  return rows.length;
}

export async function purgeAudit(tx: Tx, before: Date, limit: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: "retention_audit",
    text: "select purge_audit_entries($1, $2) as n",
    values: [before, limit],
  });
  return row?.n ?? 0;
}

export async function purgeImports(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query({
    name: "retention_imports",
    text: `delete from contact_imports where tenant_id = $1 and id in (
             select i.id from contact_imports i where i.tenant_id = $1 and i.created_at < $2
                and (i.state in ('completed', 'failed', 'cancelled') or ${isSetAsideSql("i.state")})
              order by i.created_at limit $3) returning 1`,
    values: [tx.tenantId, before, limit],
  });
  return rows.length;
}
