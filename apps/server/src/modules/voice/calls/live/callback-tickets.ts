import type { TicketsService } from "#modules/service/tickets/index.ts";
import type { VoiceAgentRow } from "#modules/voice/voice-agents/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { CallRow } from "../calls.queries.ts";
import { openCallbackOf } from "./live.queries.ts";
import { voiceContext } from "./voice-context.ts";

export interface CallbackDeps {
  tickets: Pick<TicketsService, "create">;
}

type MissedCall = Pick<CallRow, "from_address" | "contact_id" | "conversation_id">;

/**
 * The callback ticket for a missed call: the caller's open one, or a new one. Returns its id (uuid). null: the
 * settings want none, the number was withheld, or the contact is being erased or merged. Locks the contact, so call it
 * before anything that locks the conversation.
 */
export async function callbackTicket(
  deps: CallbackDeps,
  tx: Tx,
  now: Date,
  agent: Pick<VoiceAgentRow, "settings"> | null,
  call: MissedCall,
): Promise<string | null> {
  const { contact_id: contactId, conversation_id: conversationId, from_address: from } = call;
  if (agent?.settings.afterCall.callbackTickets !== true || contactId === null) return null;
  const open = await openCallbackOf(tx, contactId);
  if (open !== null) return open;
  try {
    const ticket = await deps.tickets.create(voiceContext(tx, now), {
      subject: `Call back ${from ?? ""}`.trim(),
      contactId: wireId("cnt", contactId),
      ...(conversationId === null ? {} : { conversationId: wireId("conv", conversationId) }),
    });
    return parseWireId("tkt", ticket.id);
  } catch (error) {
    // A contact that is being erased or merged gets no ticket. The conversation is still marked as waiting.
    if (error instanceof AppError && (error.code === "not_found" || error.code === "conflict")) return null;
    throw error;
  }
}
