import type { Clock } from "#platform/clock/clock.ts";
import { signDelivery } from "#platform/crypto/webhook-signature.ts";
import type { Database } from "#platform/db/database.ts";
import { type Origin, type Origins, originHeader } from "#platform/events/origin.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";
import { cleanText } from "#platform/text/clean.ts";
import { plainHeaders, secondsOf } from "./delivery-headers.ts";
import type { CachedEndpoint, EndpointCache } from "./endpoint-cache.ts";
import { Lanes } from "./lanes.ts";
import { type AttemptResult, judge } from "./outcome.ts";
import { createPacing } from "./pacing.ts";
import type { Records } from "./records.ts";
import { testEventType } from "../webhooks.events.ts";
import type { SendingEndpoint } from "./sending.queries.ts";
import type { WebhookSettings } from "../webhooks.settings.ts";

/** A leased delivery in memory. */
export interface SendJob {
  tenantId: string;
  endpointId: string;
  deliveryId: string;
  /** The attempt that this lease is for, from 1. */
  attempt: number;
  /** By the process's own clock, which tests do not change. */
  leasedAtMs: number;
  event: { id: string; type: string; body: Buffer; origin: Origin | null };
  endpoint: CachedEndpoint;
}

export interface SenderDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  log: Log;
  metrics: Pick<Metrics, "deliveries">;
  outbound: OutboundClient;
  endpointCache: EndpointCache;
  origins: Pick<Origins, "write">;
  records: Records;
  settings: WebhookSettings;
  random?: () => number;
  /** An endpoint with a backlog has capacity again. */
  onCapacity(): void;
}

/** A delivery that causes crashes must not do so forever. */
const attemptsHardMax = 30;

/**
 * Sends leased deliveries. A delivery may be sent twice (the process dies between the call and its record, or a lease is lost): receivers
 * drop repetitions by event id. What could not start well before its lease expires is returned.
 */
export function createSender(deps: SenderDeps) {
  const { settings, records, endpointCache } = deps;
  const random = deps.random ?? Math.random;
  const lanes = new Lanes<SendJob>(settings);
  const running = new Set<Promise<void>>();
  const calls = new AbortController();
  let stopping = false;
  const pacing = createPacing({ database: deps.database, clock: deps.clock, log: deps.log, release: start });
  let returnTimer: NodeJS.Timeout | undefined;

  function leftMs(job: SendJob): number {
    return settings.leaseMs - (performance.now() - job.leasedAtMs);
  }

  const tooLate = (job: SendJob) => leftMs(job) < settings.timeoutMs + 1_000;

  /** Back into the table unchanged: no attempt was made. */
  function returnJob(job: SendJob): void {
    records.add({ ...emptyCompletion(job), state: "ready" });
  }

  function watchLeases(): void {
    returnTimer ??= setInterval(() => {
      for (const job of [...lanes.withdraw(tooLate), ...pacing.withdraw(tooLate)]) returnJob(job);
      if (lanes.queued === 0 && pacing.held === 0 && returnTimer !== undefined) {
        clearInterval(returnTimer);
        returnTimer = undefined;
      }
    }, 1_000).unref();
  }

  /** Those beyond their endpoint's capacity are returned immediately. */
  function start(jobs: SendJob[]): void {
    for (const job of jobs) if (stopping || !lanes.add(job)) returnJob(job);
    if (!stopping) pump();
  }

  /** null: no limit. A test event does not wait. */
  const rateLimitOf = (job: SendJob) => (job.event.type === testEventType ? null : job.endpoint.row.max_per_second);

  function pump(): void {
    for (let job = lanes.next(); job !== null; job = lanes.next()) {
      const started = job;
      const work: Promise<void> = run(started)
        .catch((error: unknown): null => {
          deps.log.error({ err: error }, "a webhook attempt ended unexpectedly; it is settled when its lease expires");
          return null;
        })
        .then((durationMs) => {
          running.delete(work);
          lanes.done(started, durationMs);
          if (lanes.needsMore(started)) deps.onCapacity();
          pump();
        });
      running.add(work);
    }
    if (lanes.queued > 0) watchLeases();
  }

  /** Resolves to the duration of the call; null if there was none. */
  async function run(job: SendJob): Promise<number | null> {
    const { row } = job.endpoint;
    if (row.deleted_at !== null || (row.status !== "active" && job.event.type !== testEventType)) {
      // A delivery that failed before will not be retried.
      records.add({ ...emptyCompletion(job), state: row.status === "disabled" && job.attempt > 1 ? "failed" : "skipped" });
      return null;
    }
    if (stopping || tooLate(job)) {
      returnJob(job);
      return null;
    }
    const startedAt = deps.clock.now();
    const startedMs = performance.now();
    let result: AttemptResult;
    let address: string | null = null;
    let body: string | null = null;
    if (job.attempt > attemptsHardMax)
      result = { kind: "error", error: "internal", message: "given up after too many interrupted attempts" };
    else {
      try {
        const { secrets, keys, headers } = await endpointCache.credentials(job.endpoint, startedAt);
        const response = await deps.outbound.request({
          url: row.url,
          method: "POST",
          body: job.event.body,
          timeoutMs: settings.timeoutMs,
          signal: calls.signal,
          headers: {
            ...headers,
            ...signDelivery({
              secrets,
              keys,
              id: wireId("evt", job.event.id),
              timestampSeconds: secondsOf(startedAt),
              body: job.event.body,
            }),
            ...plainHeaders(job.attempt),
            // The origin reveals a flow that its own actions trigger, as with its own requests.
            ...(job.event.origin === null ? {} : { [originHeader]: deps.origins.write(job.tenantId, job.event.origin) }),
          },
        });
        const retryAfter = response.headers["retry-after"];
        result = { kind: "answer", status: response.status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
        address = response.address === "" ? null : response.address;
        body = response.body.length === 0 ? null : cleanText(response.body.subarray(0, settings.responseBytesStored).toString("utf8"));
      } catch (error) {
        if (error instanceof OutboundError) {
          // Stopping cut the call off: whether it arrived is unknown, so another process repeats it immediately.
          if (error.kind === "aborted") {
            records.add({ ...emptyCompletion(job), state: "ready" });
            return null;
          }
          result = { kind: "error", error: error.kind, message: error.message };
          address = error.address;
        } else {
          deps.log.error({ err: error }, "a webhook could not be sent");
          result = { kind: "error", error: "internal", message: "could not be sent" };
        }
      }
    }
    const durationMs = performance.now() - startedMs;
    settle(job, result, { startedAt, durationMs, address, body });
    return durationMs;
  }

  function settle(
    job: SendJob,
    result: AttemptResult,
    attempt: { startedAt: Date; durationMs: number; address: string | null; body: string | null },
  ): void {
    const verdict =
      job.attempt > attemptsHardMax
        ? { ...judge(result, attemptsHardMax, deps.clock.now(), random), state: "failed" as const, runAt: null }
        : judge(result, job.attempt, deps.clock.now(), random);
    records.add({
      tenant_id: job.tenantId,
      id: job.deliveryId,
      n: job.attempt,
      state: verdict.state,
      run_at: verdict.runAt?.toISOString() ?? null,
      status: result.kind === "answer" ? result.status : null,
      error: verdict.error,
      att: deps.ids.uuid(),
      started_at: attempt.startedAt.toISOString(),
      ms: Math.round(attempt.durationMs),
      body: attempt.body,
      kind: verdict.errorKind,
      addr: attempt.address,
    });
    deps.metrics.deliveries.inc({ outcome: verdict.state === "ready" ? "retry" : verdict.state });
    if (verdict.state === "delivered") records.succeeded(job.endpoint);
    else records.failed(job.endpoint);
    if (verdict.disable !== null) records.ended(job.endpoint, verdict.disable);
  }

  return {
    /** Takes leased deliveries; those beyond their endpoint's capacity are returned immediately. */
    take(jobs: SendJob[]): void {
      const paced = stopping ? [] : jobs.filter((job) => rateLimitOf(job) !== null);
      if (paced.length > 0) {
        for (const job of pacing.hold(paced)) returnJob(job);
        watchLeases();
      }
      start(paced.length === 0 ? jobs : jobs.filter((job) => rateLimitOf(job) === null));
    },
    /** Releases what an endpoint's pace has held back and now allows. */
    releasePaced: () => pacing.releaseDue(),
    capacityFor({ id, max_per_second }: Pick<SendingEndpoint, "id" | "max_per_second">): number {
      if (stopping || lanes.queuedHealthy + lanes.inFlight >= settings.heldMax) return 0;
      return max_per_second === null ? lanes.capacityFor(id) : Math.min(lanes.capacityFor(id), pacing.capacityFor(id, max_per_second));
    },
    /** How many deliveries of healthy endpoints may still be accepted. */
    heldCapacity: (): number => (stopping ? 0 : settings.heldMax - lanes.queuedHealthy),
    saturated: () => [...lanes.saturated(), ...pacing.full()],
    setBacklog: (key: { tenantId: string; endpointId: string }, backlog: boolean) => lanes.setBacklog(key, backlog),
    returnJob,
    get inFlight() {
      return lanes.inFlight;
    },

    /** Resolves when nothing waits or runs in memory, except what a pace holds back, and all outcomes are stored. */
    async idle(): Promise<void> {
      await pacing.settled();
      while (lanes.queued > 0 || running.size > 0 || records.pending()) {
        if (running.size > 0) await Promise.race(running);
        else await records.settle();
      }
      await records.settle();
    },

    /** Returns what waits, lets running calls end for up to `graceMs`, then cuts them off. */
    async stop(graceMs: number): Promise<void> {
      stopping = true;
      clearInterval(returnTimer);
      pacing.stop();
      await pacing.settled();
      for (const job of [...lanes.withdraw(() => true), ...pacing.withdraw(() => true)]) returnJob(job);
      const grace = setTimeout(() => calls.abort(), graceMs);
      while (running.size > 0) await Promise.all(running);
      clearTimeout(grace);
      await records.settle();
    },
  };

  function emptyCompletion(job: SendJob) {
    return {
      tenant_id: job.tenantId,
      id: job.deliveryId,
      n: job.attempt,
      run_at: null,
      status: null,
      error: null,
      att: null,
      started_at: null,
      ms: null,
      body: null,
      kind: null,
      addr: null,
    };
  }
}

export type Sender = ReturnType<typeof createSender>;
