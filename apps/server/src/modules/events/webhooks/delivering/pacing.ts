import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { SendJob } from "./sender.ts";
import { takeFromPace } from "./sending.queries.ts";

/** Seconds' worth of deliveries that may wait here; more stays in the table. */
const heldSeconds = 5;
const heldMin = 2;
const heldMax = 250;
/** The minimum time between two queries of a pace, so that a high rate is sent in small groups. */
const queryEveryMs = 50;

/**
 * Deliveries to endpoints with `maxPerSecond`. They wait here, leased, until the endpoint's pace allows them; the pace is a database row
 * shared by all processes, so it holds regardless of their number. What does not fit stays in the table and is claimed later.
 */
export function createPacing(deps: {
  database: Database;
  clock: Clock;
  log: Log;
  /** Called with what may be sent now. */
  release(jobs: SendJob[]): void;
}) {
  const { clock } = deps;
  const waiting = new Map<string, SendJob[]>();
  /** Clock time before which no delivery to the endpoint is allowed. */
  const notBefore = new Map<string, number>();
  const asking = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const capacityOf = (perSecond: number) => Math.min(heldMax, Math.max(heldMin, perSecond * heldSeconds));

  async function ask(endpointId: string, jobs: SendJob[]): Promise<void> {
    const [first] = jobs as [SendJob];
    const key = { tenantId: first.tenantId, endpointId };
    const { count, nextAt } = await takeFromPace(deps.database, key, jobs.length, clock.now());
    const released = jobs.splice(0, count);
    if (jobs.length === 0) {
      waiting.delete(endpointId);
      notBefore.delete(endpointId);
    } else notBefore.set(endpointId, nextAt);
    deps.release(released);
  }

  /** Releases what is due by now. */
  function releaseDue(): void {
    const now = clock.now().getTime();
    for (const [endpointId, jobs] of waiting) {
      if (asking.has(endpointId) || (notBefore.get(endpointId) ?? 0) > now) continue;
      const work = ask(endpointId, jobs)
        .catch((error: unknown) => deps.log.warn({ err: error }, "the rate limit of a webhook could not be read; its deliveries wait"))
        .finally(() => {
          asking.delete(endpointId);
          schedule();
        });
      asking.set(endpointId, work);
    }
  }

  function schedule(): void {
    if (timer !== undefined || waiting.size === 0) return;
    const now = clock.now().getTime();
    let soonest = 1_000;
    for (const endpointId of waiting.keys()) soonest = Math.min(soonest, (notBefore.get(endpointId) ?? now) - now);
    timer = setTimeout(
      () => {
        timer = undefined;
        releaseDue();
        schedule();
      },
      Math.max(queryEveryMs, soonest),
    ).unref();
  }

  return {
    /** Takes leased deliveries of one or more endpoints; returns those beyond its capacity. */
    hold(jobs: SendJob[]): SendJob[] {
      const over: SendJob[] = [];
      for (const job of jobs) {
        const queue = waiting.get(job.endpointId) ?? [];
        if (queue.length >= capacityOf(job.endpoint.row.max_per_second ?? heldMax)) over.push(job);
        else {
          queue.push(job);
          waiting.set(job.endpointId, queue);
        }
      }
      releaseDue();
      schedule();
      return over;
    },
    capacityFor: (endpointId: string, perSecond: number): number =>
      Math.max(0, capacityOf(perSecond) - (waiting.get(endpointId)?.length ?? 0)),
    /** Endpoints for which nothing should be claimed now. */
    full: (): string[] =>
      [...waiting].flatMap(([id, jobs]) => (jobs.length * 2 >= capacityOf(jobs[0]?.endpoint.row.max_per_second ?? heldMax) ? [id] : [])),
    releaseDue,
    /** Removes those for which `when` is true, except while their pace is being queried. */
    withdraw(when: (job: SendJob) => boolean): SendJob[] {
      const taken: SendJob[] = [];
      for (const [endpointId, jobs] of waiting) {
        if (asking.has(endpointId)) continue;
        const kept = jobs.filter((job) => !when(job));
        taken.push(...jobs.filter(when));
        if (kept.length === 0) waiting.delete(endpointId);
        else waiting.set(endpointId, kept);
      }
      return taken;
    },
    get held(): number {
      return waiting.size;
    },
    /** Resolves when no pace is being queried. */
    async settled(): Promise<void> {
      while (asking.size > 0) await Promise.all(asking.values());
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}
