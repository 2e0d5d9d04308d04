import { isDeepStrictEqual } from "node:util";
import { type CustomFieldsService, type CustomValue, mergeCustomFields } from "#modules/contacts/custom-fields/index.ts";
import { lockContact } from "#modules/contacts/contacts/index.ts";
import { lockDivisions } from "#modules/people/divisions/index.ts";
import type { Tracking } from "#modules/service/sla-policies/index.ts";
import { getMember, ticketAutoCloseDaysDefault, activeAssignee } from "#modules/organizations/tenants/index.ts";
import { takeNumber } from "#platform/db/counters.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { labelNames } from "#modules/inbox/labels/index.ts";
import { categoryNamed, ensureCategory } from "./categories.service.ts";
import { follow, stepsBetween, stepsOfCreation } from "./ticket-sla.ts";
import { canBecome, nextStatuses, stampsOf, type TicketStatus } from "./ticket-status.ts";
import { listTickets, type TicketFilter } from "./ticket-list.queries.ts";
import * as queries from "./tickets.queries.ts";
import { createdEvent, renderActivity, renderTicket, ticketChanges, updatedEvent } from "./tickets.render.ts";
import type {
  CreateConversationTicket,
  CreateTicket,
  FollowUpTicket,
  Ticket,
  TicketActivity,
  TicketSort,
  UpdateTicket,
} from "./tickets.schema.ts";

export interface TicketsDeps {
  ids: IdSource;
  sla: Tracking;
  fields: Pick<CustomFieldsService, "check" | "possibleValues">;
  conversations: {
    get(ctx: TxContext, wire: string): Promise<{ contactId: string; subject: string | null; lastMessage: { preview: string } | null }>;
  };
}

export function createTicketsService(deps: TicketsDeps) {
  /** Throws not_found, also for a ticket that the caller may not see. */
  async function find(ctx: TxContext, wire: string, lock = false): Promise<queries.TicketRow> {
    const id = parseWireId("tkt", wire);
    const row = id === null ? null : await queries.findTicket(ctx.tx, id, await readViewer(ctx), lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function assigneeOf(tx: Tx, id: string | null | undefined): Promise<string | null | undefined> {
    return id === undefined || id === null ? id : (await getMember(tx, id, true)).userId;
  }

  async function divisionOf(tx: Tx, id: string | null | undefined): Promise<string | null | undefined> {
    return id === undefined || id === null ? id : ((await lockDivisions(tx, [id]))[0] as string);
  }

  /** By name; creates a new category on first use, like conversation labels. */
  async function categoryOf(ctx: TxContext, id: string | null | undefined): Promise<string | null | undefined> {
    if (id === undefined || id === null) return id;
    return (await ensureCategory(ctx, deps.ids, id, "category")).id;
  }

  /** `KEY:VALUE` as documents, one of which a ticket must contain. */
  async function customOf(tx: Tx, given: string): Promise<Record<string, CustomValue>[]> {
    const colon = given.indexOf(":");
    const key = given.slice(0, colon);
    return (await deps.fields.possibleValues(tx, key, given.slice(colon + 1))).map((value) => Object.fromEntries([[key, value]]));
  }

  async function conversationOf(ctx: TxContext, wire: string) {
    const { contactId } = await deps.conversations.get(ctx, wire);
    return { id: parseWireId("conv", wire) as string, contactId };
  }

  async function make(
    ctx: TxContext,
    values: Omit<queries.TicketValues, "number" | "status" | "resolved_at" | "closed_at" | "close_at">,
  ): Promise<Ticket> {
    const { tx, now } = ctx;
    const id = deps.ids.uuid();
    const number = await takeNumber(tx, "tickets");
    const row = await queries.insertTicket(tx, now, id, {
      ...values,
      number,
      status: "open",
      resolved_at: null,
      closed_at: null,
      close_at: null,
    });
    await follow(deps, tx, now, [{ row, steps: stepsOfCreation(now) }]);
    const activity = { id: deps.ids.uuid(), ticketId: id, kind: "created" as const, by: actorWireId(ctx.actor), reason: "created" };
    await queries.insertActivity(tx, now, [{ ...activity, text: null, changes: {} }]);
    await recordAudit(ctx, deps.ids, "ticket.created", wireId("tkt", id), { number, source: row.source });
    await appendEvents(tx, now, [createdEvent(deps.ids, row)]);
    return renderTicket(row);
  }

  return {
    /** Throws not_found. */
    async get(ctx: TxContext, wire: string): Promise<Ticket> {
      return renderTicket(await find(ctx, wire));
    },

    /** Up to `limit` rows after a position. A category that does not exist matches nothing. */
    async list(
      ctx: TxContext,
      filter: Omit<TicketFilter, "categoryId" | "custom"> & { category: string | undefined; customField: string | undefined },
      sort: TicketSort,
      after: string[] | null,
      limit: number,
    ): Promise<queries.TicketRow[]> {
      const { category, customField, ...rest } = filter;
      if (sort === "dueAt" && (rest.search !== undefined || rest.label !== undefined || customField !== undefined))
        throw invalidField("sort", "not_allowed", "sort=dueAt goes without q, label and customField.");
      const { tx } = ctx;
      const custom = customField === undefined ? undefined : await customOf(tx, customField);
      const found = category === undefined ? undefined : await categoryNamed(tx, category);
      if (found === null) return [];
      return listTickets(tx, { ...rest, custom, categoryId: found?.id }, await readViewer(ctx), sort, after, limit);
    },

    /** 404 for an unknown reference; 409 conflict for a merged contact. */
    async create(ctx: TxContext, input: CreateTicket): Promise<Ticket> {
      const { tx } = ctx;
      const subject = readSubject(input.subject);
      const labels = await readLabels(ctx.tx, input.labels ?? []);
      const conversation = input.conversationId == null ? null : await conversationOf(ctx, input.conversationId);
      const contact = input.contactId ?? conversation?.contactId;
      return make(ctx, {
        subject,
        description: input.description ?? null,
        priority: input.priority ?? "medium",
        category_id: (await categoryOf(ctx, input.category)) ?? null,
        assignee_id: (await assigneeOf(tx, input.assigneeId)) ?? null,
        division_id: (await divisionOf(tx, input.divisionId)) ?? null,
        contact_id: contact === undefined ? null : await lockContact(tx, contact),
        conversation_id: conversation?.id ?? null,
        source: input.source ?? (ctx.actor.kind === "member" ? "manual" : "api"),
        labels,
        // Required fields bind people and programs; a flow or a chatbot does not know them.
        custom_fields: mergeCustomFields({}, await deps.fields.check(tx, input.customFields ?? {}, ctx.actor.kind !== "system")),
        due_at: input.dueAt == null ? null : new Date(input.dueAt),
        follow_up_of_id: null,
      });
    },

    /** A ticket for a conversation and its contact. */
    async createFromConversation(ctx: TxContext, wire: string, input: CreateConversationTicket): Promise<Ticket> {
      const { subject, lastMessage } = await deps.conversations.get(ctx, wire);
      // A message may consist of spaces.
      const chosen = input.subject ?? (subject?.trim() || lastMessage?.preview.trim() || "Conversation");
      return this.create(ctx, { ...input, subject: chosen, conversationId: wire, source: "inbox" });
    },

    /**
     * 409 conflict unless the ticket is closed; any other is reopened instead. Copies what the closed ticket was about.
     */
    async followUp(ctx: TxContext, wire: string, input: FollowUpTicket): Promise<Ticket> {
      // Locks the contact before the ticket, in a merge's order.
      const seen = await find(ctx, wire);
      const contactId = seen.contact_id === null ? null : await lockContact(ctx.tx, wireId("cnt", seen.contact_id));
      const closed = await find(ctx, wire, true);
      if (closed.status !== "closed")
        throw new AppError("conflict", {
          message: `Only a closed ticket can have follow-ups. This one is ${closed.status}. Reopen it instead.`,
        });
      return make(ctx, {
        subject: input.subject === undefined ? closed.subject : readSubject(input.subject),
        description: input.description === undefined ? null : input.description,
        priority: closed.priority,
        category_id: closed.category_id,
        // A member who has left or is suspended gets no new tickets.
        assignee_id: closed.assignee_id === null ? null : await activeAssignee(ctx.tx, closed.assignee_id),
        division_id: closed.division_id,
        contact_id: contactId,
        conversation_id: closed.conversation_id,
        source: ctx.actor.kind === "member" ? "manual" : "api",
        labels: closed.labels,
        custom_fields: closed.custom_fields,
        due_at: null,
        follow_up_of_id: closed.id,
      });
    },

    /**
     * Like `create` for the given fields; 409 invalid_transition, see ticket-status.ts, and conflict for a closed
     * ticket.
     */
    async update(ctx: TxContext, wire: string, input: UpdateTicket): Promise<Ticket> {
      const { tx, now } = ctx;
      const categoryId = await categoryOf(ctx, input.category);
      const assigneeId = await assigneeOf(tx, input.assigneeId);
      const conversationId = input.conversationId == null ? input.conversationId : (await conversationOf(ctx, input.conversationId)).id;
      const divisionId = await divisionOf(tx, input.divisionId);
      // Locks the contact before the ticket, in a merge's order.
      const contactId = input.contactId == null ? input.contactId : await lockContact(tx, input.contactId);
      const chosen = input.customFields === undefined ? {} : await deps.fields.check(tx, input.customFields, false);
      const row = await find(ctx, wire, true);
      const status = input.status ?? row.status;
      if (!canBecome(row.status, status)) throw refusedStatus(row.status, status);
      const days = (await queries.readAutoCloseDays(tx)) ?? ticketAutoCloseDaysDefault;
      const after: queries.TicketValues = {
        ...row,
        ...stampsOf(row, status, now, days),
        subject: input.subject === undefined ? row.subject : readSubject(input.subject),
        description: input.description === undefined ? row.description : input.description,
        priority: input.priority ?? row.priority,
        category_id: categoryId === undefined ? row.category_id : categoryId,
        assignee_id: assigneeId === undefined ? row.assignee_id : assigneeId,
        division_id: divisionId === undefined ? row.division_id : divisionId,
        contact_id: contactId === undefined ? row.contact_id : contactId,
        conversation_id: conversationId === undefined ? row.conversation_id : conversationId,
        labels: input.labels === undefined ? row.labels : await readLabels(ctx.tx, input.labels),
        custom_fields: mergeCustomFields(row.custom_fields, chosen),
        due_at: input.dueAt === undefined ? row.due_at : input.dueAt === null ? null : new Date(input.dueAt),
      };
      const before = renderTicket(row);
      const sameCategory = after.category_id === row.category_id;
      if (sameCategory && Object.keys(ticketChanges(before, renderTicket({ ...row, ...after }))).length === 0) return before;
      if (row.status === "closed") throw closedError();
      const changed = await queries.updateTicket(tx, now, row.id, after);
      const choice = ["priority", "division_id", "labels", "conversation_id"] as const;
      const steps = stepsBetween(row.status, changed.status, "team", now);
      // A resolved ticket owes nothing; reopening it chooses a policy again.
      if (changed.resolved_at === null && choice.some((field) => !isDeepStrictEqual(row[field], changed[field])))
        steps.push({ at: now.getTime(), do: "chosen" });
      await follow(deps, tx, now, [{ row: changed, steps }]);
      const changes = ticketChanges(before, renderTicket(changed));
      const activity = { id: deps.ids.uuid(), ticketId: row.id, kind: "updated" as const, by: actorWireId(ctx.actor), reason: "request" };
      await queries.insertActivity(tx, now, [{ ...activity, text: null, changes }]);
      await recordAudit(ctx, deps.ids, "ticket.updated", wire, { fields: Object.keys(changes), status });
      await appendEvents(tx, now, [updatedEvent(deps.ids, changed, "request", changes)]);
      return renderTicket(changed);
    },

    /** Deleted permanently with its activity. The ticket's last event is a ticket.updated. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx, wire, true);
      await queries.deleteTicket(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "ticket.deleted", wire, { number: row.number });
      const changes = { deletedAt: { from: null, to: ctx.now.toISOString() } };
      await appendEvents(ctx.tx, ctx.now, [updatedEvent(deps.ids, row, "deleted", changes)]);
      return { id: wire, deleted: true };
    },

    /** What happened to a ticket, newest first. Throws not_found. */
    async activity(ctx: TxContext, wire: string, after: string[] | null, limit: number): Promise<queries.ActivityRow[]> {
      return queries.listActivity(ctx.tx, (await find(ctx, wire)).id, after, limit);
    },

    /** Visible to the team, never sent. 409 conflict for a closed ticket. */
    async comment(ctx: TxContext, wire: string, text: string): Promise<TicketActivity> {
      const row = await find(ctx, wire, true);
      if (text.trim() === "") throw invalidField("text", "too_short");
      if (row.status === "closed") throw closedError();
      const id = deps.ids.uuid();
      const [made] = await queries.insertActivity(ctx.tx, ctx.now, [
        { id, ticketId: row.id, kind: "comment", by: actorWireId(ctx.actor), reason: "request", text, changes: {} },
      ]);
      const commentId = wireId("tac", id);
      const before = renderTicket(row);
      await follow(deps, ctx.tx, ctx.now, [{ row, steps: [{ at: ctx.now.getTime(), do: "answered" }] }]);
      await recordAudit(ctx, deps.ids, "ticket.commented", wire, { commentId });
      const changes = { commentId: { from: null, to: commentId }, ...ticketChanges(before, renderTicket(row)) };
      await appendEvents(ctx.tx, ctx.now, [updatedEvent(deps.ids, row, "request", changes)]);
      return renderActivity(made as queries.ActivityRow);
    },
  };
}

export type TicketsService = ReturnType<typeof createTicketsService>;

function readSubject(text: string): string {
  const subject = normalForm("NFC", text.trim());
  if (subject === "") throw invalidField("subject", "too_short");
  return subject;
}

/** By name; a conversation label also by id. Throws not_found for an unknown id. */
async function readLabels(tx: Tx, labels: string[]): Promise<string[]> {
  return [
    ...new Set(
      (await labelNames(tx, labels, "labels")).map((label, i) => {
        const rest = normalForm("NFC", label.trim());
        if (rest === "") throw invalidField(`labels[${i}]`, "too_short");
        return rest;
      }),
    ),
  ];
}

function refusedStatus(from: TicketStatus, to: TicketStatus): AppError {
  const next = nextStatuses(from);
  return new AppError("invalid_transition", {
    message: `A ticket that is ${from} cannot become ${to}; ${next.length === 0 ? "it is final. Create a follow-up" : `it can become ${next.join(", ")}`}.`,
    details: [{ field: "status", issue: "not_allowed" }],
  });
}

function closedError(): AppError {
  return new AppError("conflict", { message: "A closed ticket cannot change. Create a follow-up instead." });
}
