import type { Database } from "#platform/db/database.ts";

/** Statements of the worker role, each removing some expired rows: `$1`, the cut-off; `$2`, the maximum number of rows. */
export const expiredRows = {
  // Unprocessable callbacks are kept as long as events, with their payload, for debugging.
  inbound_failures: `delete from inbound_events where (tenant_id, channel_id, provider_event_id) in (
    select tenant_id, channel_id, provider_event_id from inbound_events where received_at < $1 and state = 'failed' limit $2) returning 1`,
  // Already counted in the rollups, which stay; with these rows the rollups can be recomputed as far back as events are kept.
  sla_outcomes: `delete from sla_outcomes where (tenant_id, id) in (
    select tenant_id, id from sla_outcomes where created_at < $1 and counted order by created_at limit $2) returning 1`,
  idempotency_keys: `delete from idempotency_keys where (tenant_id, key) in (
    select tenant_id, key from idempotency_keys where created_at < $1 limit $2) returning 1`,
  login_links: `delete from login_links where (tenant_id, user_id) in (
    select tenant_id, user_id from login_links where expires_at < $1 limit $2) returning 1`,
  inbound_events: `delete from inbound_events where (tenant_id, channel_id, provider_event_id) in (
    select tenant_id, channel_id, provider_event_id from inbound_events
     where processed_at < $1 and state in ('processed', 'ignored') limit $2) returning 1`,
  webhook_deliveries: `delete from webhook_deliveries where (tenant_id, id) in (
    select tenant_id, id from webhook_deliveries where created_at < $1 and state not in ('ready', 'leased') limit $2) returning 1`,
  // Also removes the credentials of accounts that nobody selected.
  channel_authorizations: `delete from channel_authorizations where (tenant_id, id) in (
    select tenant_id, id from channel_authorizations where expires_at < $1 limit $2) returning 1`,
  user_sessions: "delete from user_sessions where id in (select id from user_sessions where expires_at < $1 limit $2) returning 1",
  password_reset_tokens:
    "delete from password_reset_tokens where token_hash in (select token_hash from password_reset_tokens where expires_at < $1 limit $2) returning 1",
  user_email_proofs: `delete from user_email_proofs where (user_id, purpose) in (
    select user_id, purpose from user_email_proofs where expires_at < $1 limit $2) returning 1`,
  auth_attempts: "delete from auth_attempts where subject in (select subject from auth_attempts where forget_at < $1 limit $2) returning 1",
  maintenance_runs:
    "delete from maintenance_runs where id in (select id from maintenance_runs where state = 'done' and ended_at < $1 limit $2) returning 1",
  mails: `delete from mails where (tenant_id, id) in (
    select tenant_id, id from mails where created_at < $1 and state not in ('ready', 'leased') limit $2) returning 1`,
  push_messages: `delete from push_messages where (tenant_id, id) in (
    select tenant_id, id from push_messages where created_at < $1 and state not in ('ready', 'leased') limit $2) returning 1`,
  // An event with an unfinished delivery stays until the delivery ends.
  event_log: `delete from event_log where (tenant_id, id) in (
    select e.tenant_id, e.id from tenants t cross join lateral (
      select o.tenant_id, o.id from event_log o where o.tenant_id = t.tenant_id and o.id < $3 and o.created_at < $1
         and not exists (select 1 from webhook_deliveries d where d.tenant_id = o.tenant_id and d.event_id = o.id)
       order by o.id limit $2) e limit $2) returning 1`,
};

export type ExpiredRows = keyof typeof expiredRows;

/** Runs as the cross-tenant worker. Returns how many rows were removed: at most `limit`. */
export async function removeExpired(
  database: Pick<Database, "worker">,
  rows: ExpiredRows,
  before: Date,
  limit: number,
  more: unknown[],
): Promise<number> {
  return (await database.worker({ name: `purge_${rows}`, text: expiredRows[rows], values: [before, limit, ...more] })).length;
}
