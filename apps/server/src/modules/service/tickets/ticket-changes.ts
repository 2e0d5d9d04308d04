import type { FieldOwnerDeps } from "#modules/contacts/custom-fields/index.ts";
import type { ContactFollower } from "#modules/contacts/contacts/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { renderSla, type Tracked, type Tracking } from "#modules/service/sla-policies/index.ts";
import { follow, notifyMissed, stepsBetween } from "./ticket-sla.ts";
import { stampsOf, type TicketStatus } from "./ticket-status.ts";
import * as queries from "./tickets.queries.ts";
import { type Changes, renderTicket, ticketChanges, updatedEvent } from "./tickets.render.ts";
import type { TicketReason } from "./tickets.schema.ts";

/** Changes to a ticket without a request of its own: a customer's message, time, a merge of contacts. */

/** Records changes in the ticket's activity and in the event log. */
async function recordChanges(
  deps: { ids: IdSource },
  tx: Tx,
  now: Date,
  changed: { row: queries.TicketRow; changes: Changes }[],
  reason: TicketReason,
  by: string,
): Promise<void> {
  if (changed.length === 0) return;
  await queries.insertActivity(
    tx,
    now,
    changed.map(({ row, changes }) => ({ id: deps.ids.uuid(), ticketId: row.id, kind: "updated", by, reason, text: null, changes })),
  );
  await appendEvents(
    tx,
    now,
    changed.map(({ row, changes }) => updatedEvent(deps.ids, row, reason, changes)),
  );
}

async function setStatus(
  deps: { sla: Tracking },
  tx: Tx,
  now: Date,
  row: queries.TicketRow,
  status: TicketStatus,
  by: "team" | "customer",
) {
  const changed = await queries.updateTicket(tx, now, row.id, { ...row, ...stampsOf(row, status, now, 0) });
  await follow(deps, tx, now, [{ row: changed, steps: stepsBetween(row.status, status, by, now) }]);
  return { row: changed, changes: ticketChanges(renderTicket(row), renderTicket(changed)) };
}

export interface RepliesDeps {
  ids: IdSource;
  sla: Tracking;
}

/**
 * Reopens the tickets of conversations in which a customer has just written, in the transaction that stores the message
 * rather than from the event log: what the customer sees as answered and what the team sees as open must never differ,
 * and a message stored once reopens once. Closed tickets stay closed.
 */
export function createReplies(deps: RepliesDeps) {
  return async (tx: Tx, now: Date, conversationIds: string[]): Promise<void> => {
    const waiting = await queries.lockWaiting(tx, conversationIds);
    if (waiting.length === 0) return;
    const opened = [];
    for (const row of waiting) opened.push(await setStatus(deps, tx, now, row, "open", "customer"));
    await recordChanges(deps, tx, now, opened, "customer_reply", "customer");
  };
}

export interface CloseLoopDeps {
  ids: IdSource;
  sla: Tracking;
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
}

const batchMax = 200;
/** How late a ticket may close. */
const pollMs = 30_000;

/**
 * Closes tickets that have been resolved for long enough. Safe to run twice and concurrently: a row changes only while
 * it is still due, under its lock.
 */
export function createCloseLoop(deps: CloseLoopDeps): Loop {
  const turns = createTenantTurns(deps, "a tenant's tickets could not be closed; it is retried");

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    // Runs as the cross-tenant worker, because a timer cannot know which tenants have due tickets. Only lists them.
    const due = await turns.list((skipped) => queries.listDue(deps.database, now, batchMax, skipped));
    let closed = 0;
    for (const [tenantId, rows] of Map.groupBy(due, (row) => row.tenant_id)) {
      const close = async (tx: Tx) => {
        const ids = rows.map((row) => row.id);
        const changed = [];
        for (const row of await queries.lockClosing(tx, ids, now)) changed.push(await setStatus(deps, tx, now, row, "closed", "team"));
        await recordChanges(deps, tx, now, changed, "auto_close", "system");
        return changed.length;
      };
      closed += (await turns.run(tenantId, close)) ?? 0;
    }
    if (closed > 0) deps.wake.hint("events");
    // Rows locked by others are skipped. Without progress the next poll is soon enough.
    return due.length === batchMax && closed > 0;
  }

  return createLoop({ name: "tickets to close", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** Moves tickets with their contact through a merge, and back; closed ones too. */
export function createTicketFollower(deps: { ids: IdSource }): ContactFollower {
  return {
    name: "tickets",
    async move(ctx, from, to, only, reason) {
      const moved = await queries.moveTicketsOfContact(ctx.tx, ctx.now, from, to, only);
      const changes = { contactId: { from: wireId("cnt", from), to: wireId("cnt", to) } };
      const changed = moved.map((row) => ({ row, changes }));
      await recordChanges(deps, ctx.tx, ctx.now, changed, reason, actorWireId(ctx.actor));
      return moved.map((row) => row.id);
    },
  };
}

/** Reports tickets that missed a target: once, by whoever noticed it, in that transaction. */
export function createMissedTargetNotifier(deps: { ids: IdSource; sla: Tracking }) {
  return async (tx: Tx, now: Date, missed: Tracked[]): Promise<void> => {
    const rows = new Map(
      (
        await queries.ticketsById(
          tx,
          missed.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    const changed = missed.flatMap(({ id, before, after }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ row, changes: { sla: { from: renderSla(before), to: renderSla(after) } } }];
    });
    await recordChanges(deps, tx, now, changed, "sla_breach", "system");
    await notifyMissed(deps, tx, now, rows, missed);
  };
}

/** Moves a division's tickets to another when the division is deleted. */
export function createDivisionMove(deps: { ids: IdSource }) {
  return async (ctx: TxContext, from: string, to: string): Promise<void> => {
    const moved = await queries.moveDivision(ctx.tx, ctx.now, from, to);
    const changes = { divisionId: { from: wireId("div", from), to: wireId("div", to) } };
    const changed = moved.map((row) => ({ row, changes }));
    await recordChanges(deps, ctx.tx, ctx.now, changed, "division_deleted", actorWireId(ctx.actor));
  };
}

/** Reports tickets that lost a custom field's value with its definition; closed ones too. */
export function createRemovedFieldNotifier(deps: { ids: IdSource }): FieldOwnerDeps["notifyRemoved"] {
  return async (tx, now, lost) => {
    if (lost.length === 0) return;
    const byId = new Map(lost.map(({ id, before, left }) => [id, { from: before, to: left }]));
    const rows = await queries.ticketsById(tx, [...byId.keys()]);
    const changed = rows.map((row) => ({ row, changes: { customFields: byId.get(row.id) as { from: unknown; to: unknown } } }));
    await recordChanges(deps, tx, now, changed, "field_deleted", "system");
  };
}
