import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { fresh } from "./live/live.ts";

/** What happened to a ticket, newest first. */
export function ticketActivityQuery(ticketId: string) {
  return queryOptions({
    queryKey: ["ticket-activity", "detail", ticketId] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "ticket-activity", ticketId, () => api.tickets.activity.list(ticketId, { limit: 100 }, { signal }).page()),
  });
}
