import type { MessagesService } from "#modules/inbox/messages/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Context } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { recordActivities } from "./activity.ts";
import type { SnoozeLoopDeps } from "./conversations.jobs.ts";
import type { ConversationsService } from "./conversations.service.ts";

export interface AutoResolveDeps extends SnoozeLoopDeps {
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
}

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
 * Resolves conversations that have been idle for as long as the agent settings say. Idempotent and safe to run
 * concurrently: a row is changed only while it is still due, and whoever changes it writes the event. Where the
 * customer is to be notified, the message and the resolution of a conversation are one transaction.
 */
export function createAutoResolveLoop(
  deps: AutoResolveDeps,
  service: Pick<ConversationsService, "event" | "find" | "lockWithPerson" | "recipientOf">,
): Loop {
  async function tell(tx: Tx, now: Date, done: Resolved[]): Promise<void> {
    const changes = (row: Resolved) => ({
      status: { from: row.status_before, to: "resolved" },
      ...(row.reason_before === null ? {} : { pendingReason: { from: row.reason_before, to: null } }),
    });
    await appendEvents(
      tx,
      now,
      done.map((row) => service.event(row, "conversation.updated", { changes: changes(row) })),
    );
    const actor = { kind: "system" as const, id: "auto_resolve" };
    await recordActivities(
      tx,
      now,
      done.map((row) => ({ id: deps.ids.uuid(), conversationId: row.id, changes: changes(row), actor })),
    );
  }

  /**
   * Resolves one conversation and notifies the customer if that is allowed; a message that may not be sent keeps
   * nothing open.
   */
  async function resolveAndNotify(ctx: Context, id: string, before: Date, text: string): Promise<Resolved[]> {
    const { database } = deps;
    const wire = wireId("conv", id);
    const { messages } = deps;
    const prepared = await database
      .withTenant(ctx.tenantId, async (tx) => service.recipientOf(tx, await service.find({ ...ctx, tx }, wire)))
      .then((recipient) => messages.prepare(ctx, { ...recipient, type: "text", text }, { kind: "flow", id: "auto_resolve" }))
      .catch(refusedOnly);
    return database.withTenant(ctx.tenantId, async (tx) => {
      await service.lockWithPerson({ ...ctx, tx }, wire);
      if (!(await isResting(tx, id, before))) return [];
      if (prepared !== null) await messages.acceptWithin({ ...ctx, tx }, prepared).catch(refusedOnly);
      const done = await resolveIdle(tx, ctx.now, ctx.now, [id]);
      await tell(tx, ctx.now, done);
      return done;
    });
  }

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    let resolved = 0;
    let full = false;
    for (const { tenant_id, minutes, message } of await listTenants(deps.database, now)) {
      const before = new Date(now.getTime() - minutes * 60_000);
      let rows: unknown[];
      if (message === null) {
        rows = await deps.database.withTenant(tenant_id, async (tx) => {
          const done = await resolveIdle(tx, now, before, null);
          await tell(tx, now, done);
          return done;
        });
      } else {
        const actor = { kind: "system" as const, id: "auto_resolve" };
        const ctx: Context = { tenantId: tenant_id, actor, scopes: new Set(), session: null, requestId: "", now };
        rows = await deps.database.withTenant(tenant_id, (tx) => listIdle(tx, before));
        for (const { id } of rows as { id: string }[]) await resolveAndNotify(ctx, id, before, message);
        deps.messages.sent();
      }
      resolved += rows.length;
      full ||= rows.length === batchMax;
    }
    if (resolved > 0) deps.wake.hint("events");
    return full;
  }

  return createLoop({ name: "auto resolve", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/**
 * Runs as the cross-tenant worker because the question is which tenants have something due; the work itself is done
 * inside each tenant.
 */
function listTenants(
  database: Pick<Database, "worker">,
  now: Date,
): Promise<{ tenant_id: string; minutes: number; message: string | null }[]> {
  return database.worker({
    name: "auto_resolve_tenants",
    text: `select s.tenant_id, s.auto_resolve_minutes as minutes, s.auto_resolve_message as message from agent_settings s
            where s.auto_resolve_minutes is not null
              and exists (select from conversations c
                           where c.tenant_id = s.tenant_id and c.status in ('open', 'pending') and c.waiting_since is null
                             and (c.pending_reason is null or c.pending_reason = 'customer')
                             and c.last_message_at <= $1::timestamptz - make_interval(mins => s.auto_resolve_minutes))`,
    values: [now],
  });
}

const resting = `c.status in ('open', 'pending') and c.waiting_since is null and (c.pending_reason is null or c.pending_reason = 'customer')
                and c.last_message_at <= $2`;

function listIdle(tx: Tx, before: Date): Promise<{ id: string }[]> {
  return tx.query({
    name: "conversations_resting",
    text: `select c.id from conversations c where c.tenant_id = $1 and ${resting} order by c.last_message_at limit $3`,
    values: [tx.tenantId, before, batchMax],
  });
}

async function isResting(tx: Tx, id: string, before: Date): Promise<boolean> {
  const rows = await tx.query({
    name: "conversation_rests",
    text: `select 1 from conversations c where c.tenant_id = $1 and ${resting} and c.id = $3`,
    values: [tx.tenantId, before, id],
  });
  return rows.length === 1;
}

/**
 * A refusal (closed window, opted out, channel not connected) means only that nothing may be sent; anything else fails
 * the round.
 */
function refusedOnly(error: unknown): null {
  if (!(error instanceof AppError)) throw error;
  return null;
}

/** Oldest first. Locked rows are left to the next round. */
function resolveIdle(tx: Tx, now: Date, before: Date, only: string[] | null): Promise<Resolved[]> {
  return tx.query<Resolved>({
    name: "conversations_auto_resolve",
    text: `with due as (
             select c.id, c.status, c.pending_reason from conversations c
              where c.tenant_id = $1 and c.status in ('open', 'pending') and c.waiting_since is null
                and (c.pending_reason is null or c.pending_reason = 'customer') and c.last_message_at <= $3
                and ($5::uuid[] is null or c.id = any($5))
              order by c.last_message_at limit $4 for no key update skip locked
           )
           update conversations c set status = 'resolved', pending_reason = null, resolved_at = $2, resolved_by = 'auto_resolve', updated_at = $2
             from due where c.tenant_id = $1 and c.id = due.id
           returning c.id, c.channel_id, c.contact_id, due.status as status_before, due.pending_reason as reason_before`,
    values: [tx.tenantId, now, before, batchMax, only],
  });
}
