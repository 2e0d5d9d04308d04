import type { Clock } from "#platform/clock/clock.ts";
import { firstIdAt } from "#platform/ids/ids.ts";
import type { Database } from "#platform/db/database.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import { createMaintenanceRuns, type RunsDeps } from "./runs.ts";

const batch = 5_000;
/** Promised for 24 hours, kept for 72. */
const idempotencyHours = 72;
/** How long one can still be looked at after its time. */
const authorizationHours = 1;
/** How long a mail is remembered: what it said is not in it. */
const mailDays = 30;
/** After it was processed. Platforms repeat a callback for up to 7 days. */
const inboundDays = 8;

/**
 * Retention: removes what is past its time, in batches, so that no lock is held for long. Cross-tenant by nature; runs as
 * the worker role. Each purge may run twice, and beside itself.
 */
export function createMaintenanceModule(deps: RunsDeps & { database: Database; clock: Clock; log: Log; eventRetentionDays: number }) {
  const before = (hours: number) => new Date(deps.clock.now().getTime() - hours * 3_600_000);

  async function purge(name: string, text: string, limit: Date, more: unknown[] = []): Promise<void> {
    let total = 0;
    for (;;) {
      const rows = await deps.database.worker({ name: `purge_${name}`, text, values: [limit, batch, ...more] });
      total += rows.length;
      if (rows.length < batch) break;
    }
    if (total > 0) deps.log.info({ table: name, rows: total }, "old rows removed");
  }

  async function run(): Promise<void> {
    const retention = before(deps.eventRetentionDays * 24);
    // What could not be processed is kept as long as events are, with its payload, for whoever looks into it.
    await purge(
      "inbound_failures",
      `delete from inbound_events where (tenant_id, channel_id, provider_event_id) in (
        select tenant_id, channel_id, provider_event_id from inbound_events where received_at < $1 and state = 'failed' limit $2) returning 1`,
      retention,
    );
    // Counted in the rollups, which stay; with these the count can be made anew as far back as the events are kept.
    await purge(
      "sla_outcomes",
      `delete from sla_outcomes where (tenant_id, id) in (
        select tenant_id, id from sla_outcomes where created_at < $1 and counted order by created_at limit $2) returning 1`,
      retention,
    );
    await purge(
      "idempotency_keys",
      `delete from idempotency_keys where (tenant_id, key) in (
      select tenant_id, key from idempotency_keys where created_at < $1 limit $2) returning 1`,
      before(idempotencyHours),
    );
    await purge(
      "login_links",
      `delete from login_links where (tenant_id, user_id) in (
      select tenant_id, user_id from login_links where expires_at < $1 limit $2) returning 1`,
      before(1),
    );
    await purge(
      "inbound_events",
      `delete from inbound_events where (tenant_id, channel_id, provider_event_id) in (
      select tenant_id, channel_id, provider_event_id from inbound_events
       where processed_at < $1 and state in ('processed', 'ignored') limit $2) returning 1`,
      before(inboundDays * 24),
    );
    await purge(
      "webhook_deliveries",
      `delete from webhook_deliveries where (tenant_id, id) in (
      select tenant_id, id from webhook_deliveries where created_at < $1 and state not in ('ready', 'leased') limit $2) returning 1`,
      retention,
    );
    // With them go the credentials of accounts that nobody chose.
    await purge(
      "channel_authorizations",
      `delete from channel_authorizations where (tenant_id, id) in (
      select tenant_id, id from channel_authorizations where expires_at < $1 limit $2) returning 1`,
      before(authorizationHours),
    );
    await purge(
      "user_sessions",
      "delete from user_sessions where id in (select id from user_sessions where expires_at < $1 limit $2) returning 1",
      before(0),
    );
    await purge(
      "password_reset_tokens",
      "delete from password_reset_tokens where token_hash in (select token_hash from password_reset_tokens where expires_at < $1 limit $2) returning 1",
      before(0),
    );
    await purge(
      "user_email_proofs",
      `delete from user_email_proofs where (user_id, purpose) in (
      select user_id, purpose from user_email_proofs where expires_at < $1 limit $2) returning 1`,
      before(0),
    );
    await purge(
      "auth_attempts",
      "delete from auth_attempts where subject in (select subject from auth_attempts where forget_at < $1 limit $2) returning 1",
      before(0),
    );
    await purge(
      "maintenance_runs",
      "delete from maintenance_runs where id in (select id from maintenance_runs where state = 'done' and ended_at < $1 limit $2) returning 1",
      before(48),
    );
    await purge(
      "mails",
      `delete from mails where (tenant_id, id) in (
      select tenant_id, id from mails where created_at < $1 and state not in ('ready', 'leased') limit $2) returning 1`,
      before(mailDays * 24),
    );
    // An event that still waits for a delivery is kept until the delivery is done.
    await purge(
      "event_log",
      `delete from event_log where (tenant_id, id) in (
      select e.tenant_id, e.id from tenants t cross join lateral (
        select o.tenant_id, o.id from event_log o where o.tenant_id = t.tenant_id and o.id < $3 and o.created_at < $1
           and not exists (select 1 from webhook_deliveries d where d.tenant_id = o.tenant_id and d.event_id = o.id)
         order by o.id limit $2) e limit $2) returning 1`,
      retention,
      [firstIdAt(retention.getTime())],
    );
  }

  const jobs: ScheduledJob[] = [{ name: "maintenance", cron: "17 * * * *", run }];
  const runs = createMaintenanceRuns(deps);
  return { run, jobs, queues: [runs.queue], loops: [runs.loop], watch: runs.watch, release: runs.release };
}
