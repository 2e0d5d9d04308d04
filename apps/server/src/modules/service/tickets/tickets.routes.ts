import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import { planTextSearch } from "#platform/text/search.ts";
import { normalForm } from "#platform/text/normal.ts";
import { renderActivity, renderTicket } from "./tickets.render.ts";
import {
  CreateComment,
  CreateConversationTicket,
  CreateTicket,
  FollowUpTicket,
  ListTicketActivityQuery,
  ListTicketsQuery,
  Ticket,
  TicketActivity,
  TicketActivityList,
  TicketList,
  UpdateTicket,
} from "./tickets.schema.ts";
import type { TicketsDeps, TicketsService } from "./tickets.service.ts";

const tag = "Tickets";
const rules = "category is the name of a ticket category, which is created on first use.";

/** A filter id that cannot exist: it matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function ticketRoutes(service: TicketsService, deps: Pick<TicketsDeps, "conversations"> & { pager: Pager }): AnyRoute[] {
  const { pager } = deps;
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/tickets",
      operationId: "listTickets",
      tag,
      summary: "List or search tickets",
      description: "Members see the tickets that are assigned to them, have no conversation, or belong to one that they can see.",
      scope: "tickets:read",
      query: ListTicketsQuery,
      response: TicketList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, sort, ...wireFilters } }) {
        const search = wireFilters.q === undefined ? undefined : planTextSearch(wireFilters.q);
        if (search === null) throw invalidField("q", "too_short");
        const filter = {
          search,
          status: wireFilters.status,
          priority: wireFilters.priority,
          category: wireFilters.category,
          assigneeId: wireFilters.assigneeId === undefined ? undefined : assigneeFilter(wireFilters.assigneeId),
          divisionId:
            wireFilters.divisionId === undefined
              ? undefined
              : wireFilters.divisionId === "none"
                ? null
                : (parseWireId("div", wireFilters.divisionId) ?? nilId),
          contactId: wireFilters.contactId === undefined ? undefined : (parseWireId("cnt", wireFilters.contactId) ?? nilId),
          conversationId: wireFilters.conversationId === undefined ? undefined : (parseWireId("conv", wireFilters.conversationId) ?? nilId),
          source: wireFilters.source,
          label: wireFilters.label === undefined ? undefined : normalForm("NFC", wireFilters.label.trim()),
          customField: wireFilters.customField,
        };
        const filters = { list: "tickets", sort, overdue: wireFilters.overdue, ...filter };
        const rows = await service.list(
          ctx,
          { ...filter, overdueAt: wireFilters.overdue === true ? ctx.now : undefined },
          sort,
          pager.read(ctx.tenantId, filters, cursor),
          limit + 1,
        );
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderTicket);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/tickets",
      operationId: "createTicket",
      tag,
      summary: "Create a ticket",
      description: "The ticket gets the tenant's next number and is open.",
      scope: "tickets:write",
      body: CreateTicket,
      response: Ticket,
      errors: ["conflict"],
      rules,
      example: {
        body: {
          subject: "The desk arrived with a scratch",
          description: "Photo in the conversation.",
          priority: "high",
          contactId: "cnt_019a8b7c6d5e7f008123456789abcdef",
          labels: ["damage"],
          customFields: { product: "Desk", warranty: true },
          dueAt: "2027-01-31T12:00:00.000Z",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/tickets/:id",
      operationId: "getTicket",
      tag,
      summary: "Get a ticket",
      scope: "tickets:read",
      params: IdParams,
      response: Ticket,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/tickets/:id",
      operationId: "updateTicket",
      tag,
      summary: "Update a ticket or its status",
      description:
        "Allowed status changes: open to in_progress or resolved; in_progress to pending or resolved; pending to resolved or open; resolved to closed or open; others are 409. A customer message in the conversation reopens a pending or resolved ticket. A resolved ticket closes automatically after the organization's ticketAutoCloseDays. A closed ticket cannot be changed. labels replaces all labels; customFields sets the given fields and null removes one.",
      scope: "tickets:write",
      params: IdParams,
      body: UpdateTicket,
      response: Ticket,
      errors: ["conflict", "invalid_transition"],
      rules,
      exists,
      example: { body: { status: "in_progress", priority: "urgent" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/tickets/:id",
      operationId: "deleteTicket",
      tag,
      summary: "Delete a ticket",
      description: "Also deletes its activity and comments, permanently. Its number is not reused; follow-ups stay, without followUpOfId.",
      scope: "tickets:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/tickets/:id/follow-up",
      operationId: "followUpTicket",
      tag,
      summary: "Create a follow-up to a closed ticket",
      description:
        "The new ticket takes the contact, conversation, category, priority, labels, custom fields and assignee of the closed one, and its id as followUpOfId. 409 when the ticket is not closed: reopen it instead.",
      scope: "tickets:write",
      params: IdParams,
      body: FollowUpTicket,
      response: Ticket,
      errors: ["conflict"],
      exists,
      example: { body: { description: "It is scratched again." } },
      handle: (ctx, { params, body }) => service.followUp(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/tickets/:id/activity",
      operationId: "listTicketActivity",
      tag,
      summary: "List a ticket's activity and comments",
      description: "Newest first.",
      scope: "tickets:read",
      params: IdParams,
      query: ListTicketActivityQuery,
      response: TicketActivityList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const filters = { list: "ticket-activity", id: params.id };
        const rows = await service.activity(ctx, params.id, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderActivity);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/tickets/:id/comments",
      operationId: "createTicketComment",
      tag,
      summary: "Add a comment to a ticket",
      description: "Visible to the team; never sent to the customer.",
      scope: "tickets:write",
      params: IdParams,
      body: CreateComment,
      response: TicketActivity,
      errors: ["conflict"],
      exists,
      example: { body: { text: "The carrier has taken the blame." } },
      handle: (ctx, { params, body }) => service.comment(ctx, params.id, body.text),
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/tickets",
      operationId: "createConversationTicket",
      tag,
      summary: "Create a ticket from a conversation",
      description: "Linked to the conversation and its contact, with the source inbox.",
      scope: "tickets:write",
      params: IdParams,
      body: CreateConversationTicket,
      response: Ticket,
      errors: ["conflict"],
      rules,
      async exists(ctx, params) {
        await deps.conversations.get(ctx, params.id);
      },
      example: { body: { priority: "high" } },
      handle: (ctx, { params, body }) => service.createFromConversation(ctx, params.id, body),
    }),
  ];
}

function assigneeFilter(given: string): string | null {
  return given === "none" ? null : (parseWireId("agt", given) ?? parseWireId("usr", given) ?? nilId);
}
