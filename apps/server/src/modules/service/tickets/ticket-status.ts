export const ticketStatuses = ["open", "in_progress", "pending", "resolved", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/**
 * The states of a ticket:
 *
 *   open         -> in_progress, resolved
 *   in_progress  -> pending, resolved
 *   pending      -> resolved; open, when the customer has answered
 *   resolved     -> closed; open, when the customer has answered
 *   closed       -> nothing: a follow-up is another ticket
 *
 * A customer's message reopens a ticket automatically; a person who hears from the customer elsewhere reopens it
 * manually. Resolved tickets close after a time. Keeping the status is always allowed and changes nothing.
 */
const next: Record<TicketStatus, readonly TicketStatus[]> = {
  open: ["in_progress", "resolved"],
  in_progress: ["pending", "resolved"],
  pending: ["resolved", "open"],
  resolved: ["closed", "open"],
  closed: [],
};

export function canBecome(from: TicketStatus, to: TicketStatus): boolean {
  return from === to || next[from].includes(to);
}

/** The statuses that a ticket may change to, for an error message. */
export function nextStatuses(from: TicketStatus): readonly TicketStatus[] {
  return next[from];
}

export interface StatusStamps {
  status: TicketStatus;
  resolved_at: Date | null;
  closed_at: Date | null;
  close_at: Date | null;
}

/** The columns that follow from a status; `closeAfterDays`: how long a ticket stays resolved. Pure. */
export function stampsOf(from: StatusStamps, to: TicketStatus, now: Date, closeAfterDays: number): StatusStamps {
  if (from.status === to) return { status: from.status, resolved_at: from.resolved_at, closed_at: from.closed_at, close_at: from.close_at };
  switch (to) {
    case "resolved":
      return { status: to, resolved_at: now, closed_at: null, close_at: new Date(now.getTime() + closeAfterDays * 86_400_000) };
    case "closed":
      return { status: to, resolved_at: from.resolved_at, closed_at: now, close_at: null };
    default:
      return { status: to, resolved_at: null, closed_at: null, close_at: null };
  }
}
