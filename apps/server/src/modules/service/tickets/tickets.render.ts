import { isDeepStrictEqual } from "node:util";
import { renderSla } from "#modules/service/sla-policies/index.ts";
import type { EventRecord } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { ActivityRow, TicketRow } from "./tickets.queries.ts";
import type { Ticket, TicketActivity, TicketReason } from "./tickets.schema.ts";

export function renderTicket(row: TicketRow): Ticket {
  return {
    id: wireId("tkt", row.id),
    number: row.number,
    subject: row.subject,
    description: row.description,
    status: row.status,
    priority: row.priority,
    category: row.category,
    assigneeId: row.assignee_id === null ? null : wireId("agt", row.assignee_id),
    divisionId: row.division_id === null ? null : wireId("div", row.division_id),
    contactId: row.contact_id === null ? null : wireId("cnt", row.contact_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    source: row.source,
    labels: row.labels,
    customFields: row.custom_fields,
    dueAt: row.due_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    autoCloseAt: row.close_at?.toISOString() ?? null,
    followUpOfId: row.follow_up_of_id === null ? null : wireId("tkt", row.follow_up_of_id),
    sla: renderSla(row.sla),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export type Changes = Record<string, { from: unknown; to: unknown }>;

/** The fields that differ. Pure. */
export function ticketChanges(before: Ticket, after: Ticket): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(after) as (keyof Ticket)[]) {
    if (field === "updatedAt" || field === "createdAt" || isDeepStrictEqual(before[field], after[field])) continue;
    changes[field] = { from: before[field], to: after[field] };
  }
  return changes;
}

function about(ticket: Ticket) {
  const { number, subject, status, priority, category, assigneeId, divisionId, contactId, conversationId } = ticket;
  return { ticketId: ticket.id, number, subject, status, priority, category, assigneeId, divisionId, contactId, conversationId };
}

export function createdEvent(ids: IdSource, row: TicketRow): EventRecord {
  const ticket = renderTicket(row);
  return {
    id: ids.uuid(),
    type: "ticket.created",
    conversationId: row.conversation_id,
    data: { ...about(ticket), source: ticket.source, followUpOfId: ticket.followUpOfId },
  };
}

/** With the ticket as it is after the change. */
export function updatedEvent(ids: IdSource, row: TicketRow, reason: TicketReason, changes: Changes): EventRecord {
  return {
    id: ids.uuid(),
    type: "ticket.updated",
    conversationId: row.conversation_id,
    data: { ...about(renderTicket(row)), reason, changes },
  };
}

export function renderActivity(row: ActivityRow): TicketActivity {
  return {
    id: wireId("tac", row.id),
    kind: row.kind,
    by: row.by,
    reason: row.reason as TicketReason,
    text: row.text,
    changes: row.changes,
    createdAt: row.created_at.toISOString(),
  };
}
