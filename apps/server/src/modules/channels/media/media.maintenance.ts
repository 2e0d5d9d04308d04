import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import type { Staging } from "#platform/storage/staging.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { storageKey } from "./contents.ts";
import { tellMessage } from "./fetching/fetching.queries.ts";

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

interface Found {
  tenant_id: string;
  id: string;
}

/**
 * Removes media that may not or need not be kept, then contents that nothing uses. What there is to remove is found across
 * tenants as the worker role; each removal runs inside its tenant, looks again, and may run twice.
 */
export function createMediaMaintenance(deps: MediaMaintenanceDeps) {
  const { database, clock } = deps;

  /** Rounds until nothing more is found; a round that removes nothing (storage away) is the last. */
  async function each(find: () => Promise<Found[]>, remove: (found: Found) => Promise<boolean>): Promise<number> {
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
      () =>
        database.worker<Found>({
          name: "media_find_unused",
          text: "select tenant_id, id from media where used_at is null and holders = 0 and source <> 'inbound' and created_at < $1 order by created_at limit $2",
          values: [new Date(clock.now().getTime() - deps.unusedDays * dayMs), batch],
        }),
      ({ tenant_id, id }) =>
        database.withTenant(tenant_id, async (tx) => {
          const rows = await tx.query({
            name: "media_remove_unused",
            text: `with gone as (
                     delete from media where tenant_id = $1 and id = $2 and used_at is null and holders = 0 returning content_id)
                   update media_contents c set unused_since = $3 from gone where c.tenant_id = $1 and c.id = gone.content_id returning 1`,
            values: [tenant_id, id, clock.now()],
          });
          return rows.length > 0;
        }),
    );

  const removeExpired = () =>
    each(
      () =>
        database.worker<Found>({
          name: "media_find_expired",
          text: "select tenant_id, id from media where expires_at <= $1 order by expires_at limit $2",
          values: [clock.now(), batch],
        }),
      ({ tenant_id, id }) =>
        database.withTenant(tenant_id, async (tx) => {
          const [row] = await tx.query<{ message_id: string | null }>({
            name: "media_expire",
            text: `with was as (
                     select id, content_id from media where tenant_id = $1 and id = $2 and expires_at <= $3 for update
                   ), ended as (
                     update media m set state = 'expired', content_id = null, expires_at = null, error = 'It was only to be kept for a while.',
                            updated_at = $3
                       from was where m.tenant_id = $1 and m.id = was.id returning m.message_id
                   ), fetches as (
                     delete from media_fetches f using was where f.tenant_id = $1 and f.media_id = was.id
                   ), freed as (
                     update media_contents c set unused_since = $3 from was where c.tenant_id = $1 and c.id = was.content_id
                   )
                   select message_id from ended`,
            values: [tenant_id, id, clock.now()],
          });
          if (row === undefined) return false;
          if (row.message_id !== null)
            await tellMessage(tx, clock.now(), deps.ids.uuid(), row.message_id, id, { status: "expired", sizeBytes: null });
          return true;
        }),
    );

  const removeContents = () => {
    const limit = new Date(clock.now().getTime() - dayMs);
    return each(
      () =>
        database.worker<Found>({
          name: "media_find_unused_contents",
          text: "select tenant_id, id from media_contents where unused_since < $1 order by unused_since limit $2",
          values: [limit, batch],
        }),
      async ({ tenant_id, id }) => {
        const doomed = await database.withTenant(tenant_id, async (tx) => {
          const rows = await tx.query<{ state: string }>({
            name: "media_content_doom",
            // Looked at again once the row is locked: whoever attaches to it clears unused_since in the same row first.
            text: `update media_contents c
                      set state = case when u.used then c.state else 'deleting' end, unused_since = case when u.used then null else c.unused_since end
                     from (select exists (select 1 from media m where m.tenant_id = $1 and m.content_id = $2) as used) u
                    where c.tenant_id = $1 and c.id = $2 and c.unused_since < $3
                   returning c.state`,
            values: [tenant_id, id, limit],
          });
          return rows[0]?.state === "deleting";
        });
        if (!doomed) return true;
        try {
          await deps.storage.remove(storageKey(tenant_id, id));
        } catch (error) {
          deps.log.warn({ err: error }, "a media file could not be removed from the storage; it is retried");
          return false;
        }
        await database.withTenant(tenant_id, (tx) =>
          tx.query({
            name: "media_content_remove",
            text: "delete from media_contents where tenant_id = $1 and id = $2 and state = 'deleting'",
            values: [tenant_id, id],
          }),
        );
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
