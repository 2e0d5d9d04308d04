import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { MessagesService, PreparedMessage } from "#modules/inbox/messages/index.ts";
import type { VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import { findCall } from "../calls.queries.ts";
import { voiceCaller, voiceContext } from "./voice-context.ts";

export interface ApologyDeps {
  database: Database;
  clock: Clock;
  conversations: Pick<ConversationsService, "find" | "recipientOf" | "lockWithPerson">;
  messages: Pick<MessagesService, "prepare" | "acceptWithin" | "sent">;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
}

export interface Apology {
  /** Wire id. */
  conversationId: string;
  prepared: PreparedMessage;
}

/**
 * Apologies for calls on chat channels that broke off. Nothing can be played on such a call, so the apology is sent as a
 * message in the chat.
 */
export function createApologies(deps: ApologyDeps) {
  async function prepare(tenantId: string, callId: string): Promise<Apology | null> {
    const now = deps.clock.now();
    const found = await deps.database.withTenant(tenantId, async (tx) => {
      const call = await findCall(tx, callId, null);
      if (call === null || call.channel_id === null || call.answered_at === null || call.ended_at !== null) return null;
      const agent = await deps.voiceAgents.byId(tx, call.voice_agent_id);
      if (agent === null || call.conversation_id === null) return null;
      const conversationId = wireId("conv", call.conversation_id);
      const row = await deps.conversations.find(voiceContext(tx, now), conversationId);
      return { agent, conversationId, recipient: await deps.conversations.recipientOf(tx, row) };
    });
    if (found === null) return null;
    const { agent, conversationId, recipient } = found;
    const author = { kind: "chatbot" as const, id: wireId("vag", agent.id) };
    const prepared = await deps.messages.prepare(
      voiceCaller(tenantId, now),
      { ...recipient, type: "text", text: agent.settings.messages.apology },
      author,
    );
    return { conversationId, prepared };
  }

  async function write(tx: Tx, now: Date, { conversationId, prepared }: Apology): Promise<void> {
    const ctx = voiceContext(tx, now);
    await deps.conversations.lockWithPerson(ctx, conversationId);
    await deps.messages.acceptWithin(ctx, prepared);
  }

  return {
    /** Runs outside any transaction. null: not an answered call on a channel, or no message may be sent. */
    prepare: (tenantId: string, callId: string): Promise<Apology | null> => prepare(tenantId, callId).catch(refusedOnly),

    /** Runs in the transaction that ends the call, after the contact is locked. Call `sent` after the commit. */
    async write(tx: Tx, now: Date, apology: Apology): Promise<void> {
      await write(tx, now, apology).catch(refusedOnly);
    },

    sent: (): void => deps.messages.sent(),
  };
}

/** The call ends even if the message is refused (opted out, channel not connected, being erased). */
function refusedOnly(error: unknown): null {
  if (!(error instanceof AppError)) throw error;
  return null;
}

export type Apologies = ReturnType<typeof createApologies>;
