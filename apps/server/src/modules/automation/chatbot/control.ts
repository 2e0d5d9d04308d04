import type { BotControl, ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { isActiveAt } from "./hours.ts";
import * as queries from "./sessions.queries.ts";
import { insertTurn, readTranscript, readTurnFacts } from "./turns/turns.queries.ts";
import { chatbotOfChannel } from "./chatbots.queries.ts";

export interface ControlDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  conversations: Pick<ConversationsService, "find" | "get" | "lockWithPerson" | "event">;
  botControl: BotControl;
}

/** A burst of messages is answered after this time, even if more keep coming. */
export const burstMsMax = 15_000;
const releasedAtOnce = 100;
const pollMs = 2_000;

/** Whether a customer's message gives the conversation to the chatbot. Pure. */
export function shouldTake(message: queries.CustomerMessage, now: Date): boolean {
  if (message.status !== "open" || !isActiveAt(message.settings.activeHours, now)) return false;
  const { resume, resumeAfterMinutes } = message.settings.handover;
  const { session } = message;
  // `never`: a conversation that people once had stays theirs.
  if (message.began) return !message.reopened || resume === "resolved" || session === null || session.got_at === null;
  if (session === null || session.got_at === null || resumeAfterMinutes === null) return false;
  const since = Math.max(
    message.team_wrote_at?.getTime() ?? 0,
    session.handed_over_at === null ? 0 : Date.parse(session.handed_over_at),
    Date.parse(session.got_at),
  );
  return now.getTime() - since >= resumeAfterMinutes * 60_000;
}

export function createControl(deps: ControlDeps) {
  return {
    /**
     * Passes customers' messages to the chatbots of their channels. Within its hours, a chatbot gets a conversation
     * that was created or reopened, and a turn becomes due. Runs in the transaction that stores the messages, under the
     * locks of their conversations.
     */
    async receive(tx: Tx, now: Date, messages: { conversationId: string; messageId: string; eventId: string }[]): Promise<void> {
      const rows = await queries.readCustomerMessages(tx, messages);
      const gets = rows.filter((row) => shouldTake(row, now));
      const given = await deps.botControl.handToBot(
        tx,
        now,
        gets.map((row) => ({ id: row.conversation_id, by: wireId("bot", row.chatbot_id) })),
      );
      await queries.updateSessions(
        tx,
        now,
        rows.flatMap((row): queries.SessionUpdate[] => {
          const has =
            given.has(row.conversation_id) || (row.status === "pending" && row.pending_reason === "bot" && row.handled_by === "bot");
          const hours = row.settings.activeHours;
          const away = hours !== null && hours.outsideMessage !== null && !isActiveAt(hours, now) && row.status !== "resolved";
          if (!has && !away) return [];
          return [
            {
              conversationId: row.conversation_id,
              chatbotId: row.chatbot_id,
              messageIds: row.message_ids,
              begins: row.began,
              gets: given.has(row.conversation_id),
              runAt: new Date(now.getTime() + row.settings.reply.debounceSeconds * 1_000),
              latestMs: burstMsMax,
            },
          ];
        }),
      );
    },

    /**
     * People take a conversation from the chatbot; the customer is not notified. A conversation that the chatbot does not have is left
     * alone.
     */
    async handOver(ctx: TxContext, wire: string): Promise<void> {
      const row = await deps.conversations.lockWithPerson(ctx, wire);
      if (row.pending_reason !== "bot") return;
      const session = await queries.findSession(ctx.tx, row.id, true);
      await deps.botControl.release(ctx, wire, {});
      if (session === null) return;
      if (session.pending.length > 0) await deps.botControl.markCustomerWaiting(ctx, row.id);
      const facts = await readTurnFacts(ctx.tx, row.id, session.chatbot_id, session.began_at);
      await queries.finishSession(ctx.tx, {
        conversationId: row.id,
        disposed: session.pending,
        // A turn in progress ends by itself, at the fence.
        heard: session.heard,
        replied: false,
        failed: false,
        toldClosed: null,
        handedOverAt: ctx.now,
      });
      await insertTurn(ctx.tx, {
        ...withoutReply(ctx.now),
        id: deps.ids.uuid(),
        chatbot_id: session.chatbot_id,
        chatbot_version: facts?.version ?? 0,
        conversation_id: row.id,
        epoch: session.epoch,
        decision: "handed_over",
        reason: "manual",
        inbound_ids: session.pending,
      });
    },

    /**
     * Gives a conversation (back) to its channel's chatbot, which answers what the customer wrote since the last answer. 409 conflict if it
     * is resolved, or no active chatbot serves the channel.
     */
    async resume(ctx: TxContext, wire: string): Promise<void> {
      const row = await deps.conversations.lockWithPerson(ctx, wire);
      if (row.pending_reason === "bot") return;
      if (row.status !== "open")
        throw new AppError("conflict", { message: "Only an open conversation can be given to the chatbot. Reopen it first." });
      const chatbot = await chatbotOfChannel(ctx.tx, row.channel_id);
      if (chatbot === null) throw new AppError("conflict", { message: "No active chatbot serves this conversation's channel." });
      const transcript = await readTranscript(ctx.tx, row.id, row.created_at, null, 20);
      const answered = transcript.findLastIndex((message) => message.direction === "outbound");
      await deps.botControl.handToBot(ctx.tx, ctx.now, [{ id: row.id, by: wireId("bot", chatbot.id) }]);
      await queries.resumeSession(ctx.tx, ctx.now, {
        conversationId: row.id,
        chatbotId: chatbot.id,
        pending: transcript.slice(answered + 1).map((message) => message.id),
        runAt: ctx.now,
      });
      await recordAudit(ctx, deps.ids, "conversation.updated", wire, { handledBy: { from: "human", to: "bot" } });
    },

    /**
     * Hands conversations to people when their chatbot no longer serves them, a batch at a time. Idempotent and safe to run concurrently.
     */
    releaseLoop: createLoop({
      name: "chatbot release",
      wake: deps.wake,
      topics: [],
      pollMs,
      log: deps.log,
      async run() {
        const due = await queries.listReleasing(deps.database, 20);
        for (const { tenant_id: tenantId, id, version } of due) {
          const now = deps.clock.now();
          const conversations = await deps.database.withTenant(tenantId, (tx) => queries.listToRelease(tx, id, releasedAtOnce));
          for (const conversationId of conversations) {
            await deps.database.withTenant(tenantId, async (tx) => {
              const ctx = systemContext(tx, now);
              const wire = wireId("conv", conversationId);
              const row = await deps.conversations.lockWithPerson(ctx, wire);
              if (row.pending_reason === "bot") await deps.botControl.release(ctx, wire, {});
            });
          }
          if (conversations.length < releasedAtOnce) await deps.database.withTenant(tenantId, (tx) => queries.releasedAll(tx, id, version));
        }
        if (due.length > 0) deps.wake.hint("events");
        return due.length > 0;
      },
    }),
  };
}

export type Control = ReturnType<typeof createControl>;

/** For the chatbot's own work, on nobody's behalf. */
export function systemContext(tx: Tx, now: Date): TxContext {
  return { tenantId: tx.tenantId, actor: { kind: "system", id: "chatbot" }, scopes: new Set(), session: null, requestId: "", now, tx };
}

export function withoutReply(now: Date) {
  return {
    reply_message_id: null,
    reply: null,
    trace: { steps: [], passages: [], question: null, language: null },
    provider: null,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost: null,
    began_at: now,
    created_at: now,
  };
}

/** Throws not_found for anything but a conversation id. */
export function conversationUuid(wire: string): string {
  const id = parseWireId("conv", wire);
  if (id === null) throw new AppError("not_found");
  return id;
}
