import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { notFound } from "#platform/errors/app-error.ts";
import type { Context } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { type ChatbotRow, findChatbot } from "./chatbots.queries.ts";
import type { AiGateway } from "#modules/knowledge/ai/index.ts";
import { type Decided, decideTurn } from "./turns/turn.ts";
import { createDecidePorts, readTeamAvailability, transcriptMessage } from "./turns/decide-ports.ts";
import type { TranscriptMessage, TurnInput } from "./turns/turn.types.ts";
import { findTurn, readTranscript, type TurnRow } from "./turns/turns.queries.ts";
import { findTenantName } from "./trials.queries.ts";

export interface TrialDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  ai: AiGateway;
  conversations: Pick<ConversationsService, "find">;
}

/** A chatbot with its own or with other settings. */
export type ChatbotUnderTest = Pick<ChatbotRow, "id" | "version" | "settings">;

export interface TrialResult {
  decided: Decided;
  durationMs: number;
}

export interface TrialMessage {
  from: "customer" | "chatbot";
  text: string;
}

const hourMs = 3_600_000;

/** Turns without effect: the same decisions by the same code, but nothing is sent or stored. Models are called, and charged. */
export function createTrials(deps: TrialDeps) {
  async function decide(
    tenantId: string,
    purpose: "playground" | "evaluation",
    chatbot: ChatbotUnderTest,
    trialInput: { history: TranscriptMessage[]; pending: TranscriptMessage[]; at: Date; reference: string },
  ): Promise<TrialResult> {
    const began = deps.clock.now().getTime();
    const input = await deps.database.withTenant(tenantId, async (tx): Promise<TurnInput> => {
      const [tenant] = await findTenantName(tx);
      return {
        tenantName: tenant?.name ?? "",
        chatbot: { id: chatbot.id, version: chatbot.version, isActive: true, settings: chatbot.settings },
        conversation: {
          id: "",
          channelId: "",
          controlled: true,
          teamWrote: false,
          windowExpiresAt: new Date(trialInput.at.getTime() + 24 * hourMs),
        },
        contact: { name: null, language: null, optedOut: false, blocked: false },
        session: { replies: trialInput.history.filter((message) => message.by === "chatbot").length, failedTurns: 0, toldClosed: null },
        pending: trialInput.pending,
        history: trialInput.history,
        counts: { conversationToday: 0, chatbotToday: 0, recent: 0 },
        teamIsAvailable: await readTeamAvailability(tx, trialInput.at),
      };
    });
    const ports = createDecidePorts(deps, { tenantId, settings: chatbot.settings, purpose, reference: trialInput.reference });
    // Hours are evaluated as of the given instant; time advances from there.
    const offset = trialInput.at.getTime() - deps.clock.now().getTime();
    const decided = await decideTurn(input, { ...ports, now: () => new Date(deps.clock.now().getTime() + offset) });
    return { decided, durationMs: deps.clock.now().getTime() - began };
  }

  /** A made-up conversation: what was said before, and the customer's message. */
  function sampleTranscript(history: readonly TrialMessage[], message: string, at: Date) {
    const all = [...history, { from: "customer" as const, text: message }].map(
      (entry, i): TranscriptMessage => ({ id: String(i), by: entry.from, type: "text", text: entry.text, hasMedia: false, at }),
    );
    return { history: all, pending: all.slice(-1) };
  }

  return {
    /** With a chatbot's current settings, whether it is active or not. */
    tryMessage(
      tenantId: string,
      chatbot: ChatbotUnderTest,
      input: {
        message: string;
        history?: readonly TrialMessage[] | undefined;
        at?: Date | undefined;
        purpose: "playground" | "evaluation";
        reference?: string;
      },
    ): Promise<TrialResult> {
      const at = input.at ?? deps.clock.now();
      return decide(tenantId, input.purpose, chatbot, {
        ...sampleTranscript(input.history ?? [], input.message, at),
        at,
        reference: input.reference ?? `${input.purpose}:${deps.ids.uuid()}`,
      });
    },

    /**
     * Repeats a past turn with today's settings and knowledge, as of the turn's time. Throws not_found, also if its chatbot was deleted.
     */
    async replay(ctx: Context, wire: string): Promise<{ turn: TurnRow; chatbot: ChatbotRow; tried: TrialResult }> {
      const id = parseWireId("btn", wire);
      const found = await deps.database.withTenant(ctx.tenantId, async (tx) => {
        const turn = id === null ? null : await findTurn(tx, id);
        if (turn === null) throw notFound(wire);
        const conversation = await deps.conversations.find({ ...ctx, tx }, wireId("conv", turn.conversation_id));
        const chatbot = await findChatbot(tx, turn.chatbot_id);
        if (chatbot === null) throw notFound(wire);
        const transcript = await readTranscript(tx, turn.conversation_id, conversation.created_at, turn.created_at, 60);
        return { turn, chatbot, said: transcript };
      });
      const { turn, chatbot, said } = found;
      const about = new Set(turn.inbound_ids);
      const last = said.findLastIndex((message) => about.has(message.id));
      const history = said
        .slice(0, last + 1)
        .filter((message) => message.id !== turn.reply_message_id)
        .map(transcriptMessage);
      const tried = await decide(ctx.tenantId, "playground", chatbot, {
        history,
        pending: history.filter((message) => about.has(message.id)),
        at: turn.began_at,
        reference: `playground:${deps.ids.uuid()}`,
      });
      return { turn, chatbot, tried };
    },
  };
}

export type Trials = ReturnType<typeof createTrials>;
