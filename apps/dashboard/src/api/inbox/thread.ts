/** The contents of a thread, from the server's messages and the waiting ones. Pure. */
import type { Message } from "@parley/sdk";
import type { OutboxRow } from "../live/outbox/outbox-rows.ts";
import type { ThreadData } from "./messages.ts";

/** The rows of a conversation that the server does not have yet, according to the thread. */
export function waitingRows(rows: readonly OutboxRow[], conversationId: string, thread: ThreadData | undefined): OutboxRow[] {
  const here = rows.filter((row) => row.conversationId === conversationId);
  if (here.length === 0 || thread === undefined) return here;
  const arrived = new Set(thread.items.map(({ clientReference }) => clientReference));
  return here.filter(({ key }) => !arrived.has(key));
}

/** The message that a waiting one answers. */
export function quotedBy({ message }: Pick<OutboxRow, "message">): string | null {
  return (message as { replyToId?: string } | null)?.replyToId ?? null;
}

/** Our own messages as their events tell them, with what they quote: only their record and their row say that. */
export function withQuotes(messages: readonly Message[], rows: readonly OutboxRow[]): Message[] {
  const quotes = new Map(rows.map((row) => [row.key, quotedBy(row)]));
  return messages.map((message) => {
    const replyToId = message.replyToId ?? quotes.get(message.clientReference ?? "") ?? null;
    return replyToId === message.replyToId ? message : { ...message, replyToId };
  });
}

/**
 * The newest answer to the customer after a message, if any, so that nobody answers twice.
 *
 * @param items newest first
 *
 * @param own the agent who asks: their own answers do not count. An agent's id
 */
export function answeredSince(items: readonly Message[], openedAtMessageId: string | null, own: string): Message | null {
  for (const message of items) {
    if (message.id === openedAtMessageId) return null;
    const byMe = message.author.kind === "member" && message.author.id === own;
    if (message.direction === "outbound" && !message.isNote && message.status !== "failed" && message.status !== "cancelled" && !byMe)
      return message;
  }
  return null;
}
