import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#platform/clock/clock.ts";
import { type Database, isConnectionFailure, sqlState } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { CachedEndpoint, EndpointCache } from "./endpoint-cache.ts";
import {
  type Completion,
  completeDeliveries,
  disableEndpoint,
  type FailureCount,
  recordFailures,
  recordSuccesses,
} from "./sending.queries.ts";
import type { WebhookSettings } from "../webhooks.settings.ts";

/**
 * Stores the outcomes of attempts, many in one statement, and the health of endpoints. An endpoint's row is written
 * only when something changes: with one write per delivery it would be the hottest row of the system.
 */
const flushAfterMs = 4;
const batchMax = 400;
const flushesMax = 2;
/** Beyond the count that matters for disabling, how often an endpoint's failures are written. */
const failureWriteEveryMs = 30_000;
/** How often `last_success_at` of a healthy endpoint is updated. */
const successWriteEveryMs = 3_600_000;

export function createRecords(deps: {
  database: Database;
  clock: Clock;
  ids: IdSource;
  log: Log;
  endpointCache: EndpointCache;
  settings: WebhookSettings;
  /** Announces an alert about a webhook. */
  hintAlert(): void;
}) {
  const { database, settings } = deps;
  const items: Completion[] = [];
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const failures = new Map<string, { tenantId: string; count: number; notedAt: number }>();
  let health = Promise.resolve();
  const recovered = new Map<string, { tenantId: string; endpointId: string }>();
  const endedByReceiver = new Map<string, { tenantId: string; endpointId: string; reason: string }>();
  const failing = new Set<string>();

  function schedule(): void {
    if (timer !== undefined || running.size >= flushesMax) return;
    timer = setTimeout(flush, items.length >= batchMax ? 0 : flushAfterMs);
  }

  function flush(): void {
    timer = undefined;
    recordHealth();
    if (items.length === 0 || running.size >= flushesMax) return;
    const batch = items.splice(0, batchMax);
    const work: Promise<void> = write(batch).finally(() => {
      running.delete(work);
      if (items.length > 0) schedule();
    });
    running.add(work);
  }

  /** Retried until stored: while the database is unreachable, the leases expire, and the attempt number guards the rows. */
  async function write(batch: Completion[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await completeDeliveries(database, batch, deps.clock.now());
      } catch (error) {
        const passing = isConnectionFailure(error) || ["40P01", "40001", "55P03", "57014"].includes(sqlState(error) ?? "");
        if (passing && attempt < 20) {
          await sleep(Math.min(50 * 2 ** attempt, 2_000));
          continue;
        }
        if (batch.length === 1 || passing) {
          deps.log.error(
            { err: error, deliveries: batch.length },
            "outcomes of webhook attempts could not be stored; they are settled when the leases expire",
          );
          return;
        }
        // One bad row must not affect the others.
        for (const item of batch) await write([item]);
        return;
      }
    }
  }

  /** One statement per kind of change, one after the other: a success after failures must not be overtaken. */
  function recordHealth(force = false): void {
    const now = performance.now();
    const failureCounts: FailureCount[] = [];
    for (const id of failing) {
      const entry = failures.get(id);
      if (entry === undefined || entry.count === 0) {
        failing.delete(id);
        continue;
      }
      const counted = deps.endpointCache.get(id)?.row.failure_count ?? 0;
      if (!force && counted >= settings.disableAfterFailures && now - entry.notedAt < failureWriteEveryMs) continue;
      failureCounts.push({ tenant_id: entry.tenantId, id, count: entry.count, audit: deps.ids.uuid() });
      entry.count = 0;
      entry.notedAt = now;
      failing.delete(id);
    }
    const successes = [...recovered.values()];
    const ended = [...endedByReceiver.values()];
    recovered.clear();
    endedByReceiver.clear();
    if (failureCounts.length + successes.length + ended.length === 0) return;
    health = health
      .then(async () => {
        const at = deps.clock.now();
        if (failureCounts.length > 0) {
          const alerts = await recordFailures(database, failureCounts, at, settings);
          for (const { id, ends } of alerts) {
            if (ends) setStatus(id, "disabled");
            deps.log.warn({ webhook: wireId("whk", id) }, ends ? "webhook disabled: failing for too long" : "webhook failing");
          }
          if (alerts.length > 0) deps.hintAlert();
          for (const failure of failureCounts) {
            const known = deps.endpointCache.get(failure.id);
            if (known !== undefined)
              known.row = {
                ...known.row,
                failing_since: known.row.failing_since ?? at,
                failure_count: known.row.failure_count + failure.count,
              };
          }
        }
        if (successes.length > 0) await recordSuccesses(database, successes, at);
        for (const { reason, ...key } of ended) {
          if (await disableEndpoint(database, key, reason, deps.ids.uuid(), at)) {
            deps.log.warn({ webhook: wireId("whk", key.endpointId) }, "webhook disabled: the endpoint responded with 410");
            deps.hintAlert();
          }
        }
      })
      .catch((error: unknown) => deps.log.warn({ err: error }, "the health of webhooks could not be stored; the next outcome retries"));
  }

  function setStatus(id: string, status: "disabled"): void {
    const known = deps.endpointCache.get(id);
    if (known !== undefined) known.row = { ...known.row, status };
  }

  return {
    add(item: Completion): void {
      items.push(item);
      if (items.length >= batchMax && timer !== undefined) {
        clearTimeout(timer);
        timer = undefined;
        flush();
      }
      schedule();
    },

    succeeded({ row }: CachedEndpoint): void {
      const pending = failures.get(row.id);
      const stale = row.last_success_at === null || deps.clock.now().getTime() - row.last_success_at.getTime() > successWriteEveryMs;
      failures.delete(row.id);
      failing.delete(row.id);
      if (row.failing_since === null && pending === undefined && !stale) return;
      recovered.set(row.id, { tenantId: row.tenant_id, endpointId: row.id });
      // The state assumed by this process until the row is read again.
      const known = deps.endpointCache.get(row.id);
      if (known !== undefined) known.row = { ...known.row, failing_since: null, failure_count: 0, last_success_at: deps.clock.now() };
    },

    failed({ row }: CachedEndpoint): void {
      recovered.delete(row.id);
      if (failures.size > 20_000) failures.clear();
      const entry = failures.get(row.id) ?? { tenantId: row.tenant_id, count: 0, notedAt: -Infinity };
      entry.count += 1;
      failures.set(row.id, entry);
      failing.add(row.id);
    },

    /** The receiver answered 410. */
    ended({ row }: CachedEndpoint, reason: string): void {
      setStatus(row.id, "disabled");
      endedByReceiver.set(row.id, { tenantId: row.tenant_id, endpointId: row.id, reason });
    },

    pending: () => items.length + running.size > 0,

    /** Resolves when everything added is stored. */
    async settle(): Promise<void> {
      while (items.length + running.size > 0) {
        clearTimeout(timer);
        flush();
        await Promise.all(running);
      }
      recordHealth(true);
      await health;
    },
  };
}

export type Records = ReturnType<typeof createRecords>;
