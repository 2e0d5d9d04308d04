/** Converts messages to the items of the thread. Pure: no texts, no components. */
import type { Message } from "@parley/sdk";

export type ThreadItem<M extends ThreadMessage = Message> =
  | { kind: "day"; key: string; at: string }
  | { kind: "unread"; key: string; count: number }
  /** `continues`: by the same person within five minutes, shown without an avatar. */
  | { kind: "message"; key: string; message: M; continues: boolean };

type ThreadMessage = Pick<Message, "id" | "direction" | "author" | "isNote" | "type" | "occurredAt">;

const continuesMs = 5 * 60_000;

/** `messages` oldest first; the last `unreadCount` of them are the customer's and unread. */
export function threadItems<M extends ThreadMessage>(messages: readonly M[], unreadCount: number): ThreadItem<M>[] {
  const items: ThreadItem<M>[] = [];
  const firstUnread = findFirstUnread(messages, unreadCount);
  let day = "";
  let before: M | null = null;
  for (const message of messages) {
    const today = dayOf(message.occurredAt);
    if (today !== day) {
      items.push({ kind: "day", key: `day ${today}`, at: message.occurredAt });
      day = today;
      before = null;
    }
    if (message === firstUnread) {
      items.push({ kind: "unread", key: "unread", count: unreadCount });
      before = null;
    }
    items.push({ kind: "message", key: message.id, message, continues: before !== null && belongsTo(before, message) });
    before = message;
  }
  return items;
}

function findFirstUnread<M extends ThreadMessage>(messages: readonly M[], unreadCount: number): M | null {
  let left = unreadCount;
  for (const message of messages.toReversed()) {
    if (message.direction !== "inbound" || message.type === "system") continue;
    if (left === 1) return message;
    left -= 1;
  }
  return null;
}

function belongsTo(before: ThreadMessage, message: ThreadMessage): boolean {
  return (
    !message.isNote &&
    !before.isNote &&
    message.type !== "system" &&
    before.type !== "system" &&
    message.direction === before.direction &&
    message.author.kind === before.author.kind &&
    message.author.id === before.author.id &&
    Date.parse(message.occurredAt) - Date.parse(before.occurredAt) < continuesMs
  );
}

/** The calendar day by the reader's clock. */
function dayOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}
