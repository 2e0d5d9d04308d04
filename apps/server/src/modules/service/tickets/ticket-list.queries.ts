import type { CustomValue } from "#modules/contacts/custom-fields/index.ts";
import type { Viewer } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { byCreation, columns, type TicketRow, visibleTicket } from "./tickets.queries.ts";
import type { TicketSort } from "./tickets.schema.ts";

const unresolved = "k.status in ('open', 'in_progress', 'pending')";

export interface TicketFilter {
  search: { first: string; rest: string[] } | undefined;
  status: string | undefined;
  priority: string | undefined;
  categoryId: string | undefined;
  /** null: unassigned. */
  assigneeId: string | null | undefined;
  /** null: without a division. */
  divisionId: string | null | undefined;
  contactId: string | undefined;
  conversationId: string | undefined;
  source: string | undefined;
  label: string | undefined;
  /** Matches any of these: values of one custom field as documents. */
  custom: Record<string, CustomValue>[] | undefined;
  /** Overdue at this instant. */
  overdueAt: Date | undefined;
}

/** createdAt: newest first by (created_at, id); dueAt: those that are due and not resolved, soonest first by (due_at, id). */
export function listTickets(
  tx: Tx,
  filter: TicketFilter,
  viewer: Viewer | null,
  sort: TicketSort,
  after: string[] | null,
  limit: number,
): Promise<TicketRow[]> {
  if (filter.search !== undefined || filter.label !== undefined || filter.custom !== undefined)
    return searchTickets(tx, filter, viewer, after, limit);
  const values: unknown[] = [tx.tenantId, limit];
  const visible = visibleTicket(viewer, values);
  const where = ["k.tenant_id = $1", visible.condition];
  const names: string[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const add = (name: string, condition: string) => {
    names.push(name);
    where.push(condition);
  };
  if (filter.status !== undefined) add("status", `k.status = ${value(filter.status)}`);
  if (filter.priority !== undefined) add("priority", `k.priority = ${value(filter.priority)}`);
  if (filter.categoryId !== undefined) add("category", `k.category_id = ${value(filter.categoryId)}`);
  if (filter.assigneeId === null) add("unassigned", "k.assignee_id is null");
  else if (filter.assigneeId !== undefined) add("assignee", `k.assignee_id = ${value(filter.assigneeId)}`);
  if (filter.divisionId === null) add("undivided", "k.division_id is null");
  else if (filter.divisionId !== undefined) add("division", `k.division_id = ${value(filter.divisionId)}`);
  if (filter.contactId !== undefined) add("contact", `k.contact_id = ${value(filter.contactId)}`);
  if (filter.conversationId !== undefined) add("conversation", `k.conversation_id = ${value(filter.conversationId)}`);
  if (filter.source !== undefined) add("source", `k.source = ${value(filter.source)}`);
  if (filter.overdueAt !== undefined) add("overdue", `k.due_at < ${value(filter.overdueAt)} and ${unresolved}`);
  if (sort === "dueAt") add("due", `k.due_at is not null and ${unresolved}`);
  const [column, direction, follows] = sort === "dueAt" ? ["k.due_at", "asc", ">"] : ["k.created_at", "desc", "<"];
  if (after !== null) add("after", `(${column}, k.id) ${follows} (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`);
  return tx.query<TicketRow>({
    name: `tickets_list${visible.name}_${names.join("_")}`,
    text: `select ${columns}, ${column}::text as position from tickets k
            where ${where.join(" and ")} order by ${column} ${direction}, k.id ${direction} limit $2`,
    values,
  });
}

/** functions/list_tickets.sql picks the index for words, label and custom field by their values. */
function searchTickets(tx: Tx, filter: TicketFilter, viewer: Viewer | null, after: string[] | null, limit: number): Promise<TicketRow[]> {
  return tx.query<TicketRow>({
    name: "tickets_search",
    text: `select ${byCreation} from list_tickets($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz, $13::uuid, $14, $15, $16,
                    $17::jsonb[], $18, $19, $20::uuid, $21::uuid[]) as found (id)
             join tickets k on k.tenant_id = $1 and k.id = found.id
            order by k.created_at desc, k.id desc`,
    values: [
      tx.tenantId,
      filter.search?.first ?? null,
      filter.search === undefined || filter.search.rest.length === 0 ? null : filter.search.rest,
      filter.status ?? null,
      filter.priority ?? null,
      filter.categoryId ?? null,
      filter.assigneeId ?? null,
      filter.assigneeId === null,
      filter.contactId ?? null,
      filter.conversationId ?? null,
      filter.overdueAt ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
      filter.divisionId ?? null,
      filter.divisionId === null,
      filter.custom?.map((one) => JSON.stringify(one)) ?? null,
      filter.label ?? null,
      filter.source ?? null,
      viewer?.userId ?? null,
      viewer?.divisionIds ?? null,
    ],
  });
}
