/** The thread of a conversation for components: the server's messages, followed by those that wait to be sent. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { Message } from "@parley/sdk";
import { getOutbox } from "../live/local-stores.ts";
import type { NewMessage, SendAgainHow } from "../live/outbox/outbox.ts";
import type { OutboxRow } from "../live/outbox/outbox-rows.ts";
import { loadOlderMessages, type ThreadData, threadQuery } from "./messages.ts";
import { isPage } from "../query.ts";
import { meQuery } from "../session.ts";
import { answeredSince, waitingRows, withQuotes } from "./thread.ts";

export type { NewMessage } from "../live/outbox/outbox.ts";
export type { OutboxRow } from "../live/outbox/outbox-rows.ts";
export { quotedBy } from "./thread.ts";

const none: Message[] = [];

export interface Thread {
  /** Oldest first, as they are shown. */
  messages: Message[];
  /** After them: not on the server yet. None of them is among the messages. */
  waiting: OutboxRow[];
  hasOlder: boolean;
  loadOlder(): Promise<void>;
  /** For the first time. */
  isPending: boolean;
  error: Error | null;
}

export function useThread(conversationId: string): Thread {
  const client = useQueryClient();
  const { data, isPending, error } = useQuery({ ...threadQuery(conversationId), throwOnError: isPage });
  const rows = useOutboxRows();
  const messages = useMemo(() => (data === undefined ? none : withQuotes(data.items.toReversed(), rows)), [data, rows]);
  const waiting = useMemo(() => waitingRows(rows, conversationId, data), [rows, conversationId, data]);
  const loadOlder = useCallback(() => loadOlderMessages(client, conversationId), [client, conversationId]);
  return { messages, waiting, hasOlder: data !== undefined && data.next !== null, loadOlder, isPending, error };
}

/** For a conversation that is likely to be opened next. A failure is shown when it is opened. */
export function fetchThreadAhead(client: QueryClient, conversationId: string): Promise<void> {
  return client.prefetchQuery(threadQuery(conversationId));
}

/** All waiting rows, of all conversations. */
export function useOutboxRows(): readonly OutboxRow[] {
  const outbox = getOutbox();
  return useSyncExternalStore(outbox.onChange, outbox.rows);
}

/** From 0 to 1 while the row's file is uploaded. */
export function useUploadProgress(key: string): number | null {
  const outbox = getOutbox();
  return useSyncExternalStore(outbox.onChange, () => outbox.progress(key));
}

/** `add` shows a message at once and sends it when possible; the others are for refused rows. */
export function useOutbox() {
  return useMemo(
    () => ({
      add: (message: NewMessage): OutboxRow => getOutbox().add(message),
      sendAgain: (key: string, how?: SendAgainHow) => getOutbox().sendAgain(key, how),
      discard: (key: string) => getOutbox().discard(key),
    }),
    [],
  );
}

/** Returns the answer that somebody else, or software, has given since this was the thread's newest message; called before sending. */
export function useAnsweredSince(conversationId: string): (openedAtMessageId: string | null) => Message | null {
  const client = useQueryClient();
  return useCallback(
    (openedAtMessageId) => {
      const thread = client.getQueryData<ThreadData>(threadQuery(conversationId).queryKey);
      return thread === undefined
        ? null
        : answeredSince(thread.items, openedAtMessageId, client.getQueryData(meQuery.queryKey)?.user?.agentId ?? "");
    },
    [client, conversationId],
  );
}
