import type { Database, Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { SnapshotInput, SnapshotSetup } from "./snapshots.schema.ts";

export interface ApplicationRow {
  id: string;
  agency_id: string;
  snapshot: SnapshotInput | null;
  state: "ready" | "leased" | "applied" | "failed";
  attempts: number;
  problem: SnapshotSetup["problem"];
  updated_at: Date;
}

const columns = "a.id, a.agency_id, a.snapshot, a.state, a.attempts, a.problem, a.updated_at";

export const applicationSource: ClaimSource = {
  table: "snapshot_applications",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: [],
};

/** In the transaction of the cross-tenant worker that creates the client of `tx`. */
export async function insertApplication(
  tx: Tx,
  now: Date,
  application: { id: string; agencyId: string; snapshot: SnapshotInput },
): Promise<void> {
  await tx.query({
    name: "snapshot_application_insert",
    text: `insert into snapshot_applications (tenant_id, id, agency_id, snapshot, state, run_at, created_at, updated_at)
           values ($1, $2, $3, $4, 'ready', $5, $5, $5)`,
    values: [tx.tenantId, application.id, application.agencyId, JSON.stringify(application.snapshot), now],
  });
}

export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | null> {
  const [row] = await tx.query<ApplicationRow>({
    name: "snapshot_application_lock",
    text: `select ${columns} from snapshot_applications a where a.tenant_id = $1 and a.id = $2 for update`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function settleApplication(tx: Tx, now: Date, id: string, problem: SnapshotSetup["problem"]): Promise<void> {
  await tx.query({
    name: "snapshot_application_settle",
    text: `update snapshot_applications set state = $3, problem = $4, snapshot = null, lease_until = null, updated_at = $5
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, problem === null ? "applied" : "failed", problem === null ? null : JSON.stringify(problem), now],
  });
}

export async function postponeApplication(tx: Tx, now: Date, id: string, runAt: Date): Promise<void> {
  await tx.query({
    name: "snapshot_application_postpone",
    text: `update snapshot_applications set state = 'ready', run_at = $3, lease_until = null, updated_at = $4 where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, runAt, now],
  });
}

/**
 * For clients of one agency. Runs as the cross-tenant worker, because they belong to the clients' tenants; reads only those that the agency
 * created and that its own rows name.
 */
export function applicationsOf(
  database: Pick<Database, "worker">,
  agencyId: string,
  clientIds: string[],
): Promise<(Pick<ApplicationRow, "state" | "problem" | "updated_at"> & { tenant_id: string })[]> {
  return database.worker({
    name: "snapshot_applications_of",
    text: `select a.tenant_id, a.state, a.problem, a.updated_at from snapshot_applications a
            where a.tenant_id = any($2::uuid[]) and a.agency_id = $1`,
    values: [agencyId, clientIds],
  });
}
