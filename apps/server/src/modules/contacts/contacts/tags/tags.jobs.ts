import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./tags.queries.ts";
import { replaceTagBatch } from "./tags.service.ts";

export interface TagLoopDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  ids: IdSource;
}

const changesAtOnce = 10;
const pollMs = 1_000;

/**
 * Finishes tag changes that concern many contacts, a batch of each at a time. Idempotent and safe to run concurrently: a finished contact
 * no longer has any of the old tags, so it is not found again.
 */
export function createTagLoop(deps: TagLoopDeps): Loop {
  const turns = createTenantTurns(deps, "tags could not be changed; it is retried");

  async function run(): Promise<boolean> {
    const due = await turns.list((skipped) => queries.listDueTagChanges(deps.database, deps.clock.now(), skipped, changesAtOnce));
    let progressed = false;
    for (const change of due) {
      if (await turns.run(change.tenant_id, (tx) => step(tx, change.id, deps.clock.now()))) progressed = true;
    }
    if (progressed) deps.wake.hint("events");
    return progressed;
  }

  async function step(tx: Tx, id: string, now: Date): Promise<boolean> {
    const change = await queries.lockTagChange(tx, id);
    if (change === null) return false;
    const actor = { kind: change.actor_kind, id: change.actor_id };
    const changed = await replaceTagBatch(tx, deps.ids, now, actor, change.from_tags, change.to_tag);
    if (changed === 0 && !(await queries.anyTagged(tx, change.from_tags))) await queries.deleteTagChange(tx, id);
    else await queries.postponeTagChange(tx, now, id);
    return true;
  }

  return createLoop({ name: "contact tags", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}
