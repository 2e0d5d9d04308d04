import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";

/** What the chatbot decided in a conversation, newest first. */
export function chatbotTurnsQuery(conversationId: string) {
  return queryOptions({
    queryKey: ["chatbot-turns", "list", conversationId] as const,
    queryFn: ({ signal }) => api.conversations.chatbotTurns.list(conversationId, { limit: 100 }, { signal }).page(),
  });
}
