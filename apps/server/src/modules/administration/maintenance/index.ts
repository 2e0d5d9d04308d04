import type { Clock } from "#platform/clock/clock.ts";
import { firstIdAt } from "#platform/ids/ids.ts";
import type { Database } from "#platform/db/database.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import { type ExpiredRows, removeExpired } from "./maintenance.queries.ts";
import { createMaintenanceRuns, type RunsDeps } from "./runs.ts";

const batch = 5_000;
/** Promised for 24 hours, kept for 72. */
const idempotencyHours = 72;
/** How long an authorization can still be read after it has expired. */
const authorizationHours = 1;
/** How long the record of a sent mail is kept, without its text. */
const mailDays = 30;
/** After processing. Platforms repeat a callback for up to 7 days. */
const inboundDays = 8;

/**
 * Retention: removes expired rows in batches, so that no lock is held for long. Cross-tenant by nature; runs as the
 * worker role. Each purge may run twice and concurrently.
 */
export function createMaintenanceModule(deps: RunsDeps & { database: Database; clock: Clock; log: Log; eventRetentionDays: number }) {
  const before = (hours: number) => new Date(deps.clock.now().getTime() - hours * 3_600_000);

  async function purge(rows: ExpiredRows, limit: Date, more: unknown[] = []): Promise<void> {
    let total = 0;
    for (;;) {
      const removed = await removeExpired(deps.database, rows, limit, batch, more);
      total += removed;
      if (removed < batch) break;
    }
    if (total > 0) deps.log.info({ table: rows, rows: total }, "old rows removed");
  }

  async function run(): Promise<void> {
    const retention = before(deps.eventRetentionDays * 24);
    await purge("inbound_failures", retention);
    await purge("sla_outcomes", retention);
    await purge("idempotency_keys", before(idempotencyHours));
    await purge("login_links", before(1));
    await purge("inbound_events", before(inboundDays * 24));
    await purge("webhook_deliveries", retention);
    await purge("channel_authorizations", before(authorizationHours));
    await purge("user_sessions", before(0));
    await purge("password_reset_tokens", before(0));
    await purge("user_email_proofs", before(0));
    await purge("auth_attempts", before(0));
    await purge("maintenance_runs", before(48));
    await purge("mails", before(mailDays * 24));
    await purge("push_messages", before(48));
    await purge("event_log", retention, [firstIdAt(retention.getTime())]);
  }

  const jobs: ScheduledJob[] = [{ name: "maintenance", cron: "17 * * * *", run }];
  const runs = createMaintenanceRuns(deps);
  return { run, jobs, queues: [runs.queue], loops: [runs.loop], watch: runs.watch, release: runs.release };
}
