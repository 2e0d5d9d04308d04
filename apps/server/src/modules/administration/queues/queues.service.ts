import { recordAudit } from "#platform/audit/audit.ts";
import type { Reach } from "#platform/auth/reach.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { FailedWork as FailedRow, Queue } from "#platform/jobs/queue.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./queues.queries.ts";
import type { FailedWork, QueueRetry, QueueStats } from "./queues.schema.ts";

export interface QueuesDeps {
  database: Pick<Database, "worker">;
  ids: IdSource;
  wake: Wake;
  reach: Reach;
  pager: Pager;
  queues: Queue[];
  metrics: Pick<Metrics, "queueDepth" | "queueAge">;
}

const hourMs = 3_600_000;
/** An hour is closed once its last transactions have certainly ended. */
const closeAfterMs = 300_000;
const retriedMax = 1_000;
const tenantsMax = 200;

export function createQueuesService(deps: QueuesDeps) {
  const { database } = deps;
  const names = deps.queues.map(({ name }) => name);
  if (new Set(names).size < names.length) throw new Error(`two queues have one name: ${names.join(", ")}`);

  function get(name: string): Queue {
    const queue = deps.queues.find((one) => one.name === name);
    if (queue === undefined) throw notFound();
    return queue;
  }

  /** Per queue: each past hour is counted once and stored, so that the next call counts only the current hour. */
  async function completed(now: Date): Promise<Map<string, number>> {
    const thisHour = Math.floor(now.getTime() / hourMs) * hourMs;
    const since = thisHour - 23 * hourMs;
    const known = new Map(
      (await queries.readHours(database, new Date(since))).map((row) => [`${row.queue}/${row.hour.getTime()}`, row.completed]),
    );
    const sums = new Map<string, number>();
    for (const { name, completed: count } of deps.queues) {
      if (count === null) continue;
      let sum = 0;
      for (let hour = since; hour <= thisHour; hour += hourMs) {
        const kept = known.get(`${name}/${hour}`);
        const n = kept ?? (await count(new Date(hour), new Date(hour + hourMs)));
        if (kept === undefined && hour + hourMs + closeAfterMs <= now.getTime()) await queries.storeHour(database, name, new Date(hour), n);
        sum += n;
      }
      sums.set(name, sum);
    }
    return sums;
  }

  /** Throws not_found for another queue's work, and for what has not failed, or no longer counts as failed. */
  async function findFailed(ctx: TxContext, { name, id: wire }: { name: string; id: string }): Promise<FailedRow> {
    const id = parseWireId("wrk", wire);
    const [row] = id === null ? [] : await get(name).failedWork(ctx.now, { id, limit: 1 });
    if (row === undefined) throw notFound(wire);
    return row;
  }

  return {
    get,
    findFailed,

    /** Newest first. */
    async listFailed(ctx: TxContext, name: string, limit: number, cursor: string | undefined) {
      const queue = get(name);
      const filters = { list: "failed work", name };
      const after = deps.pager.read(ctx.tenantId, filters, cursor);
      const rows = await queue.failedWork(ctx.now, { below: after === null ? null : (after[0] as string), limit: limit + 1 });
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        limit,
        ({ id }) => [id],
        (row) => renderFailed(name, row),
      );
    },

    /** 409 if it cannot be put back: a worker already has it, or its endpoint is not active. */
    async retryOne(ctx: TxContext, params: { name: string; id: string }): Promise<QueueRetry> {
      const queue = get(params.name);
      const { tenant_id, id } = await findFailed(ctx, params);
      const retried =
        tenant_id === null
          ? ((await queue.retryOwn?.(ctx.now, 1, id)) ?? 0)
          : await deps.reach.within(ctx, tenant_id, async (there) => {
              const n = await queue.retry(there, 1, id);
              if (n > 0) await recordAudit(there, deps.ids, "queue.retried", params.name, { retried: n, work: params.id });
              return n;
            });
      if (retried === 0) throw new AppError("conflict", { message: "It cannot be requeued now: its endpoint or its link is not active." });
      await recordAudit(ctx, deps.ids, "queue.retry_requested", params.name, { retried, work: params.id });
      deps.wake.hint(queue.topic);
      return { name: params.name, retried };
    },

    /** 409 if it cannot be discarded. */
    async discard(ctx: TxContext, params: { name: string; id: string }) {
      const queue = get(params.name);
      const { tenant_id, id, discardable } = await findFailed(ctx, params);
      if (tenant_id === null || !discardable)
        throw new AppError("conflict", { message: "It cannot be discarded here: its own resource shows the failure." });
      await deps.reach.within(ctx, tenant_id, async (there) => {
        if (!(await queue.discard(there, id))) throw notFound(params.id);
        await recordAudit(there, deps.ids, "queue.discarded", params.name, { work: params.id });
      });
      return { id: params.id, deleted: true as const };
    },

    /** In the order of the installation's list. */
    async stats(ctx: TxContext, limit: number, cursor: string | undefined) {
      const { now } = ctx;
      const filters = { list: "queues" };
      const after = deps.pager.read(ctx.tenantId, filters, cursor);
      const from = after === null ? 0 : names.indexOf(after[0] as string) + 1;
      const done = await completed(now);
      const data: QueueStats[] = [];
      for (const queue of deps.queues.slice(from, from + limit + 1)) {
        const { oldestWaitingAt, ...state } = await queue.state(now);
        data.push({
          name: queue.name,
          ...state,
          completed24h: done.get(queue.name) ?? null,
          oldestWaitingSeconds: secondsSince(oldestWaitingAt, now),
        });
      }
      return deps.pager.page(
        ctx.tenantId,
        filters,
        data,
        limit,
        ({ name }) => [name],
        (one) => one,
      );
    },

    /**
     * Retries each organization's rows inside it, with an audit entry, in the request's transaction. All retries take organizations in the
     * same order, so that two cannot deadlock.
     */
    async retry(ctx: TxContext, name: string): Promise<QueueRetry> {
      const queue = get(name);
      let retried = (await queue.retryOwn?.(ctx.now, retriedMax)) ?? 0;
      for (const tenantId of (await queue.failedTenants(ctx.now, tenantsMax)).sort()) {
        if (retried >= retriedMax) break;
        retried += await deps.reach.within(ctx, tenantId, async (there) => {
          const n = await queue.retry(there, retriedMax - retried);
          if (n > 0) await recordAudit(there, deps.ids, "queue.retried", name, { retried: n });
          return n;
        });
      }
      await recordAudit(ctx, deps.ids, "queue.retry_requested", name, { retried });
      // A lost or early hint only delays work until the next poll.
      deps.wake.hint(queue.topic);
      return { name, retried };
    },

    /** Updates the gauges. Every process reports the numbers of the whole installation. */
    async measure(now: Date): Promise<void> {
      const { queueDepth, queueAge } = deps.metrics;
      for (const queue of deps.queues) {
        const { oldestWaitingAt, ...states } = await queue.state(now);
        for (const [state, rows] of Object.entries(states)) queueDepth.set({ queue: queue.name, state }, rows);
        queueAge.set({ queue: queue.name }, secondsSince(oldestWaitingAt, now) ?? 0);
      }
    },

    /** Runs hourly, so that the first call of a day need not count all of it. */
    async closeHours(now: Date): Promise<void> {
      await completed(now);
      await queries.purgeHours(database, new Date(now.getTime() - 48 * hourMs));
    },
  };
}

function secondsSince(at: Date | null, now: Date): number | null {
  return at === null ? null : Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1_000));
}

function renderFailed(queue: string, row: FailedRow): FailedWork {
  return {
    id: wireId("wrk", row.id),
    queue,
    organizationId: row.tenant_id === null ? null : wireId("org", row.tenant_id),
    about: row.about,
    reason: row.reason,
    attempts: row.attempts,
    failedAt: row.failed_at?.toISOString() ?? null,
    canRetry: row.retryable,
    canDiscard: row.discardable,
  };
}

export type QueuesService = ReturnType<typeof createQueuesService>;
