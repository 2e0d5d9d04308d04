import type { Database, Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { recordActivities } from "./activity.ts";
import type { SnoozeLoopDeps } from "./conversations.jobs.ts";
import type { ConversationsService } from "./conversations.service.ts";

const batchMax = 200;
const pollMs = 30_000;

interface Resolved {
  id: string;
  channel_id: string;
  contact_id: string;
  status_before: "open" | "pending";
  reason_before: "customer" | null;
}

/**
 * Resolves what has come to rest, where the agent settings say after how long. Safe to run twice and beside itself: a row is changed only
 * while it is still due, and the event is written by whoever changed it.
 */
export function createAutoResolveLoop(deps: SnoozeLoopDeps, service: Pick<ConversationsService, "event">): Loop {
  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    let resolved = 0;
    let full = false;
    for (const { tenant_id, minutes } of await listTenants(deps.database, now)) {
      const before = new Date(now.getTime() - minutes * 60_000);
      const rows = await deps.database.withTenant(tenant_id, async (tx) => {
        const done = await resolveResting(tx, now, before);
        const changes = (row: Resolved) => ({
          status: { from: row.status_before, to: "resolved" },
          ...(row.reason_before === null ? {} : { pendingReason: { from: row.reason_before, to: null } }),
        });
        await appendEvents(
          tx,
          now,
          done.map((row) => service.event(row, "conversation.updated", { changes: changes(row) })),
        );
        await recordActivities(
          tx,
          now,
          done.map((row) => ({
            id: deps.ids.uuid(),
            conversationId: row.id,
            changes: changes(row),
            actor: { kind: "system", id: "auto_resolve" },
          })),
        );
        return done;
      });
      resolved += rows.length;
      full ||= rows.length === batchMax;
    }
    if (resolved > 0) deps.wake.hint("events");
    return full;
  }

  return createLoop({ name: "auto resolve", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** As the cross-tenant worker: which tenants have something due is the question; the work is done inside each. */
function listTenants(database: Pick<Database, "worker">, now: Date): Promise<{ tenant_id: string; minutes: number }[]> {
  return database.worker({
    name: "auto_resolve_tenants",
    text: `select s.tenant_id, s.auto_resolve_minutes as minutes from agent_settings s
            where s.auto_resolve_minutes is not null
              and exists (select from conversations c
                           where c.tenant_id = s.tenant_id and c.status in ('open', 'pending') and c.waiting_since is null
                             and (c.pending_reason is null or c.pending_reason = 'customer')
                             and c.last_message_at <= $1::timestamptz - make_interval(mins => s.auto_resolve_minutes))`,
    values: [now],
  });
}

/** Oldest first; locked ones are left to the next round. */
function resolveResting(tx: Tx, now: Date, before: Date): Promise<Resolved[]> {
  return tx.query<Resolved>({
    name: "conversations_auto_resolve",
    text: `with due as (
             select c.id, c.status, c.pending_reason from conversations c
              where c.tenant_id = $1 and c.status in ('open', 'pending') and c.waiting_since is null
                and (c.pending_reason is null or c.pending_reason = 'customer') and c.last_message_at <= $3
              order by c.last_message_at limit $4 for no key update skip locked
           )
           update conversations c set status = 'resolved', pending_reason = null, resolved_at = $2, resolved_by = 'auto_resolve', updated_at = $2
             from due where c.tenant_id = $1 and c.id = due.id
           returning c.id, c.channel_id, c.contact_id, due.status as status_before, due.pending_reason as reason_before`,
    values: [tx.tenantId, now, before, batchMax],
  });
}
