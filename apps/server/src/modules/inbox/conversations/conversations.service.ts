import { recordActivities as recordContactActivities } from "#modules/contacts/contacts/index.ts";
import { cancelUnsent, type Message, type MessageAuthor, renderMessage } from "#modules/inbox/messages/index.ts";
import type { LabelsService, NamedLabel } from "#modules/inbox/labels/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { lockDivisions } from "#modules/people/divisions/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId, authorOf } from "#platform/auth/actor.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { actorOf, type Changes, recordActivities } from "./activity/activity.ts";
import { type ActionDeps, createConversationActions } from "./conversation-actions.ts";
import { changesBetween, nextState, stateColumns } from "./conversation-changes.ts";
import * as queries from "./conversations.queries.ts";
import { agent, renderConversation } from "./conversations.render.ts";
import { type Conversation, type CreateNote, labelsMax, type UpdateConversation } from "./conversations.schema.ts";
import { assigneeAfter, holdForReopening, secondUnresolved } from "./reopening.ts";
import { type ChannelSending, sendOptions } from "./send-options/send-options.ts";
import type { SendOptions } from "./send-options/send-options.schema.ts";

export interface ConversationsDeps extends ActionDeps {
  ids: IdSource;
  labels: LabelsService;
  notifications: NotificationsService;
  /** The connector's description of what a kind of channel can send; null for a kind that is not installed. */
  describeChannel(kind: string): ChannelSending | null;
}

/**
 * `visibleConversationId`: the conversation (uuid) that the caller was found to see, under its lock. They finish what they do to it in this
 * transaction, even after handing it to somebody else.
 */
export type ConversationContext = TxContext & { readonly visibleConversationId?: string };

export function createConversationsService(deps: ConversationsDeps) {
  const actions = createConversationActions(deps);

  /** A conversation that the caller may not see is not found. */
  async function find(ctx: ConversationContext, wire: string, lock = false): Promise<queries.ConversationRow> {
    const id = parseWireId("conv", wire);
    const viewer = id === null || id === ctx.visibleConversationId ? null : await readViewer(ctx);
    const row = id === null ? null : await queries.findConversation(ctx.tx, id, viewer, lock);
    if (row === null) throw notFound(wire);
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

  async function assigneeOf(tx: Tx, id: string | null | undefined): Promise<string | null | undefined> {
    return id === undefined || id === null ? id : (await getMember(tx, id, true)).userId;
  }

  async function divisionOf(tx: Tx, given: string | null | undefined, current: string | null): Promise<string | null> {
    return given === undefined ? current : given === null ? null : ((await lockDivisions(tx, [given]))[0] as string);
  }

  /** null: not requested. An unknown name creates a label. */
  async function nextLabels(ctx: TxContext, row: queries.ConversationRow, input: UpdateConversation): Promise<NamedLabel[] | null> {
    if (input.labels === undefined && input.addLabels === undefined && input.removeLabels === undefined) return null;
    const kept =
      input.labels === undefined ? await deps.labels.named(ctx.tx, row.label_ids) : await deps.labels.ensure(ctx, input.labels, "labels");
    const added = await deps.labels.ensure(ctx, input.addLabels ?? [], "addLabels");
    const removed = await deps.labels.byName(ctx.tx, input.removeLabels ?? [], "removeLabels");
    const labels = new Map([...kept, ...added].map((label) => [label.id, label]));
    for (const { id } of removed) labels.delete(id);
    if (labels.size > labelsMax) {
      const field = input.addLabels === undefined ? "labels" : "addLabels";
      throw invalidField(field, "too_many", `A conversation can have at most ${labelsMax} labels.`);
    }
    return [...labels.values()];
  }

  return {
    event,

    /** Locks the person first, then the conversation, as a send inside the same transaction does. Throws not_found. */
    async lockWithPerson(ctx: TxContext, wire: string): Promise<queries.ConversationRow> {
      const { identity_id } = await find(ctx, wire);
      await queries.lockIdentity(ctx.tx, identity_id);
      return find(ctx, wire, true);
    },

    /** How a message addresses the conversation's person. */
    async recipientOf(tx: Tx, row: queries.ConversationRow): Promise<{ channelId: string; to: string }> {
      const target = await queries.readActionTarget(tx, row);
      return { channelId: wireId("chn", row.channel_id), to: target.address ?? target.provider_user_id ?? "" };
    },

    /** Throws not_found. */
    find: (ctx: ConversationContext, wire: string): Promise<queries.ConversationRow> => find(ctx, wire),

    /** Throws not_found. */
    lock: (ctx: TxContext, wire: string): Promise<queries.ConversationRow> => find(ctx, wire, true),

    /** Throws not_found. */
    async get(ctx: TxContext, wire: string): Promise<Conversation> {
      return renderConversation(ctx, await find(ctx, wire));
    },

    async exists(ctx: TxContext, id: string): Promise<boolean> {
      return (await queries.findConversation(ctx.tx, id, await readViewer(ctx))) !== null;
    },

    /**
     * 404 for an unknown assignee or division; 409 invalid_transition, see conversation-state.ts; 409 conflict for
     * opening a conversation whose person has another unresolved one on the channel. The row is locked, so two changes
     * come one after the other.
     */
    async update(ctx: ConversationContext, wire: string, input: UpdateConversation): Promise<Conversation> {
      // Locked before the conversation, because a suspension also locks the member first and then releases their
      // conversations.
      const assigneeId = await assigneeOf(ctx.tx, input.assigneeId);
      if (input.status === "open" && assigneeId === undefined) await holdForReopening(ctx.tx, [wire]);
      const row = await find(ctx, wire, true);
      // The new assignee has the conversation: a chatbot that had it loses it.
      const taken = row.pending_reason === "bot" && assigneeId != null && assigneeId !== row.assignee_id && input.status === undefined;
      const state = nextState(row, taken && input.snoozedUntil == null ? { ...input, status: "open" } : input, ctx.now);
      const labels = await nextLabels(ctx, row, input);
      const after: queries.ConversationValues = {
        ...stateColumns(row, state, ctx),
        assignee_id: assigneeId === undefined ? await assigneeAfter(ctx.tx, row, state) : assigneeId,
        division_id: await divisionOf(ctx.tx, input.divisionId, row.division_id),
        label_ids: labels === null ? row.label_ids : labels.map((label) => label.id),
        priority: input.priority ?? row.priority,
        subject: input.subject === undefined ? row.subject : (input.subject?.trim() ?? null) || null,
      };
      if (row.status === "resolved" && after.status !== "resolved") {
        const other = await queries.findOtherUnresolved(ctx.tx, row);
        if (other !== null) throw secondUnresolved(other);
      }
      const changes = changesBetween(row, { ...after, labels: labels === null ? row.labels : labels.map((label) => label.name) });
      const assigned = after.assignee_id !== row.assignee_id;
      if (Object.keys(changes).length === 0 && !assigned) return renderConversation(ctx, row);
      if (row.status === "resolved" && after.status !== "resolved") await queries.takeWindowOfPerson(ctx.tx, row);
      const changed = await queries.updateConversation(ctx.tx, ctx.now, row.id, after).catch((error: unknown) => {
        // A message has created another conversation since the check above. The failed transaction can no longer be queried for it.
        throw sqlState(error) === "23505" ? secondUnresolved(null) : error;
      });
      if (row.pending_reason === "bot" && after.pending_reason !== "bot" && ctx.actor.kind !== "system")
        await cancelUnsent(ctx.tx, ctx.now, deps.ids, [row.id]);
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
      const assignment: Changes = assigned ? { assigneeId: { from: agent(row.assignee_id), to: agent(after.assignee_id) } } : {};
      await recordActivities(ctx.tx, ctx.now, [
        { id: deps.ids.uuid(), conversationId: row.id, changes: { ...assignment, ...changes }, actor: actorOf(ctx) },
      ]);
      if (assigned && after.assignee_id !== null) {
        const notice = { kind: "assignment" as const, memberIds: [after.assignee_id], conversationId: row.id, messageId: null };
        await deps.notifications.notify(ctx, notice);
      }
      if ((row.status === "resolved") !== (after.status === "resolved")) {
        const type = after.status === "resolved" ? "conversation_resolved" : "conversation_reopened";
        await recordContactActivities(ctx.tx, deps.ids, ctx.now, ctx.actor, [
          { contactId: row.contact_id, conversationId: row.id, type, data: {} },
        ]);
      }
      return renderConversation(ctx, changed);
    },

    /** Shows the customer that an agent is typing. Not inside a transaction; see createConversationActions. */
    async showTyping(ctx: Context, wire: string): Promise<void> {
      await actions.typing(ctx, await deps.database.withTenant(ctx.tenantId, (tx) => find({ ...ctx, tx }, wire)));
    },

    /**
     * Shows the customer that everything was read. Not inside a transaction. False: the platform has no read marks, or
     * did not accept this one.
     */
    async sendReadMark(ctx: Context, wire: string): Promise<boolean> {
      return actions.sendReadMark(ctx, await deps.database.withTenant(ctx.tenantId, (tx) => find({ ...ctx, tx }, wire)));
    },

    /** Sets the unread count to 0, or from 0 to 1 for `read: false`. Writes nothing if nothing changes. */
    async markRead(ctx: TxContext, wire: string, read = true): Promise<Conversation> {
      const row = await find(ctx, wire, true);
      if ((row.unread_count === 0) === read) return renderConversation(ctx, row);
      const to = read ? 0 : 1;
      const changed = await queries.setUnread(ctx.tx, ctx.now, row.id, to);
      await appendEvents(ctx.tx, ctx.now, [
        event(row, "conversation.updated", { changes: { unreadCount: { from: row.unread_count, to } } }),
      ]);
      return renderConversation(ctx, changed);
    },

    /**
     * Adds an internal note, visible to the team and never sent. lastMessage, the list order and the status do not change. Mentioned
     * members are notified; 404 if one is not a member. `as`: the author, if not the actor. `content`:
     * what the note is about.
     */
    async addNote(
      ctx: ConversationContext,
      wire: string,
      input: CreateNote,
      as?: MessageAuthor,
      content: Message["content"] = null,
    ): Promise<Message> {
      const conversation = await find(ctx, wire);
      if (input.text.trim() === "") throw invalidField("text", "too_short");
      const mentions = new Set<string>();
      for (const member of input.mentions ?? []) mentions.add((await getMember(ctx.tx, member)).userId);
      const note = await queries.insertNote(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        conversation,
        text: input.text,
        mentions: [...mentions],
        author: as ?? authorOf(ctx.actor),
        content,
      });
      await recordAudit(ctx, deps.ids, "conversation.note_added", wire, { noteId: wireId("msg", note.id) });
      await appendEvents(ctx.tx, ctx.now, [
        event(conversation, "conversation.updated", { changes: { noteId: { from: null, to: wireId("msg", note.id) } } }),
      ]);
      await deps.notifications.notify(ctx, {
        kind: "mention",
        memberIds: [...mentions],
        conversationId: conversation.id,
        messageId: note.id,
      });
      return renderMessage(note);
    },

    /** Resolves all unresolved conversations of contacts (uuids) that are being blocked. */
    async resolveOf(ctx: TxContext, contactIds: string[]): Promise<void> {
      const by = actorWireId(ctx.actor);
      const resolved = await queries.resolveConversationsOf(ctx.tx, ctx.now, contactIds, by);
      await recordActivities(
        ctx.tx,
        ctx.now,
        resolved.map((row) => ({
          id: deps.ids.uuid(),
          conversationId: row.id,
          changes: { status: { from: row.was, to: "resolved" } },
          actor: actorOf(ctx),
        })),
      );
      await recordContactActivities(
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
      const row = await find(ctx, wire);
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
