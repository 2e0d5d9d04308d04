import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { recordActivities } from "./activity.ts";
import type { Conversation, UpdateConversation } from "./conversations.schema.ts";
import type { ConversationsService } from "./conversations.service.ts";

export interface GivenToBot {
  id: string;
  channel_id: string;
  contact_id: string;
}

/** Gives a conversation to a chatbot, and hands it to people. The chatbot's own module decides who may do so when. */
export function createBotControl(deps: { ids: IdSource }, service: Pick<ConversationsService, "event" | "update">) {
  return {
    /**
     * Open conversations become pending(bot). Runs in a transaction that holds their locks. `by` is the chatbot's id on
     * the wire. Returns those that changed.
     */
    async give(tx: Tx, now: Date, conversations: { id: string; by: string }[]): Promise<Set<string>> {
      if (conversations.length === 0) return new Set();
      const rows = await tx.query<GivenToBot>({
        name: "conversations_give_to_bot",
        text: `update conversations c set status = 'pending', pending_reason = 'bot', handled_by = 'bot', updated_at = $3
                where c.tenant_id = $1 and c.id = any($2::uuid[]) and c.status = 'open'
               returning c.id, c.channel_id, c.contact_id`,
        values: [tx.tenantId, conversations.map(({ id }) => id), now],
      });
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

    /** Marks the customer of an open conversation (uuid) as waiting for people, whatever a chatbot has said last. */
    async customerWaits(ctx: TxContext, id: string): Promise<void> {
      await ctx.tx.query({
        name: "conversation_waits_for_people",
        text: "update conversations set waiting_since = coalesce(waiting_since, $3) where tenant_id = $1 and id = $2 and status = 'open'",
        values: [ctx.tenantId, id, ctx.now],
      });
    },
  };
}

export type BotControl = ReturnType<typeof createBotControl>;
