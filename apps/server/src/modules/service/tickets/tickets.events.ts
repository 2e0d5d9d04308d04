import type { EventType } from "#platform/events/types.ts";
import { ticketCreatedData, ticketUpdatedData } from "./tickets.schema.ts";

export const ticketEvents: EventType[] = [
  { type: "ticket.created", summary: "A ticket was created", data: ticketCreatedData },
  { type: "ticket.updated", summary: "A ticket's status or another field changed, or a comment was added", data: ticketUpdatedData },
];
