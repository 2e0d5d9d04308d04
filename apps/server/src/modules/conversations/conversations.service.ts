import { isDeepStrictEqual } from "node:util";
import { recordActivities } from "#modules/contacts/index.ts";
import { type Message, renderMessage } from "#modules/messages/index.ts";
import { getMember } from "#modules/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId, authorOf } from "#platform/auth/actor.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Static } from "typebox";
import { type ActionDeps, createConversationActions } from "./conversation-actions.ts";
import { changeByPerson, type ConversationState } from "./conversation-state.ts";
import * as queries from "./conversations.queries.ts";
import { type Conversation, labelsMax, type UpdateConversation } from "./conversations.schema.ts";
import { type ChannelSending, sendOptions } from "./send-options.ts";
import type { SendOptions } from "./send-options.schema.ts";

export interface ConversationsDeps extends ActionDeps {
  ids: IdSource;
  /** What the connector of a kind says about sending; null for a kind that is not installed. */
  describeChannel(kind: string): ChannelSending | null;
}

type Changes = Record<string, { from: unknown; to: unknown }>;

export function createConversationsService(deps: ConversationsDeps) {
  const actions = createConversationActions(deps);

  async function find(tx: Tx, wire: string, lock = false): Promise<queries.ConversationRow> {
    const id = parseWireId("conv", wire);
    const row = id === null ? null : await queries.findConversation(tx, id, lock);
    if (row === null) throw notFound();
    return row;
  }

  function event(
    row: Pick<queries.ConversationRow, "id" | "channel_id" | "contact_id">,
    type: string,
    data: Record<string, unknown>,
  ): EventRecord {
    return {
      id: deps.ids.uuid(),
      type,
      channelId: row.channel_id,
      conversationId: row.id,
      data: {
        channelId: wireId("chn", row.channel_id),
        conversationId: wireId("conv", row.id),
        contactId: wireId("cnt", row.contact_id),
        ...data,
      },
    };
  }

  async function assigneeOf(tx: Tx, given: string | null | undefined, current: string | null): Promise<string | null> {
    return given === undefined ? current : given === null ? null : (await getMember(tx, given)).userId;
  }

  return {
    event,

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Conversation> {
      return renderConversation(await find(tx, wire));
    },

    async exists(tx: Tx, id: string): Promise<boolean> {
      return (await queries.findConversation(tx, id)) !== null;
    },

    /**
     * 404 unknown assignee; 409 invalid_transition, see conversation-state.ts; 409 conflict for opening a conversation whose
     * person has another unresolved one on the channel. The row is locked, so two changes come one after the other.
     */
    async update(ctx: TxContext, wire: string, input: UpdateConversation): Promise<Conversation> {
      const row = await find(ctx.tx, wire, true);
      const state = nextState(row, input, ctx.now);
      const after: queries.ConversationValues = {
        ...stateColumns(row, state, ctx),
        assignee_id: await assigneeOf(ctx.tx, input.assigneeId, row.assignee_id),
        labels: nextLabels(row.labels, input),
        priority: input.priority ?? row.priority,
        subject: input.subject === undefined ? row.subject : (input.subject?.trim() ?? null) || null,
      };
      if (row.status === "resolved" && after.status !== "resolved") {
        const twin = await queries.findUnresolvedTwin(ctx.tx, row);
        if (twin !== null) throw secondUnresolved(twin);
      }
      const changes = changesBetween(row, after);
      const assigned = after.assignee_id !== row.assignee_id;
      if (Object.keys(changes).length === 0 && !assigned) return renderConversation(row);
      const changed = await queries.updateConversation(ctx.tx, ctx.now, row.id, after).catch((error: unknown) => {
        // A message began another one since the look above. The failed transaction can no longer be asked which.
        throw sqlState(error) === "23505" ? secondUnresolved(null) : error;
      });
      await recordAudit(ctx, deps.ids, "conversation.updated", wire, {
        fields: Object.keys(changes),
        status: after.status,
        ...(assigned ? { assigneeId: agent(after.assignee_id) } : {}),
      });
      await appendEvents(ctx.tx, ctx.now, [
        ...(assigned
          ? [event(row, "conversation.assigned", { assigneeId: agent(after.assignee_id), previousAssigneeId: agent(row.assignee_id) })]
          : []),
        ...(Object.keys(changes).length > 0 ? [event(row, "conversation.updated", { changes })] : []),
      ]);
      if ((row.status === "resolved") !== (after.status === "resolved")) {
        const type = after.status === "resolved" ? "conversation_resolved" : "conversation_reopened";
        await recordActivities(ctx.tx, deps.ids, ctx.now, ctx.actor, [
          { contactId: row.contact_id, conversationId: row.id, type, data: {} },
        ]);
      }
      return renderConversation(changed);
    },

    /** Says to the customer that somebody types. Outside of transactions; see createConversationActions. */
    async showTyping(ctx: Context, wire: string): Promise<void> {
      await actions.typing(ctx, await deps.database.withTenant(ctx.tenantId, (tx) => find(tx, wire)));
    },

    /** Says to the customer that everything was read. Outside of transactions. False: the platform has no such mark, or did not take it. */
    async tellRead(ctx: Context, wire: string): Promise<boolean> {
      return actions.tellRead(ctx, await deps.database.withTenant(ctx.tenantId, (tx) => find(tx, wire)));
    },

    /** Sets the unread count to 0. Marking what is read already writes nothing. */
    async markRead(ctx: TxContext, wire: string): Promise<Conversation> {
      const row = await find(ctx.tx, wire, true);
      if (row.unread_count === 0) return renderConversation(row);
      const changed = await queries.markRead(ctx.tx, ctx.now, row.id);
      await appendEvents(ctx.tx, ctx.now, [
        event(row, "conversation.updated", { changes: { unreadCount: { from: row.unread_count, to: 0 } } }),
      ]);
      return renderConversation(changed);
    },

    /** An internal remark: seen by the team, never sent. It leaves lastMessage, the order of the list and the status as they are. */
    async addNote(ctx: TxContext, wire: string, text: string): Promise<Static<typeof Message>> {
      const conversation = await find(ctx.tx, wire);
      if (text.trim() === "") throw invalidField("text", "too_short");
      const note = await queries.insertNote(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        conversation,
        text,
        author: authorOf(ctx.actor),
      });
      await recordAudit(ctx, deps.ids, "conversation.note_added", wire, { noteId: wireId("msg", note.id) });
      await appendEvents(ctx.tx, ctx.now, [
        event(conversation, "conversation.updated", { changes: { noteId: { from: null, to: wireId("msg", note.id) } } }),
      ]);
      return renderMessage(note);
    },

    /** Of contacts (uuids) that are being blocked: everything that is not resolved is. */
    async resolveOf(ctx: TxContext, contactIds: string[]): Promise<void> {
      const by = actorWireId(ctx.actor);
      const resolved = await queries.resolveConversationsOf(ctx.tx, ctx.now, contactIds, by);
      await recordActivities(
        ctx.tx,
        deps.ids,
        ctx.now,
        ctx.actor,
        resolved.map((row) => ({
          contactId: row.contact_id,
          conversationId: row.id,
          type: "conversation_resolved",
          data: { reason: "blocked" },
        })),
      );
      await appendEvents(
        ctx.tx,
        ctx.now,
        resolved.map((row) => event(row, "conversation.updated", { changes: { status: { from: row.was, to: "resolved" } } })),
      );
    },

    async sendOptions(ctx: TxContext, wire: string): Promise<SendOptions> {
      const row = await find(ctx.tx, wire);
      const state = await queries.readSendState(ctx.tx, row);
      return sendOptions(
        state,
        {
          channelStatus: state.channel_status,
          channelDeleted: state.deleted_at !== null,
          optIn: state.opt_in,
          sent: { answered: state.answered, total: state.total, inSilence: state.in_silence },
        },
        deps.describeChannel(row.channel_kind),
        ctx.now,
      );
    },
  };
}

export type ConversationsService = ReturnType<typeof createConversationsService>;

function stateOf(row: queries.ConversationRow): ConversationState {
  return { status: row.status, pendingReason: row.pending_reason, snoozedUntil: row.snoozed_until } as ConversationState;
}

function nextState(row: queries.ConversationRow, input: UpdateConversation, now: Date): ConversationState {
  const change = changeByPerson(
    stateOf(row),
    {
      status: input.status === "done" ? "resolved" : input.status,
      snoozedUntil: input.snoozedUntil == null ? input.snoozedUntil : new Date(input.snoozedUntil),
    },
    now,
  );
  if (change.kind === "invalid") throw invalidField("snoozedUntil", change.issue, change.message);
  if (change.kind === "refused") throw new AppError("invalid_transition", { message: change.message });
  return change.state;
}

/** The columns that follow from a state: when and by whom it was resolved, who handles it, whether the customer waits. */
function stateColumns(row: queries.ConversationRow, state: ConversationState, ctx: TxContext) {
  const resolves = state.status === "resolved" && row.status !== "resolved";
  const stays = state.status === "resolved" && row.status === "resolved";
  return {
    status: state.status,
    pending_reason: state.pendingReason,
    snoozed_until: state.snoozedUntil,
    resolved_at: resolves ? ctx.now : stays ? row.resolved_at : null,
    resolved_by: resolves ? actorWireId(ctx.actor) : stays ? row.resolved_by : null,
    waiting_since: resolves ? null : row.waiting_since,
    // A person who takes it from the chatbot handles it from now on.
    handled_by: row.pending_reason === "bot" && state.pendingReason !== "bot" ? ("human" as const) : row.handled_by,
  };
}

function nextLabels(current: string[], input: Pick<UpdateConversation, "labels" | "addLabels" | "removeLabels">): string[] {
  const trim = (field: string, labels: string[]) =>
    labels.map((label, i) => {
      const rest = label.trim().normalize("NFC");
      if (rest === "") throw invalidField(`${field}[${i}]`, "too_short");
      return rest;
    });
  const labels = new Set([
    ...(input.labels === undefined ? current : trim("labels", input.labels)),
    ...trim("addLabels", input.addLabels ?? []),
  ]);
  for (const label of trim("removeLabels", input.removeLabels ?? [])) labels.delete(label);
  if (labels.size > labelsMax)
    throw invalidField(
      input.addLabels === undefined ? "labels" : "addLabels",
      "too_many",
      `A conversation has at most ${labelsMax} labels.`,
    );
  return [...labels];
}

function changesBetween(row: queries.ConversationRow, after: queries.ConversationValues): Changes {
  const shown = (v: queries.ConversationValues) => ({
    status: v.status,
    pendingReason: v.pending_reason,
    snoozedUntil: v.snoozed_until?.toISOString() ?? null,
    labels: v.labels,
    priority: v.priority,
    subject: v.subject,
  });
  const [from, to] = [shown(row), shown(after)];
  const changes: Changes = {};
  for (const field of Object.keys(to) as (keyof typeof to)[]) {
    if (!isDeepStrictEqual(from[field], to[field])) changes[field] = { from: from[field], to: to[field] };
  }
  return changes;
}

function secondUnresolved(id: string | null): AppError {
  return new AppError("conflict", {
    message: "The contact has another unresolved conversation on this channel.",
    details: [{ field: "status", issue: "exists", ...(id === null ? {} : { id: wireId("conv", id) }) }],
  });
}

function agent(userId: string | null): string | null {
  return userId === null ? null : wireId("agt", userId);
}

export function renderConversation(row: queries.ConversationRow): Conversation {
  return {
    id: wireId("conv", row.id),
    channelId: wireId("chn", row.channel_id),
    channelKind: row.channel_kind,
    contactId: wireId("cnt", row.contact_id),
    status: row.status,
    pendingReason: row.pending_reason,
    snoozedUntil: row.snoozed_until?.toISOString() ?? null,
    assigneeId: agent(row.assignee_id),
    labels: row.labels,
    priority: row.priority,
    subject: row.subject,
    lastMessage: row.last_message,
    lastMessageAt: row.last_message_at.toISOString(),
    unreadCount: row.unread_count,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    firstRepliedAt: row.first_replied_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    windowExpiresAt: row.window_expires_at?.toISOString() ?? null,
    handledBy: row.handled_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
