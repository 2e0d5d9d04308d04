import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import type { Staging } from "#platform/storage/staging.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { storageKey } from "./contents.ts";
import { publishMediaChange } from "./fetching/fetching.queries.ts";
import * as queries from "./removal.queries.ts";

export interface MediaMaintenanceDeps {
  database: Database;
  storage: MediaStorage;
  staging: Staging;
  ids: IdSource;
  clock: Clock;
  log: Log;
  unusedDays: number;
}

const batch = 500;
const dayMs = 86_400_000;

/**
 * Removes media that must not or need not be kept, then contents that nothing uses. Candidates are found across tenants
 * as the worker role; each removal runs inside its tenant, checks again, and may run twice.
 */
export function createMediaMaintenance(deps: MediaMaintenanceDeps) {
  const { database, clock } = deps;

  /** Repeats until nothing is found, or a round removes nothing (storage unreachable). */
  async function each(
    find: () => Promise<queries.RemovableMedia[]>,
    remove: (found: queries.RemovableMedia) => Promise<boolean>,
  ): Promise<number> {
    let total = 0;
    for (;;) {
      const found = await find();
      let removed = 0;
      for (const one of found) if (await remove(one)) removed += 1;
      total += removed;
      if (found.length < batch || removed === 0) return total;
    }
  }

  const removeUnused = () =>
    each(
      () => queries.findUnused(database, new Date(clock.now().getTime() - deps.unusedDays * dayMs), batch),
      ({ tenant_id, id }) =>
        database.withTenant(tenant_id, async (tx) => {
          const rows = await queries.removeUnused(tx, id, clock.now());
          return rows.length > 0;
        }),
    );

  const removeExpired = () =>
    each(
      () => queries.findExpired(database, clock.now(), batch),
      ({ tenant_id, id }) =>
        database.withTenant(tenant_id, async (tx) => {
          const [row] = await queries.expire(tx, id, clock.now());
          if (row === undefined) return false;
          if (row.message_id !== null)
            await publishMediaChange(tx, clock.now(), deps.ids.uuid(), row.message_id, id, { status: "expired", sizeBytes: null });
          return true;
        }),
    );

  const removeContents = () => {
    const limit = new Date(clock.now().getTime() - dayMs);
    return each(
      () => queries.findUnusedContents(database, limit, batch),
      async ({ tenant_id, id }) => {
        const isMarked = await database.withTenant(tenant_id, async (tx) => {
          const rows = await queries.markContentForRemoval(tx, id, limit);
          return rows[0]?.state === "deleting";
        });
        if (!isMarked) return true;
        try {
          await deps.storage.remove(storageKey(tenant_id, id));
        } catch (error) {
          deps.log.warn({ err: error }, "a media file could not be removed from the storage; it is retried");
          return false;
        }
        await database.withTenant(tenant_id, (tx) => queries.removeContent(tx, id));
        return true;
      },
    );
  };

  async function run(): Promise<void> {
    const unused = await removeUnused();
    const expired = await removeExpired();
    const contents = await removeContents();
    const staged = await deps.staging.sweep(new Date());
    if (unused + expired + contents + staged > 0) deps.log.info({ unused, expired, contents, staged }, "media removed");
  }

  const jobs: ScheduledJob[] = [{ name: "media-maintenance", cron: "41 * * * *", run }];
  return { run, jobs };
}
