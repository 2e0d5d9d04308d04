/** The search parameters of the tickets screen: those of GET /tickets. */
import type { TicketsListQuery } from "@parley/sdk";

export const ticketStatuses = ["open", "in_progress", "pending", "resolved", "closed"] as const;
export const ticketPriorities = ["urgent", "high", "medium", "low"] as const;
export const ticketSorts = ["createdAt", "dueAt"] as const;
export const ticketSources = ["inbox", "flow", "manual", "api"] as const;

export type TicketSearch = Pick<
  TicketsListQuery,
  "q" | "status" | "priority" | "category" | "assigneeId" | "divisionId" | "source" | "label" | "overdue" | "sort"
>;

/** Reads the URL's search parameters; invalid values are ignored. Without a status, open tickets are shown. */
export function readTicketSearch(search: Record<string, unknown>): TicketSearch {
  const oneOf = <const Word extends string>(values: readonly Word[], value: unknown) => values.find((candidate) => candidate === value);
  // A numeric text in the URL arrives as a number.
  const text = (value: unknown) =>
    typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
  const status = oneOf(ticketStatuses, search["status"]);
  return {
    q: text(search["q"]),
    status: status === "open" ? undefined : status,
    priority: oneOf(ticketPriorities, search["priority"]),
    category: text(search["category"]),
    assigneeId: text(search["assigneeId"]),
    divisionId: text(search["divisionId"]),
    source: oneOf(ticketSources, search["source"]),
    label: text(search["label"]),
    overdue: search["overdue"] === true ? true : undefined,
    sort: search["sort"] === "dueAt" ? "dueAt" : undefined,
  };
}

/** Resolved tickets have no due time, and search results have a fixed order. */
export function mayBeSorted({ q, label, status }: TicketSearch): boolean {
  return q === undefined && label === undefined && status !== "resolved" && status !== "closed";
}
