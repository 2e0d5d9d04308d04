/** The thread of a conversation: newest first from the server, kept oldest last to first as it came, shown upwards. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Message } from "@parley/sdk";
import { api } from "./client.ts";
import { appendPage, type Compare, emptyList, fetchPages, type ListData, mergeIntoList, shareItems } from "./live/list.ts";
import { liveOf, registerRefresher } from "./live/live.ts";

export type ThreadData = ListData<Message>;

const firstPage = 50;
const pageMax = 200;
const wantedMax = 400;
const slack = 500;
/** So many are asked for one by one; more are looked for in the newest page first. */
const singlyMax = 3;

/** Newest first, as the server has them. */
export const compareMessages: Compare<Message> = (a, b) =>
  a.occurredAt > b.occurredAt ? -1 : a.occurredAt < b.occurredAt ? 1 : a.id > b.id ? -1 : a.id < b.id ? 1 : 0;

const rank: Readonly<Record<string, number>> = { queued: 0, sending: 0, sent: 1, delivered: 2, read: 3 };

/** What a message has reached, it has reached: an answer that was overtaken by another does not take it back. */
export function forward(shown: Message | undefined, message: Message): Message {
  const [before, after] = [rank[shown?.status ?? ""], rank[message.status]];
  if (shown === undefined || before === undefined || after === undefined || after >= before) return message;
  return { ...message, status: shown.status, statusAt: shown.statusAt };
}

const fetchPage = (id: string, page: { cursor?: string | undefined; limit: number }, signal?: AbortSignal) =>
  api.conversations.messages.list(id, page, { signal }).page();

/** Those of these messages that the thread has, as they are now. */
async function fetchMatching(conversationId: string, ids: ReadonlySet<string>): Promise<Message[]> {
  const found = new Map<string, Message>();
  if (ids.size > singlyMax) {
    const { data } = await fetchPage(conversationId, { limit: pageMax });
    for (const each of data) if (ids.has(each.id)) found.set(each.id, each);
  }
  for (const id of ids) {
    if (found.has(id)) continue;
    const message = await api.messages.get(id).catch((error: { status?: number }) => {
      if (error.status === 404) return null;
      throw error;
    });
    // Reactions stand in the message that they belong to.
    if (message !== null && message.conversationId === conversationId && message.type !== "reaction") found.set(id, message);
  }
  return [...found.values()];
}

export function threadQuery(conversationId: string) {
  return queryOptions({
    queryKey: ["messages", "thread", conversationId] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<ThreadData> => {
      const mark = liveOf(client).changes.mark(`thread ${conversationId}`);
      try {
        const wanted = Math.min(client.getQueryData<ThreadData>(queryKey)?.wanted ?? firstPage, wantedMax);
        for (;;) {
          let thread = await fetchPages((cursor, limit) => fetchPage(conversationId, { cursor, limit }, signal), wanted, pageMax);
          let changed = mark.take();
          while (changed !== null && changed.size > 0) {
            thread = mergeIntoList(thread, changed, await fetchMatching(conversationId, changed), compareMessages);
            changed = mark.take();
          }
          if (changed !== null) return shareItems(thread, client.getQueryData<ThreadData>(queryKey));
        }
      } finally {
        mark.end();
      }
    },
    structuralSharing: false,
  });
}

const loading = new WeakMap<QueryClient, Map<string, Promise<void>>>();

/** Fetches older messages of a thread; while they are on their way, asking again does nothing more. */
export function loadOlderMessages(client: QueryClient, conversationId: string): Promise<void> {
  const running = loading.get(client) ?? new Map<string, Promise<void>>();
  loading.set(client, running);
  const before = running.get(conversationId);
  if (before !== undefined) return before;
  const more = loadOlder(client, conversationId).finally(() => running.delete(conversationId));
  running.set(conversationId, more);
  return more;
}

async function loadOlder(client: QueryClient, conversationId: string): Promise<void> {
  const { queryKey } = threadQuery(conversationId);
  const cursor = client.getQueryData(queryKey)?.next;
  if (cursor == null) return;
  const live = liveOf(client);
  const mark = live.changes.mark(`thread ${conversationId}`);
  try {
    const page = await fetchPage(conversationId, { cursor, limit: firstPage * 2 });
    client.setQueryData(queryKey, (thread = emptyList<Message>()) => appendPage(thread, cursor, page, compareMessages));
    const changed = mark.take();
    if (changed === null) await client.invalidateQueries({ queryKey, exact: true });
    else live.touch([...changed].map((id) => ({ kind: "messages", id, conversationId })));
  } finally {
    mark.end();
  }
}

/** A message that an answer brought takes its place in the thread, if that was loaded. */
export function putMessage(client: QueryClient, message: Message): void {
  client.setQueryData(threadQuery(message.conversationId).queryKey, (thread) => {
    if (thread === undefined) return undefined;
    const shown = thread.items.find(({ id }) => id === message.id);
    return mergeIntoList(thread, new Set([message.id]), [forward(shown, message)], compareMessages);
  });
}

registerRefresher("messages", {
  intervalMs: 150,
  async run(client, concerns) {
    const byConversation = new Map<string, Set<string>>();
    for (const concern of concerns) {
      if (concern.kind !== "messages") continue;
      const ids = byConversation.get(concern.conversationId) ?? new Set();
      byConversation.set(concern.conversationId, ids.add(concern.id));
    }
    await Promise.all(
      [...byConversation].map(async ([conversationId, ids]) => {
        const { queryKey } = threadQuery(conversationId);
        const query = client.getQueryCache().find({ queryKey, exact: true });
        if (query === undefined) return;
        if (!query.isActive()) return query.invalidate();
        if (query.state.data === undefined) return;
        const found = await fetchMatching(conversationId, ids);
        client.setQueryData(queryKey, (thread) => {
          if (thread === undefined) return undefined;
          const shown = new Map(thread.items.map((item) => [item.id, item]));
          return mergeIntoList(
            thread,
            ids,
            found.map((each) => forward(shown.get(each.id), each)),
            compareMessages,
          );
        });
        const thread = client.getQueryData(queryKey);
        if (thread !== undefined && thread.items.length > thread.wanted + slack) await client.invalidateQueries({ queryKey, exact: true });
      }),
    );
  },
});
