import { wireId } from "#platform/ids/ids.ts";
import { renderPassage } from "./decide-ports.ts";
import type { TrialResult } from "../trials.ts";
import type { TurnRow } from "./turns.queries.ts";
import type { ChatbotTrial, ChatbotTurn } from "./turns.schema.ts";

export function renderTurn(row: TurnRow): ChatbotTurn {
  return {
    id: wireId("btn", row.id),
    chatbotId: wireId("bot", row.chatbot_id),
    chatbotVersion: row.chatbot_version,
    conversationId: wireId("conv", row.conversation_id),
    message: row.message,
    decision: row.decision,
    reason: row.reason,
    reply: row.reply,
    question: row.trace.question,
    language: row.trace.language,
    passages: row.trace.passages as ChatbotTurn["passages"],
    steps: row.trace.steps,
    usage:
      row.provider === null || row.model === null
        ? null
        : {
            provider: row.provider,
            model: row.model,
            inputTokens: row.input_tokens ?? 0,
            outputTokens: row.output_tokens ?? 0,
            cost: Number(row.cost ?? 0),
          },
    durationMs: row.created_at.getTime() - row.began_at.getTime(),
    inboundMessageIds: row.inbound_ids.map((id) => wireId("msg", id)),
    replyMessageId: row.reply_message_id === null ? null : wireId("msg", row.reply_message_id),
    startedAt: row.began_at.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

export function renderTrial(chatbot: { id: string; version: number }, { decided, durationMs }: TrialResult): ChatbotTrial {
  return {
    chatbotId: wireId("bot", chatbot.id),
    chatbotVersion: chatbot.version,
    decision: decided.outcome.decision,
    reason: decided.outcome.reason,
    reply: decided.outcome.text ?? decided.reply,
    question: decided.question,
    language: decided.language,
    passages: decided.passages.map((passage) => ({ ...renderPassage(passage), text: passage.body })),
    steps: decided.trace,
    usage: decided.usage === null ? null : { ...decided.usage, cost: Number(decided.usage.cost) },
    durationMs,
  };
}
