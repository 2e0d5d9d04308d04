/** Which parts of a first conversation have happened: from the events, or from the metrics if it was before the oldest stored events. */
import { queryOptions } from "@tanstack/react-query";
import type { Me, Message } from "@parley/sdk";
import { api } from "./client.ts";
import { fresh } from "./live/live.ts";
import { can } from "./session.ts";

/** When it last happened and what was written, as far as the newest events show. */
export interface FirstRunEvents {
  at: string | null;
  text: string | null;
  conversationId: string | null;
}

export interface FirstConversation {
  /** A customer's message. null: none yet. */
  received: FirstRunEvents | null;
  /** An answer by a person, not by a program or the chatbot. */
  answered: (FirstRunEvents & { status: Message["status"] | null }) | null;
  resolved: FirstRunEvents | null;
}

const newestEvents = 100;
/** The number of conversations that are searched for a person's answer. */
const conversationsMax = 3;
/** As far back as metrics reach. */
const metricsDays = 399;
const sampleIdleMs = 20_000;

export const firstConversationQuery = (me: Pick<Me, "scopes">) =>
  queryOptions({
    queryKey: ["first-run", "list", me.scopes] as const,
    queryFn: ({ client, signal }) =>
      fresh(client, "first-run", null, async (): Promise<FirstConversation> => {
        const byEvents = await fromEvents(signal);
        const missing = Object.values(byEvents).includes(null);
        return missing && can(me, "metrics:read") ? fromMetrics(byEvents, signal) : byEvents;
      }),
  });

/** Whether sample data can be added. It has no event, and changes when a command is run on the server. */
export const sampleDataQuery = queryOptions({
  queryKey: ["sample-data", "detail"] as const,
  queryFn: ({ signal }) => api.organization.sampleData({ signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.command == null ? false : sampleIdleMs),
});

async function fromEvents(signal: AbortSignal): Promise<FirstConversation> {
  const query = { type: "message.received,message.sent,conversation.updated", limit: newestEvents };
  const { data: events } = await api.events.list(query, { signal }).page();
  const found: FirstConversation = { received: null, answered: null, resolved: null };
  const answeredIn = new Set<string>();
  for (const event of events) {
    const { createdAt: at } = event;
    if (event.type === "message.received")
      found.received ??= { at, text: event.data.message.text, conversationId: event.data.conversationId };
    if (event.type === "message.sent") answeredIn.add(event.data.conversationId);
    if (event.type === "conversation.updated" && event.data.changes["status"]?.to === "resolved")
      found.resolved ??= { at, text: null, conversationId: event.data.conversationId };
  }
  for (const conversationId of [...answeredIn].slice(0, conversationsMax)) {
    const { data: messages } = await api.conversations.messages.list(conversationId, { limit: 100 }, { signal }).page();
    const [answer] = messages.filter(isAnswer).sort((a, b) => b.occurredAt.localeCompare(a.occurredAt));
    if (answer === undefined) continue;
    found.answered = { at: answer.occurredAt, text: answer.text, conversationId, status: answer.status };
    break;
  }
  return found;
}

const isAnswer = ({ direction, isNote, author }: Message) => direction === "outbound" && !isNote && author.kind === "member";

/** Counts are kept permanently, events are not. */
async function fromMetrics(found: FirstConversation, signal: AbortSignal): Promise<FirstConversation> {
  const since = new Date(Date.now() - metricsDays * 86_400_000).toISOString();
  const [summary, sent] = await Promise.all([
    api.metrics.summary({ since }, { signal }),
    api.metrics.breakdown({ since, metric: "messages_sent", by: "author_kind" }, { signal }),
  ]);
  const counted = (key: string) => (summary.metrics.find(({ metric }) => metric === key)?.value ?? 0) > 0;
  const before: FirstRunEvents = { at: null, text: null, conversationId: null };
  return {
    received: found.received ?? (counted("messages_received") ? before : null),
    answered:
      found.answered ?? (sent.groups.some(({ key, value }) => key === "member" && (value ?? 0) > 0) ? { ...before, status: null } : null),
    resolved: found.resolved ?? (counted("conversations_resolved") ? before : null),
  };
}
