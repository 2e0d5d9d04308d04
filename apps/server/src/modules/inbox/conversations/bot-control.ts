import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { recordActivities } from "./activity/activity.ts";
import type { Conversation, UpdateConversation } from "./conversations.schema.ts";
import type { ConversationsService } from "./conversations.service.ts";
import { handToBot, markWaiting } from "./assignments.queries.ts";

/** Gives a conversation to a chatbot and hands it over to people. The chatbot's module decides when. */
export function createBotControl(deps: { ids: IdSource }, service: Pick<ConversationsService, "event" | "update">) {
  return {
    /**
     * Open conversations become pending(bot). Runs in a transaction that holds their locks. `by` is the chatbot's id on
     * the wire. Returns the ids of those that changed.
     */
    async handToBot(tx: Tx, now: Date, conversations: { id: string; by: string }[]): Promise<Set<string>> {
      if (conversations.length === 0) return new Set();
      const rows = await handToBot(
        tx,
        conversations.map(({ id }) => id),
        now,
      );
      const changes = { status: { from: "open", to: "pending" }, pendingReason: { from: null, to: "bot" } };
      await appendEvents(
        tx,
        now,
        rows.map((row) => service.event(row, "conversation.updated", { changes })),
      );
      const by = new Map(conversations.map((given) => [given.id, given.by]));
      await recordActivities(
        tx,
        now,
        rows.map((row) => ({
          id: deps.ids.uuid(),
          conversationId: row.id,
          changes,
          actor: { kind: "chatbot" as const, id: by.get(row.id) ?? null },
        })),
      );
      return new Set(rows.map((row) => row.id));
    },

    /** Opens a chatbot's conversation for people. Throws what `update` throws. */
    release(ctx: TxContext, wire: string, to: Pick<UpdateConversation, "assigneeId" | "divisionId" | "priority">): Promise<Conversation> {
      return service.update(ctx, wire, { ...to, status: "open" });
    },

    /** Marks the customer of an open conversation (uuid) as waiting for people, regardless of the chatbot's last message. */
    async markCustomerWaiting(ctx: TxContext, id: string): Promise<void> {
      await markWaiting(ctx.tx, id, ctx.now);
    },
  };
}

export type BotControl = ReturnType<typeof createBotControl>;
