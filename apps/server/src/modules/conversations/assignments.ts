import { appendEvents, type EventRecord } from "#platform/events/log.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { releaseAssignments, takeOver, type TakenOver } from "./assignments.queries.ts";
import type { ConversationsService } from "./conversations.service.ts";

/** The longest time after which a resolved conversation can still come back to its assignee (reopenWindowHours, at most 720). */
const reopenMsMax = 720 * 3_600_000;

/** Who works on what, where it follows from something else than an assignment. */
export function createAssignments(service: Pick<ConversationsService, "event">) {
  const agent = (userId: string | null) => (userId === null ? null : wireId("agt", userId));
  const assigned = (row: TakenOver, to: string | null): EventRecord =>
    service.event(row, "conversation.assigned", { assigneeId: agent(to), previousAssigneeId: agent(row.assignee_before) });

  return {
    /**
     * What follows when people have answered: a conversation that nobody has becomes theirs, and one that the chatbot has is taken from it.
     * One that a colleague has stays the colleague's. In the transaction of the messages, under the locks it holds.
     */
    async repliedTo(tx: Tx, now: Date, replies: { conversationId: string; userId: string }[]): Promise<void> {
      const rows = await takeOver(tx, now, replies);
      await appendEvents(
        tx,
        now,
        rows.flatMap((row) => [
          ...(row.assignee_id === row.assignee_before ? [] : [assigned(row, row.assignee_id)]),
          ...(row.was_bots
            ? [
                service.event(row, "conversation.updated", {
                  changes: { status: { from: "pending", to: "open" }, pendingReason: { from: "bot", to: null } },
                }),
              ]
            : []),
        ]),
      );
    },

    /** Somebody works here no more: what could still need an answer is nobody's now. */
    async release(ctx: TxContext, userId: string): Promise<void> {
      const rows = await releaseAssignments(ctx.tx, ctx.now, userId, new Date(ctx.now.getTime() - reopenMsMax));
      await appendEvents(
        ctx.tx,
        ctx.now,
        rows.map((row) => assigned(row, null)),
      );
    },
  };
}
