import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./contact-fields.queries.ts";

export interface RemovalDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  ids: IdSource;
}

/** Contacts looked at in one transaction. */
const batchMax = 1_000;
const fieldsAtOnce = 10;
const pollMs = 1_000;
/** Longer than any transaction lives: one that had begun before the deletion may still have written a value. */
const secondPassMs = 60_000;

/**
 * Takes the values of deleted fields from the contacts, from id to id, twice. Safe to run twice and beside itself: the row says how
 * far it is, and is locked while a batch is done.
 */
export function createRemovalLoop(deps: RemovalDeps): Loop {
  async function run(): Promise<boolean> {
    const due = await queries.listDueRemovals(deps.database, deps.clock.now(), fieldsAtOnce);
    let worked = false;
    for (const field of due) {
      if (await deps.database.withTenant(field.tenant_id, (tx) => step(tx, field.id, deps.clock.now()))) worked = true;
    }
    if (worked) deps.wake.hint("events");
    return worked;
  }

  async function step(tx: Tx, id: string, now: Date): Promise<boolean> {
    const state = await queries.lockRemoval(tx, now, id);
    if (state === null) return false;
    const { count, last, changed } = await queries.removeValues(tx, now, state.key, state.after_id, batchMax);
    await appendEvents(
      tx,
      now,
      changed.map(({ id: contactId, before }) => {
        const { [state.key]: _gone, ...left } = before;
        return {
          id: deps.ids.uuid(),
          type: "contact.updated",
          data: {
            contactId: wireId("cnt", contactId),
            changes: { customFields: { from: before, to: left } },
            reason: "field_deleted",
          },
        };
      }),
    );
    if (count === batchMax) await queries.keepRemoval(tx, id, last, null);
    else if (!state.last_pass) await queries.keepRemoval(tx, id, null, new Date(now.getTime() + secondPassMs));
    else await queries.deleteField(tx, id);
    return true;
  }

  return createLoop({ name: "contact field removal", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}
