/** "Writing…" on the customer's side: momentary, and repeated while somebody is typing. */
import { api } from "../client.ts";

/** Short-video shows it for five seconds, the other platforms for twenty or more. */
const againMs = (kind: string) => (kind === "short_video" ? 4_500 : 15_000);
let last = { conversationId: "", atMs: 0 };

export function showTyping(conversationId: string, channelKind: string): void {
  const nowMs = Date.now();
  if (last.conversationId === conversationId && nowMs - last.atMs < againMs(channelKind)) return;
  last = { conversationId, atMs: nowMs };
  // A customer who does not see it misses nothing; whether the message itself can be sent is shown elsewhere.
  api.conversations.typing(conversationId, { maxRetries: 0, idempotencyKey: null }).catch(() => undefined);
}

/** The message was sent: the platform has removed the indicator. */
export function stoppedTyping(): void {
  last = { conversationId: "", atMs: 0 };
}
