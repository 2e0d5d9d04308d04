import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { recordActivities } from "./activity/activity.ts";
import * as queries from "./conversations.queries.ts";
import type { ConversationsService } from "./conversations.service.ts";

export interface SnoozeLoopDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
}

const batchMax = 200;
/** How late a snooze may end. */
const pollMs = 1_000;

/**
 * Ends snoozes. Idempotent and safe to run concurrently: a row changes only while it is still snoozed and due, and whoever changes it
 * writes the event.
 */
export function createSnoozeLoop(deps: SnoozeLoopDeps, service: Pick<ConversationsService, "event">): Loop {
  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    const due = await queries.listDueSnoozes(deps.database, now, batchMax);
    let woken = 0;
    for (const [tenantId, rows] of Map.groupBy(due, (row) => row.tenant_id)) {
      woken += await deps.database.withTenant(tenantId, async (tx) => {
        const opened = await queries.wakeSnoozed(
          tx,
          now,
          rows.map((row) => row.id),
        );
        const changes = (row: (typeof opened)[number]) => ({
          status: { from: "pending", to: "open" },
          pendingReason: { from: "snoozed", to: null },
          snoozedUntil: { from: row.was_until.toISOString(), to: null },
        });
        await appendEvents(
          tx,
          now,
          opened.map((row) => service.event(row, "conversation.updated", { changes: changes(row) })),
        );
        await recordActivities(
          tx,
          now,
          opened.map((row) => ({
            id: deps.ids.uuid(),
            conversationId: row.id,
            changes: changes(row),
            actor: { kind: "system", id: "snooze" },
          })),
        );
        return opened.length;
      });
    }
    if (woken > 0) deps.wake.hint("events");
    // Locked rows are skipped; without progress, the next poll is soon enough.
    return due.length === batchMax && woken > 0;
  }

  return createLoop({ name: "snoozes", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}
