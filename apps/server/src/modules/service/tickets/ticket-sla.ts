import type { Step, Tracked, Tracking } from "#modules/service/sla-policies/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TicketStatus } from "./ticket-status.ts";
import type { TicketRow } from "./tickets.queries.ts";

/** How ticket changes drive the clocks of their service level. */

/**
 * `customer`: the customer's message reopened it; `team`: a person or key changed it, which also counts as a reply.
 * Pure.
 */
export function stepsBetween(from: TicketStatus, to: TicketStatus, by: "team" | "customer", now: Date): Step[] {
  if (from === to) return [];
  const at = now.getTime();
  const answered: Step[] = by === "team" ? [{ at, do: "answered" }] : [];
  switch (to) {
    case "pending":
      return [...answered, { at, do: "paused" }];
    case "resolved":
      return [...answered, { at, do: "resolved" }];
    case "closed":
      return [];
    // Also if a person reopens it: the customer has contacted them elsewhere.
    case "open":
      return [from === "resolved" ? { at, do: "opened", running: true } : { at, do: "resumed" }, { at, do: "waits" }];
    case "in_progress":
      return answered;
  }
}

/** A new ticket: somebody is waiting for the team from the start. */
export function stepsOfCreation(now: Date): Step[] {
  const at = now.getTime();
  return [
    { at, do: "opened", running: true },
    { at, do: "waits" },
  ];
}

/**
 * Advances the clocks for rows that this transaction wrote, puts their state into the rows, and reports missed targets
 * to the people concerned.
 */
export async function follow(deps: { sla: Tracking }, tx: Tx, now: Date, changed: { row: TicketRow; steps: Step[] }[]): Promise<void> {
  const rows = new Map(changed.map(({ row }) => [row.id, row]));
  const tracked = await deps.sla.track(
    tx,
    now,
    "tickets",
    changed.filter(({ steps }) => steps.length > 0).map(({ row, steps }) => ({ id: row.id, steps })),
  );
  for (const { id, after } of tracked) {
    const row = rows.get(id);
    if (row !== undefined) row.sla = after;
  }
  await notifyMissed(deps, tx, now, rows, tracked);
}

export async function notifyMissed(
  deps: { sla: Tracking },
  tx: Tx,
  now: Date,
  rows: Map<string, TicketRow>,
  tracked: Tracked[],
): Promise<void> {
  await deps.sla.notify(
    { tx, now, actor: { kind: "system", id: "sla" } },
    tracked.flatMap(({ id, missed }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ assigneeId: row.assignee_id, conversationId: row.conversation_id, ticketId: id, missed }];
    }),
  );
}
