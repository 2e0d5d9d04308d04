import type { MessagesService } from "#modules/inbox/messages/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Context } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { recordActivities } from "../activity/activity.ts";
import type { SnoozeLoopDeps } from "../conversations.jobs.ts";
import type { ConversationsService } from "../conversations.service.ts";
import { batchMax, type Resolved, listTenants, listIdle, isIdle, resolveIdle } from "./auto-resolve.queries.ts";

export interface AutoResolveDeps extends SnoozeLoopDeps {
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
}

const pollMs = 30_000;

/**
 * Resolves conversations that have been idle for as long as the agent settings say. Idempotent and safe to run concurrently: a row changes
 * only while it is still due, and whoever changes it writes the event. If the customer is to be notified, the message and the resolution
 * are one transaction.
 */
export function createAutoResolveLoop(
  deps: AutoResolveDeps,
  service: Pick<ConversationsService, "event" | "find" | "lockWithPerson" | "recipientOf">,
): Loop {
  async function recordChanges(tx: Tx, now: Date, done: Resolved[]): Promise<void> {
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
   * Resolves one conversation and notifies the customer if that is allowed; a message that may not be sent does not
   * keep it open.
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
      if (!(await isIdle(tx, id, before))) return [];
      if (prepared !== null) await messages.acceptWithin({ ...ctx, tx }, prepared).catch(refusedOnly);
      const done = await resolveIdle(tx, ctx.now, ctx.now, [id]);
      await recordChanges(tx, ctx.now, done);
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
          await recordChanges(tx, now, done);
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

/** A refusal (closed window, opted out, channel not connected) only means that nothing may be sent; any other error fails the round. */
function refusedOnly(error: unknown): null {
  if (!(error instanceof AppError)) throw error;
  return null;
}
