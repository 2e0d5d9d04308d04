import type { Clock } from "#platform/clock/clock.ts";
import type { Secret } from "#platform/crypto/secret.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { Claims } from "#platform/jobs/claim.ts";
import { createTenantWork } from "#platform/jobs/tenant-work.ts";
import type { Origins } from "#platform/events/origin.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";
import { type HttpResult, buildRequest, isIdempotent, outboundOf, readAnswer, type RequestStep, secretNames } from "./http-request.ts";
import { instructionAt } from "../definition/program.ts";
import type { Programs } from "../runs/programs.ts";
import * as queries from "./requests.queries.ts";
import { findRun } from "../runs/runs.queries.ts";
import type { SecretsService } from "./secrets.service.ts";

export interface RequestDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  outbound: OutboundClient;
  origins: Pick<Origins, "write">;
}

/** Longer than the longest time-out of a step. */
const leaseMs = 60_000;
const inFlightMax = 64;
const perTenantMax = 8;
const callsMax = 3;
const retryMs = [5_000, 30_000];
/** If these fail, nothing of the request has been sent. */
const beforeSending = new Set(["dns", "connect", "tls"]);

interface Call {
  step: RequestStep;
  secrets: Map<string, Secret>;
  request: ReturnType<typeof outboundOf>;
  calls: number;
}

/**
 * Makes the requests that runs wait for, outside any transaction. At most once: the start of a call is stored before
 * it, and a call whose process died is not repeated unless its step says that this is safe. Safe to run concurrently.
 */
export function createRequestWork(deps: RequestDeps, programs: Programs, secrets: Pick<SecretsService, "open">) {
  const inTenant = <T>(claim: queries.ClaimedRequest, fn: (tx: Tx) => Promise<T>) =>
    retryConflicts(() => deps.database.withTenant(claim.tenant_id, fn));

  /** The request, with its run and itself locked; null if it is no longer ours, or nothing waits for it. */
  async function hold(tx: Tx, claim: queries.ClaimedRequest) {
    const run = await findRun(tx, claim.run_id, true);
    const row = await queries.lockRequest(tx, claim.id);
    if (run === null || row === null || row.state !== "leased" || row.attempts !== claim.attempts) return null;
    if (run.ended_at === null && !run.flow_deleted && !run.grant_ended && run.waiting_for === "answer") return { run, row };
    await queries.takeRequest(tx, claim.run_id);
    return null;
  }

  async function finish(tx: Tx, claim: queries.ClaimedRequest, outcome: queries.Outcome, answer: HttpResult): Promise<void> {
    await queries.finishRequest(tx, claim.id, outcome, answer);
    await queries.resumeAnswered(tx, deps.clock.now(), claim.run_id);
  }

  /** Stores that the call begins. null: there is none to make. */
  async function begin(claim: queries.ClaimedRequest): Promise<Call | null> {
    return inTenant(claim, async (tx) => {
      const held = await hold(tx, claim);
      if (held === null) return null;
      const { run, row } = held;
      const next = instructionAt(await programs.of(tx, run), run.place)?.instruction;
      if (next?.do !== "request") throw new Error("a request whose run is at another step");
      const { step } = next;
      if (row.begun_at !== null && (!isIdempotent(step) || row.calls >= callsMax)) {
        await finish(tx, claim, "unknown", emptyResult("The process that made the request died, so the outcome is unknown."));
        return null;
      }
      try {
        const opened = await secrets.open(tx, secretNames(step), step.url);
        const built = buildRequest(step, row.fillings, opened);
        await queries.beginCall(tx, deps.clock.now(), claim.id);
        return {
          step,
          secrets: opened,
          request: outboundOf(
            step,
            built,
            wireId("frun", claim.run_id) + `-${run.steps}`,
            deps.origins.write(claim.tenant_id, { depth: run.depth, runId: wireId("frun", claim.run_id) }),
          ),
          calls: row.calls + 1,
        };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await finish(tx, claim, "failed", emptyResult(error.message));
        return null;
      }
    });
  }

  async function ask({ step, secrets: opened, request }: Call): Promise<{ outcome: queries.Outcome; answer: HttpResult; retry: boolean }> {
    try {
      const response = await deps.outbound.request(request);
      const answer = readAnswer(step, opened, { ...response, text: response.bodyText });
      const busy = response.status === 429 || response.status >= 500;
      return { outcome: "answered", answer, retry: busy && isIdempotent(step) };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const unsent = !error.sent;
      const answer = { ...emptyResult(`No response: ${error.message}.`), durationMs: error.durationMs };
      if (error.kind === "blocked") return { outcome: "failed", answer, retry: false };
      return { outcome: unsent ? "failed" : "unknown", answer, retry: isIdempotent(step) || (unsent && beforeSending.has(error.kind)) };
    }
  }

  async function take(claim: queries.ClaimedRequest): Promise<void> {
    const call = await begin(claim);
    if (call === null) return;
    const { outcome, answer, retry } = await ask(call);
    await inTenant(claim, async (tx) => {
      if ((await hold(tx, claim)) === null) return;
      const waitMs = retry && call.calls < callsMax ? retryMs[call.calls - 1] : undefined;
      if (waitMs !== undefined) await queries.scheduleRetry(tx, claim.id, new Date(deps.clock.now().getTime() + waitMs));
      else await finish(tx, claim, outcome, answer);
    });
  }

  return createTenantWork<queries.ClaimedRequest>({
    ...deps,
    name: "flow requests",
    leases: "leases of flow requests",
    topic: "flows",
    source: queries.requestSource,
    inFlightMax,
    perTenantMax,
    leaseMs,
    work: (claim) => take(claim).finally(() => deps.wake.hint("flows")),
  });
}

export const emptyResult = (error: string): HttpResult => ({
  status: null,
  error,
  body: null,
  truncated: false,
  durationMs: 0,
  values: [],
});
