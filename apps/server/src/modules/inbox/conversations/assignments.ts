import { actorOf, type Changes, recordActivities } from "./activity/activity.ts";
import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import type { Actor } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { cancelUnsent } from "#modules/inbox/messages/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import * as queries from "./assignments.queries.ts";
import type { TakenOver } from "./assignments.queries.ts";
import type { ConversationsService } from "./conversations.service.ts";

/** The longest time within which a resolved conversation can return to its assignee (reopenWindowHours, at most 720). */
const reopenMsMax = 720 * 3_600_000;

/** Changes of the assignee that result from something other than an assignment. */
export function createAssignments(
  deps: { ids: IdSource; notifications: NotificationsService },
  service: Pick<ConversationsService, "event">,
) {
  const agent = (userId: string | null) => (userId === null ? null : wireId("agt", userId));
  const assigned = (row: TakenOver, to: string | null): EventRecord =>
    service.event(row, "conversation.assigned", { assigneeId: agent(to), previousAssigneeId: agent(row.assignee_before) });

  return {
    /**
     * Applies the consequences of people's replies: an unassigned conversation becomes theirs, and one with a chatbot is taken from it. A
     * colleague's conversation stays the colleague's. A reply by a person for whom a key acts assigns nothing. Runs in the transaction of the
     * messages, under its locks.
     */
    async repliedTo(tx: Tx, now: Date, replies: { conversationId: string; by: Actor }[]): Promise<void> {
      await cancelUnsent(
        tx,
        now,
        deps.ids,
        replies.map((reply) => reply.conversationId),
      );
      const rows = await queries.takeOver(
        tx,
        now,
        replies.map(({ conversationId, by }) => ({ conversationId, userId: by.kind === "member" ? by.id : null })),
      );
      const taken = rows.map((row) => ({
        row,
        gets: row.assignee_id !== row.assignee_before,
        changes: (row.was_bots ? { status: { from: "pending", to: "open" }, pendingReason: { from: "bot", to: null } } : {}) as Changes,
      }));
      await appendEvents(
        tx,
        now,
        taken.flatMap(({ row, gets, changes }) => [
          ...(gets ? [assigned(row, row.assignee_id)] : []),
          ...(row.was_bots ? [service.event(row, "conversation.updated", { changes })] : []),
        ]),
      );
      await recordActivities(
        tx,
        now,
        taken
          .filter(({ row, gets }) => gets || row.was_bots)
          .map(({ row, gets, changes }) => ({
            id: deps.ids.uuid(),
            conversationId: row.id,
            changes: { ...(gets ? { assigneeId: { from: agent(row.assignee_before), to: agent(row.assignee_id) } } : {}), ...changes },
            actor: actorOf({ actor: (replies[row.reply] as { by: Actor }).by }),
          })),
      );
    },

    /** When a member leaves, conversations that may still need a reply lose their assignee. */
    async release(ctx: TxContext, userId: string): Promise<void> {
      const rows = await queries.releaseAssignments(ctx.tx, ctx.now, userId, new Date(ctx.now.getTime() - reopenMsMax));
      await appendEvents(
        ctx.tx,
        ctx.now,
        rows.map((row) => assigned(row, null)),
      );
      await recordActivities(
        ctx.tx,
        ctx.now,
        rows.map((row) => ({
          id: deps.ids.uuid(),
          conversationId: row.id,
          changes: { assigneeId: { from: agent(row.assignee_before), to: null } },
          actor: actorOf(ctx),
        })),
      );
    },

    listUnassigned: queries.listUnassigned,
    claimUnassigned: queries.claimUnassigned,
    listOfAbsent: queries.listOfAbsent,
    claimFromAbsent: queries.claimFromAbsent,

    /** Assigns conversations claimed in this transaction to agents: rows, events, activity, notifications. */
    async assign(ctx: TxContext, input: { conversation: queries.Unassigned; userId: string }[]): Promise<void> {
      if (input.length === 0) return;
      await queries.assign(
        ctx.tx,
        ctx.now,
        input.map(({ conversation, userId }) => ({ id: conversation.id, userId })),
      );
      await appendEvents(
        ctx.tx,
        ctx.now,
        input.map(({ conversation, userId }) =>
          service.event(conversation, "conversation.assigned", {
            assigneeId: agent(userId),
            previousAssigneeId: agent(conversation.assignee_id),
          }),
        ),
      );
      await recordActivities(
        ctx.tx,
        ctx.now,
        input.map(({ conversation, userId }) => ({
          id: deps.ids.uuid(),
          conversationId: conversation.id,
          changes: { assigneeId: { from: agent(conversation.assignee_id), to: agent(userId) } },
          actor: actorOf(ctx),
        })),
      );
      await deps.notifications.notify(
        ctx,
        ...input.map(({ conversation, userId }) => ({
          kind: "assignment" as const,
          memberIds: [userId],
          conversationId: conversation.id,
          messageId: null,
        })),
      );
    },

    /** Moves all conversations of one division to another. Those still in use get an event. */
    async moveDivision(ctx: TxContext, from: string, to: string): Promise<void> {
      const rows = await queries.moveDivision(ctx.tx, ctx.now, from, to);
      const changes = { divisionId: { from: wireId("div", from), to: wireId("div", to) } };
      const alive = rows.filter((row) => row.status !== "resolved");
      await appendEvents(
        ctx.tx,
        ctx.now,
        alive.map((row) => service.event(row, "conversation.updated", { changes })),
      );
      await recordActivities(
        ctx.tx,
        ctx.now,
        alive.map((row) => ({ id: deps.ids.uuid(), conversationId: row.id, changes, actor: actorOf(ctx) })),
      );
    },
  };
}

export type Assignments = ReturnType<typeof createAssignments>;
