import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./retention.queries.ts";

export interface RetentionJobDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

const tenantsAtOnce = 100;
const batch = 500;
/** Per kind, tenant and run, so that years of one tenant's data do not delay others: the next hour continues. */
const batchesMax = 200;

/**
 * Removes what tenants no longer keep, in batches with their own transactions. Rows already removed are not an error, so it may run twice
 * and concurrently.
 */
export function createRetentionJob(deps: RetentionJobDeps) {
  const { database, clock } = deps;

  async function repeat(purge: () => Promise<number>): Promise<number> {
    let total = 0;
    for (let i = 0; i < batchesMax; i++) {
      const removed = await purge();
      total += removed;
      if (removed < batch) break;
    }
    return total;
  }

  async function purgeMessages(tenantId: string, before: Date): Promise<number> {
    let total = 0;
    let after: queries.MessagePosition | null = null;
    for (let i = 0; i < batchesMax; i++) {
      const place: queries.MessagePosition | null = after;
      const done: queries.PurgedMessages = await database.withTenant(tenantId, (tx) =>
        queries.purgeMessages(tx, clock.now(), before, place, batch),
      );
      total += done.removed;
      after = done.lastExamined;
      if (!done.mayHaveMore) break;
    }
    return total;
  }

  async function ofTenant(tenantId: string, row: queries.RetentionRow): Promise<void> {
    const removed: Record<string, number> = {};
    const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
    const each = async (name: string, days: number | null, purge: (before: Date) => Promise<number>) => {
      if (days !== null) removed[name] = await purge(before(days));
    };
    const inside = (purge: (tx: Parameters<typeof queries.purgeAudit>[0], before: Date) => Promise<number>) => (limit: Date) =>
      repeat(() => database.withTenant(tenantId, (tx) => purge(tx, limit)));
    await each("messages", row.messagesDays, (limit) => purgeMessages(tenantId, limit));
    await each(
      "media",
      row.mediaDays,
      inside((tx, limit) => queries.expireMedia(tx, clock.now(), limit, batch)),
    );
    await each("events", row.eventsDays, (limit) => repeat(() => queries.purgeEvents(database, tenantId, limit, batch)));
    await each(
      "audit",
      row.auditDays,
      inside((tx, limit) => queries.purgeAudit(tx, limit, batch)),
    );
    await each(
      "imports",
      row.importsDays,
      inside((tx, limit) => queries.purgeImports(tx, limit, batch)),
    );
    if (Object.values(removed).some((rows) => rows > 0))
      deps.log.info({ tenantId: wireId("org", tenantId), removed }, "data past the tenant's retention period was removed");
  }

  async function run(): Promise<void> {
    let after = "00000000-0000-0000-0000-000000000000";
    let failed: unknown;
    for (;;) {
      const rows = await queries.listRetentions(database, after, tenantsAtOnce);
      for (const row of rows) {
        // One tenant's failure must not stop the others.
        await ofTenant(row.tenant_id, row).catch((error: unknown) => {
          failed = error;
          deps.log.error({ err: error, tenantId: wireId("org", row.tenant_id) }, "retention failed for a tenant");
        });
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < tenantsAtOnce) break;
      after = last.tenant_id;
    }
    if (failed !== undefined) throw failed;
  }

  const jobs: ScheduledJob[] = [{ name: "retention", cron: "29 * * * *", run }];
  return { run, jobs };
}
