import type { Database } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { clearDeleted, deletedFlows } from "./flows.queries.ts";

const flowsAtOnce = 20;
const runBatch = 500;
const pollMs = 5_000;

/** Clears deleted flows, a batch of runs at a time. Idempotent and safe to run concurrently. */
export function createRemovalLoop(deps: { database: Database; wake: Wake; log: Log }): Loop {
  async function run(): Promise<boolean> {
    // Runs as the cross-tenant worker only to find tenants with deleted flows; they are cleared inside each.
    const due = await deletedFlows(deps.database, flowsAtOnce);
    for (const { tenant_id: tenantId, id } of due) await deps.database.withTenant(tenantId, (tx) => clearDeleted(tx, id, runBatch));
    return due.length > 0;
  }

  return createLoop({ name: "flow removal", run, wake: deps.wake, topics: ["flows"], pollMs, log: deps.log });
}
