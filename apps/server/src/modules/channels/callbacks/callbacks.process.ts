import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelActivity } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { type Database, isConnectionFailure } from "#platform/db/database.ts";
import type { Claims } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Topic } from "#platform/jobs/wake.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { type BatchDeps, createInboundBatch } from "./callbacks.batch.ts";
import { finishInbound, inboundBatchMax, type InboundRow, inboundSource } from "./callbacks.queries.ts";
import { inboundLeaseMs } from "./callbacks.receive.ts";
import { retryLater } from "./callbacks.verdicts.ts";

export interface ProcessDeps extends BatchDeps {
  database: Database;
  activity: ChannelActivity;
  claims: Claims;
  clock: Clock;
  metrics: Metrics;
  /** The highest recent number of callbacks not committed yet: processing yields to them. */
  unstored(): number;
}

const queueMax = 4_000;
/**
 * Minimum time between the starts of two batches of one tenant: a batch of one costs PostgreSQL five times as much per message as a batch
 * of ten (bench/RESULTS.md (b)), and a single message after a pause still starts immediately.
 */
const batchGapMs = 10;
/**
 * Platforms stop sending to receivers that respond late, so storing has priority when the machine is saturated: this many callbacks are
 * open at 1,000 a second if each takes 32 ms. Processing always gets five batches a second.
 */
const unstoredMax = 32;
const yieldMsMax = 200;
/**
 * Turns stored inbound events into messages, statuses and the rest, tenant by tenant in batches: one transaction applies a batch and closes
 * its rows. A batch that lost a deadlock runs again unchanged. A batch that fails otherwise runs row by row, so that a bad row does not
 * harm the others; it is retried with growing delays and finally marked failed.
 */
export function createInboundProcessor(deps: ProcessDeps) {
  const random = deps.random ?? Math.random;
  const queues = new Map<string, InboundRow[]>();
  const working = new Map<string, Promise<void>>();
  const lastBatchAt = new Map<string, number>();
  let queued = 0;
  /** Topics with new work from transactions that may have committed by now. */
  const topics = new Set<Topic>();
  const batches = createInboundBatch(deps);

  async function process(tenantId: string, rows: InboundRow[]): Promise<void> {
    const now = deps.clock.now();
    try {
      const applied = await retryConflicts(() =>
        deps.database.withTenant(tenantId, async (tx) => {
          const reached = await batches.apply(tx, rows, now);
          await finishInbound(tx, now, reached.verdicts);
          for (const topic of reached.topics) topics.add(topic);
          return reached;
        }),
      );
      for (const v of applied.verdicts) deps.metrics.inboundProcessed.inc({ kind: "all", outcome: v.state });
      deps.wake.hint("events");
      for (const topic of topics) deps.wake.hint(topic);
      topics.clear();
      await deps.activity.note(
        "inbound",
        [...applied.inboundChannels].map((channelId) => ({ tenantId, channelId })),
      );
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      if (rows.length > 1) {
        for (const row of rows) await process(tenantId, [row]);
        return;
      }
      const [row] = rows as [InboundRow];
      deps.log.error({ err: error, attempts: row.attempts }, "an inbound event could not be processed");
      await deps.database.withTenant(tenantId, (tx) =>
        finishInbound(tx, now, [retryLater(row, now, "processing failed; see the log", random)]),
      );
    }
  }

  /**
   * While the database is unreachable, rows are kept and retried, so that work resumes as soon as it is back and not when the lease
   * expires. After the lease another process owns them.
   */
  async function processOnceReachable(tenantId: string, rows: InboundRow[]): Promise<void> {
    const until = performance.now() + inboundLeaseMs * 0.8;
    for (let attempt = 1; ; attempt++) {
      try {
        return await process(tenantId, rows);
      } catch (error) {
        if (!isConnectionFailure(error) || performance.now() > until) {
          deps.log.warn({ err: error, rows: rows.length }, "inbound events are retried when their lease expires");
          return;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, backoffMs(attempt, { baseMs: 100, maxMs: 1_000, random }));
        });
      }
    }
  }

  /** Waits until the next batch of a tenant may start. */
  async function waitForTurn(tenantId: string): Promise<void> {
    const startedAt = performance.now();
    const gapMs = (lastBatchAt.get(tenantId) ?? 0) + batchGapMs - startedAt;
    if (gapMs > 1) await sleep(gapMs);
    while (deps.unstored() > unstoredMax && performance.now() - startedAt < yieldMsMax) await sleep(10);
    if (lastBatchAt.size > 10_000) lastBatchAt.clear();
    lastBatchAt.set(tenantId, performance.now());
  }

  function pump(tenantId: string): void {
    if (working.has(tenantId)) return;
    const run = async () => {
      for (;;) {
        const queue = queues.get(tenantId);
        if (queue === undefined || queue.length === 0) break;
        await waitForTurn(tenantId);
        const batch = queue.splice(0, inboundBatchMax);
        queued -= batch.length;
        await processOnceReachable(tenantId, batch);
        // Suspects are claimed one at a time: the next one may be claimed now.
        if (batch.some(({ deaths = 0 }) => deaths > 0)) deps.wake.hint("inbound");
      }
      queues.delete(tenantId);
      working.delete(tenantId);
    };
    working.set(tenantId, run());
  }

  function take(rows: InboundRow[]): void {
    for (const row of rows) {
      const queue = queues.get(row.tenant_id);
      if (queue === undefined) queues.set(row.tenant_id, [row]);
      else queue.push(row);
      queued += 1;
    }
    for (const tenantId of new Set(rows.map((row) => row.tenant_id))) pump(tenantId);
  }

  const claimLoop = createLoop({
    name: "inbound",
    wake: deps.wake,
    topics: ["inbound"],
    pollMs: 500,
    log: deps.log,
    async run() {
      if (queued >= queueMax) return 20;
      const rows = await deps.claims.claim<InboundRow>(inboundSource, {
        now: deps.clock.now(),
        leaseMs: inboundLeaseMs,
        perLane: 20,
        lanes: 2_000,
      });
      take(rows);
      return rows.length > 0;
    },
  });
  const sweepLoop = createLoop({
    name: "inbound leases",
    wake: deps.wake,
    topics: [],
    pollMs: 2_000,
    log: deps.log,
    run: async () => {
      if ((await deps.claims.returnExpired(inboundSource, deps.clock.now())) > 0) deps.wake.hint("inbound");
      return false;
    },
  });

  return {
    loops: [claimLoop, sweepLoop] as Loop[],
    canTake: () => queued < queueMax,
    take,
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.all(working.values());
    },
  };
}
