import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelStore } from "../channel-store.ts";
import { findChannel } from "../channels.queries.ts";
import type { ChannelsService } from "../channels.service.ts";
import type { ConnectorRegistry } from "../connectors.ts";
import { type ConnectedChannel, firstChannel, listConnected } from "./subscriptions.queries.ts";

const pageMax = 200;
const atOnceMax = 10;
/** Below the ten minutes after which the scheduler considers a run dead. */
const runMsMax = 480_000;

const renewedNotice =
  "The platform had stopped sending callbacks for this account. It sends them again from now on. " +
  "Messages that customers sent in between may be missing here. Look for them in the platform's own app.";

/**
 * Asks the platform of every connected channel whether it still sends us callbacks, and restores the subscription if not. Runs hourly,
 * because callbacks that are not sent are lost. Calls are made outside transactions; checking twice is harmless.
 */
export function createSubscriptionWatch(deps: {
  database: Database;
  store: ChannelStore;
  registry: ConnectorRegistry;
  channels: Pick<ChannelsService, "applyPlatformReport" | "callFailed">;
  clock: Clock;
  wake: Wake;
  log: Log;
}): { job: ScheduledJob } {
  const { database, store, clock, log } = deps;
  /** Where the last run ran out of time, so that the next one starts there. */
  let from = firstChannel;

  async function keep(tenantId: string, id: string): Promise<void> {
    const known = await database.withTenant(tenantId, async (tx) => {
      const row = await findChannel(tx, id);
      return row?.status === "Connected" ? { row, secrets: await store.openSecrets(tx, row) } : null;
    });
    if (known === null) return;
    const { row, secrets } = known;
    const { connector, http } = store.installedOf(row.kind);
    let found: "kept" | "renewed" | undefined;
    try {
      found = await connector.keepSubscribed?.({ externalId: row.external_id, config: { ...row.config, ...secrets } }, http);
    } catch (error) {
      const verdict = await deps.channels.callFailed({ tenantId, id, credentialsVersion: row.credentials_version }, error);
      if (verdict === null) throw error;
      return;
    }
    if (found !== "renewed") return;
    await database.withTenant(tenantId, (tx) => deps.channels.applyPlatformReport(tx, clock.now(), id, { notice: renewedNotice }));
    deps.wake.hint("events");
  }

  /** One failing channel must not affect the others. */
  async function checkChannel({ tenant_id: tenantId, id }: ConnectedChannel): Promise<void> {
    try {
      await keep(tenantId, id);
    } catch (error) {
      const ids = { tenantId: wireId("org", tenantId), channelId: wireId("chn", id) };
      log.warn({ err: error, ...ids }, "the callback subscription of a channel could not be checked; it is retried in an hour");
    }
  }

  async function run(): Promise<void> {
    const kinds = deps.registry.kinds().filter((kind) => deps.registry.byKind(kind)?.connector.keepSubscribed !== undefined);
    if (kinds.length === 0) return;
    const until = clock.now().getTime() + runMsMax;
    for (;;) {
      const page = await listConnected(database, kinds, from, pageMax);
      for (let n = 0; n < page.length; n += atOnceMax) {
        const some = page.slice(n, n + atOnceMax);
        await Promise.all(some.map(checkChannel));
        from = some.at(-1) ?? from;
        if (clock.now().getTime() < until) continue;
        log.warn({}, "the callback subscriptions of some channels were not checked for lack of time; the next hour continues with them");
        return;
      }
      if (page.length === pageMax) continue;
      from = firstChannel;
      return;
    }
  }

  return { job: { name: "channel-subscriptions", cron: "11 * * * *", run } };
}
