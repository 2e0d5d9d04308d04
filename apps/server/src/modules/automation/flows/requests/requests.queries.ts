import type { Tx } from "#platform/db/database.ts";
import type { Claimed, ClaimSource } from "#platform/jobs/claim.ts";
import type { HttpResult } from "./http-request.ts";

export type Outcome = "answered" | "failed" | "unknown";

export interface RequestRow {
  id: string;
  run_id: string;
  fillings: Record<string, string>;
  state: "ready" | "leased" | "idle";
  attempts: number;
  begun_at: Date | null;
  calls: number;
  outcome: Outcome | null;
  answer: HttpResult | null;
}

export type ClaimedRequest = Claimed & { id: string; run_id: string };

/** One lane per tenant, so that an unresponsive address delays no other tenant. */
export const requestSource: ClaimSource = {
  table: "flow_requests",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["run_id"],
  // An address may keep us waiting for thirty seconds.
  suspectsPerLane: true,
};

const columns = "id, run_id, fillings, state, attempts, begun_at, calls, outcome, answer";

export async function insertRequest(
  tx: Tx,
  now: Date,
  request: { id: string; runId: string; fillings: Record<string, string> },
): Promise<void> {
  await tx.query({
    name: "flow_request_insert",
    text: `insert into flow_requests (tenant_id, id, run_id, fillings, state, run_at, created_at) values ($1, $2, $3, $4, 'ready', $5, $5)`,
    values: [tx.tenantId, request.id, request.runId, JSON.stringify(request.fillings), now],
  });
}

/** Locks it; the caller holds the run's lock. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | null> {
  const [row] = await tx.query<RequestRow>({
    name: "flow_request_lock",
    text: `select ${columns} from flow_requests where tenant_id = $1 and id = $2 for update`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Deletes the row, because the run has its answer or no longer needs one. */
export async function takeRequest(tx: Tx, runId: string): Promise<RequestRow | null> {
  const [row] = await tx.query<RequestRow>({
    name: "flow_request_take",
    text: `delete from flow_requests where tenant_id = $1 and run_id = $2 returning ${columns}`,
    values: [tx.tenantId, runId],
  });
  return row ?? null;
}

export async function beginCall(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "flow_request_begin",
    text: "update flow_requests set begun_at = $3, calls = calls + 1 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

/** The last call had no effect, or may be repeated. */
export async function scheduleRetry(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query({
    name: "flow_request_again",
    text: "update flow_requests set state = 'ready', run_at = $3, begun_at = null, lease_until = null where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, at],
  });
}

export async function finishRequest(tx: Tx, id: string, outcome: Outcome, answer: HttpResult): Promise<void> {
  await tx.query({
    name: "flow_request_finish",
    text: "update flow_requests set state = 'idle', outcome = $3, answer = $4, lease_until = null where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, outcome, JSON.stringify(answer)],
  });
}

/** Continues the run that waited for it. */
export async function resumeAnswered(tx: Tx, now: Date, runId: string): Promise<void> {
  await tx.query({
    name: "flow_run_answered",
    text: `update flow_runs set waiting_for = 'answered', run_at = $3
            where tenant_id = $1 and id = $2 and waiting_for = 'answer' and ended_at is null and state = 'ready'`,
    values: [tx.tenantId, runId, now],
  });
}
