/** The thread of a conversation: fetched newest first, and shown upwards. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { isApiError, type Message, type MessageReceivedEvent, type MessageSentEvent, type ParleyEvent } from "@parley/sdk";
import { api } from "../client.ts";
import { chunks } from "../live/chunks.ts";
import { appendPage, type Compare, emptyList, fetchPages, type ListData, mergeIntoList, shareItems } from "../live/list.ts";
import { liveOf, registerRefresher } from "../live/live.ts";

export type ThreadData = ListData<Message>;

const firstPage = 50;
const pageMax = 200;
const wantedMax = 400;
const slack = 500;
/** Maximum number of ids per call. */
const idsMax = 100;

/** Newest first, in the server's order. */
export const compareMessages: Compare<Message> = (a, b) =>
  a.occurredAt > b.occurredAt ? -1 : a.occurredAt < b.occurredAt ? 1 : a.id > b.id ? -1 : a.id < b.id ? 1 : 0;

const rank: Readonly<Record<string, number>> = { queued: 0, sending: 0, sent: 1, delivered: 2, read: 3 };

/** A status never goes back: a response that was overtaken by another does not reset it. */
export function forward(shown: Message | undefined, message: Message): Message {
  const [before, after] = [rank[shown?.status ?? ""], rank[message.status]];
  if (shown === undefined || before === undefined || after === undefined || after >= before) return message;
  return { ...message, status: shown.status, statusAt: shown.statusAt };
}

const fetchPage = (id: string, page: { cursor?: string | undefined; limit: number; ids?: string }, signal?: AbortSignal) =>
  api.conversations.messages.list(id, page, { signal }).page();

async function fetchByIds(conversationId: string, ids: readonly string[]): Promise<Message[]> {
  const found = await Promise.all(
    chunks(ids, idsMax).map((part) => fetchPage(conversationId, { ids: part.join(","), limit: part.length })),
  );
  return found.flatMap(({ data }) => data);
}

/** The thread after some of its messages changed. */
async function mergeChanged(conversationId: string, ids: ReadonlySet<string>): Promise<(thread: ThreadData) => ThreadData> {
  const changed = new Set(ids);
  const found = await fetchByIds(conversationId, [...ids]);
  const missing = [...ids].filter((id) => !found.some((each) => each.id === id));
  const targets = (await Promise.all(missing.map(targetOf))).filter((id) => id !== null);
  if (targets.length > 0) {
    found.push(...(await fetchByIds(conversationId, targets)));
    for (const id of targets) changed.add(id);
  }
  return (thread) => {
    const shown = new Map(thread.items.map((item) => [item.id, item]));
    return mergeIntoList(
      thread,
      changed,
      found.map((each) => forward(shown.get(each.id), each)),
      compareMessages,
    );
  };
}

/** A reaction is not a message of the thread: it is shown at its target. */
async function targetOf(id: string): Promise<string | null> {
  try {
    const { type, content } = await api.messages.get(id);
    const { messageId } = { ...content } as { messageId?: unknown };
    return type === "reaction" && typeof messageId === "string" ? messageId : null;
  } catch (error) {
    if (isApiError(error, "not_found")) return null;
    throw error;
  }
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
            thread = (await mergeChanged(conversationId, changed))(thread);
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

/** Fetches older messages of a thread; while they are being fetched, another call does nothing. */
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

/** Adds a message from a response to the thread, if the thread is loaded. */
export function putMessage(client: QueryClient, message: Message): void {
  client.setQueryData(threadQuery(message.conversationId).queryKey, (thread) => {
    if (thread === undefined) return undefined;
    const shown = thread.items.find(({ id }) => id === message.id);
    return mergeIntoList(thread, new Set([message.id]), [forward(shown, message)], compareMessages);
  });
}

/** The fields of a text message that its event does not contain. What it quotes is only in the record. */
const messageDefaults: Pick<
  Message,
  "media" | "statusAt" | "error" | "replyToId" | "reactions" | "isNote" | "mentions" | "editedAt" | "deletedAt"
> = {
  media: [],
  statusAt: { sent: null, delivered: null, read: null, failed: null },
  error: null,
  replyToId: null,
  reactions: [],
  isNote: false,
  mentions: [],
  editedAt: null,
  deletedAt: null,
};

/**
 * A text message built from its event: shown a round trip earlier than the record, which is fetched anyway and replaces it. Null: the event
 * does not contain enough.
 */
function textMessageFrom(event: ParleyEvent): Message | null {
  if (event.type === "message.received") return receivedText(event);
  return event.type === "message.sent" ? sentText(event) : null;
}

function receivedText({ createdAt, data: { message, ...of } }: MessageReceivedEvent): Message | null {
  if (message.type !== "text") return null;
  const author = { kind: "contact", id: of.contactId } as const;
  return { ...of, ...message, ...messageDefaults, direction: "inbound", author, status: "received", clientReference: null, createdAt };
}

function sentText({ createdAt, data: { message, ...of } }: MessageSentEvent): Message | null {
  const { author, status, clientReference } = message;
  // Typed in the platform's own app: its record contains the author.
  if (message.type !== "text" || author === undefined || status === undefined || clientReference === undefined) return null;
  const sent = { author, status, clientReference, from: null, externalId: null, occurredAt: createdAt, createdAt };
  return { ...of, ...message, ...messageDefaults, ...sent, direction: "outbound" };
}

registerRefresher("messages", {
  intervalMs: 150,
  show(client, event) {
    const message = textMessageFrom(event);
    if (message === null) return;
    const { queryKey } = threadQuery(message.conversationId);
    if (client.getQueryCache().find({ queryKey, exact: true })?.isActive() !== true) return;
    client.setQueryData(queryKey, (thread) => {
      if (thread === undefined || thread.items.some(({ id }) => id === message.id)) return thread;
      return mergeIntoList(thread, new Set([message.id]), [message], compareMessages);
    });
  },
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
        const merge = await mergeChanged(conversationId, ids);
        client.setQueryData(queryKey, (thread) => thread && merge(thread));
        const thread = client.getQueryData(queryKey);
        if (thread !== undefined && thread.items.length > thread.wanted + slack) await client.invalidateQueries({ queryKey, exact: true });
      }),
    );
  },
});

/**
 * Sets our reaction to a customer's message, replacing an earlier one; null removes it. Shown once the platform has it.
 */
export function react({ id, channelId, from }: Message, emoji: string | null): Promise<Message> {
  if (from === null) throw new Error(`nobody is known to have written ${id}`);
  return api.messages.send({ type: "reaction", channelId, to: from, humanAgent: true, content: { messageId: id, emoji } });
}
