import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./custom-fields.queries.ts";
import type { FieldOwner, FieldOwnerDeps } from "./field-owner.ts";

export interface RemovalDeps extends FieldOwnerDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
}

/** Owners checked in one transaction. */
const batchMax = 1_000;
const fieldsAtOnce = 10;
const pollMs = 1_000;
/** Longer than any transaction lives: one that began before the deletion may still have written a value. */
const secondPassMs = 60_000;

/**
 * Removes the values of deleted fields from their owners, in id order, twice. Idempotent and safe to run concurrently: the row stores the
 * progress, and is locked during a batch.
 */
export function createRemovalLoop(owner: FieldOwner, deps: RemovalDeps): Loop {
  const turns = createTenantTurns(deps, "values of a deleted field could not be removed; it is retried");

  async function run(): Promise<boolean> {
    const due = await turns.list((skipped) => queries.listDueRemovals(owner, deps.database, deps.clock.now(), skipped, fieldsAtOnce));
    let progressed = false;
    for (const field of due) {
      if (await turns.run(field.tenant_id, (tx) => step(tx, field.id, deps.clock.now()))) progressed = true;
    }
    if (progressed) deps.wake.hint("events");
    return progressed;
  }

  async function step(tx: Tx, id: string, now: Date): Promise<boolean> {
    const state = await queries.lockRemoval(owner, tx, now, id);
    if (state === null) return false;
    const { count, last, changed } = await queries.removeValues(owner, tx, now, state.key, state.after_id, batchMax);
    await deps.notifyRemoved(
      tx,
      now,
      changed.map(({ id: ownerId, before }) => {
        const { [state.key]: _gone, ...left } = before;
        return { id: ownerId, before, left };
      }),
    );
    if (count === batchMax) await queries.keepRemoval(owner, tx, id, last, now);
    else if (!state.last_pass) await queries.beginSecondPass(owner, tx, id, new Date(now.getTime() + secondPassMs));
    else await queries.deleteField(owner, tx, id);
    return true;
  }

  return createLoop({ name: `${owner.noun} field removal`, run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}
