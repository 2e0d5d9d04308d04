import { allScopes } from "#platform/auth/scopes.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import { createQueue } from "#platform/jobs/queue.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./applications.queries.ts";
import type { SnapshotInput, SnapshotSetup } from "./snapshots.schema.ts";
import type { SnapshotsService } from "./snapshots.service.ts";

export interface ApplicationsDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
}

const leaseMs = 60_000;
const tenantsAtOnce = 2;
const pollMs = 2_000;
const triesMax = 5;
const retryMs = 5_000;

/**
 * Snapshots that agencies create clients with. The cross-tenant worker creates a client but may not write what a snapshot holds; so the
 * snapshot is stored as a row in the same transaction, and applied in the client's own tenant right after.
 */
export function createApplications(deps: ApplicationsDeps, service: Pick<SnapshotsService, "apply" | "check">) {
  /** As the agency, in a tenant that it has created: no member exists yet whose scopes could limit it. */
  function contextOf(tx: Tx, row: queries.ApplicationRow): TxContext {
    return {
      tenantId: tx.tenantId,
      homeTenantId: row.agency_id,
      actor: { kind: "system", id: wireId("org", row.agency_id) },
      scopes: new Set(allScopes),
      session: null,
      requestId: "",
      now: deps.clock.now(),
      tx,
    };
  }

  /** Locks the row; null if the claim is no longer ours. */
  async function hold(tx: Tx, item: Claimed & { id: string }): Promise<queries.ApplicationRow | null> {
    const row = await queries.lockApplication(tx, item.id);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function step(item: Claimed & { id: string }): Promise<void> {
    try {
      await deps.database.withTenant(item.tenant_id, async (tx) => {
        const row = await hold(tx, item);
        if (row === null || row.snapshot === null) return;
        await service.apply(contextOf(tx, row), { snapshot: row.snapshot });
        await queries.settleApplication(tx, deps.clock.now(), item.id, null);
      });
      deps.wake.hint("events");
    } catch (error) {
      const refusal = error instanceof AppError && error.status < 500 ? error : null;
      if (refusal === null) deps.log.error({ err: error, tenant: item.tenant_id }, "a snapshot could not be applied to a new client");
      await deps.database.withTenant(item.tenant_id, async (tx) => {
        const row = await hold(tx, item);
        if (row === null) return;
        const now = deps.clock.now();
        if (refusal !== null) await queries.settleApplication(tx, now, item.id, problemOf(refusal));
        else if (row.attempts < triesMax)
          await queries.postponeApplication(tx, now, item.id, new Date(now.getTime() + retryMs * 2 ** (row.attempts - 1)));
        else await queries.settleApplication(tx, now, item.id, problemOf(new AppError("internal_error")));
      });
    }
  }

  const claim = rotateLanes<Claimed & { id: string }>(deps.claims, queries.applicationSource);

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(queries.applicationSource, now);
    const claimed = await claim({
      now,
      leaseMs,
      perLane: 1,
      lanes: tenantsAtOnce,
    });
    for (const item of claimed) await step(item);
    return claimed.length > 0;
  }

  return {
    /** For the transaction that creates the client of `there`. Throws what `check` throws. */
    async enqueue(there: TxContext, agencyId: string, snapshot: SnapshotInput): Promise<void> {
      service.check(snapshot, there.now);
      await queries.insertApplication(there.tx, there.now, { id: deps.ids.uuid(), agencyId, snapshot });
    },

    /** Call it after the commit. */
    wake: () => deps.wake.hint("snapshots"),

    /** The state, by client id, for those of these clients that the agency created with a snapshot. */
    async of(agencyId: string, clientIds: string[]): Promise<Map<string, SnapshotSetup>> {
      if (clientIds.length === 0) return new Map();
      const rows = await queries.applicationsOf(deps.database, agencyId, clientIds);
      return new Map(
        rows.map(({ tenant_id, state, problem, updated_at }) => {
          const status = state === "applied" || state === "failed" ? state : "pending";
          return [tenant_id, { status, problem, updatedAt: updated_at.toISOString() }];
        }),
      );
    },

    loops: [createLoop({ name: "snapshots", run, wake: deps.wake, topics: ["snapshots"], pollMs, log: deps.log })],
    queues: [
      createQueue(deps.database, {
        name: "snapshots",
        tables: ["snapshot_applications"],
        topic: "snapshots",
      }),
    ],
  };
}

export type Applications = ReturnType<typeof createApplications>;

function problemOf(error: AppError): NonNullable<SnapshotSetup["problem"]> {
  return { code: error.code, message: error.message, field: error.details?.[0]?.field ?? "snapshot" };
}
