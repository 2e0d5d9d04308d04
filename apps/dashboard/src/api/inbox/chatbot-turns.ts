import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";

/** The chatbot's decisions in a conversation, newest first. */
export function chatbotTurnsQuery(conversationId: string) {
  return queryOptions({
    queryKey: ["chatbot-turns", "list", conversationId] as const,
    queryFn: ({ signal }) => api.conversations.chatbotTurns.list(conversationId, { limit: 100 }, { signal }).page(),
  });
}
