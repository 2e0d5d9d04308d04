/** What is done once the server has accepted or refused a row. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, type Message } from "@parley/sdk";
import { classify } from "../../attempts/outcome.ts";
import { api } from "../../client.ts";
import { putMessage } from "../../inbox/messages.ts";
import { type MovedReply, notify } from "../../notifications/notices.ts";
import { liveOf } from "../live.ts";
import { isTabOpen } from "../tab.ts";
import type { OutboxRow } from "./outbox-rows.ts";

interface Page {
  client: QueryClient;
  /** This tab, and the lock that it holds while it is open. */
  tab: string;
  /** Informs the tab in which it was typed. More than once is shown once. */
  post(moved: MovedReply): void;
  /** Whether that tab has shown where the message went. */
  isHeard(messageId: string): boolean;
  /** Ends when nobody is signed in here any more. */
  signal: AbortSignal;
}

export async function afterSending(row: OutboxRow, message: Message, page: Page): Promise<void> {
  putMessage(page.client, message);
  const { id, conversationId } = message;
  liveOf(page.client).touch([
    { kind: "messages", id, conversationId },
    { kind: "conversations", id: conversationId },
  ]);
  if (row.after === "resolve") await resolveConversation(page.client, row, message);
  if (conversationId !== row.conversationId) await reportMove(row, message, page);
}

/** Resolves the message's conversation. A refusal becomes a notice; any other failure is thrown, and the row is tried again. */
async function resolveConversation(client: QueryClient, { key }: OutboxRow, { conversationId: id }: Message): Promise<void> {
  try {
    await api.conversations.update(id, { status: "resolved" }, { idempotencyKey: `${key}-resolve`, maxRetries: 0 });
    liveOf(client).touch([{ kind: "conversations", id }]);
  } catch (error) {
    if (!(error instanceof ApiError) || classify(error).kind !== "refused") throw error;
    void notify({ error });
  }
}

/** Tells the tab in which it was typed, or shows it here if that one was closed. */
async function reportMove({ tab, conversationId: from }: OutboxRow, message: Message, page: Page): Promise<void> {
  const moved: MovedReply = { tab: tab ?? page.tab, from, message };
  if (moved.tab === page.tab || !(await isTabOpen(moved.tab))) {
    await notify(moved);
    return;
  }
  page.post(moved);
  // Nobody waits for this: the next reply is sent meanwhile.
  void showUnlessHeard(moved, page);
}

/** Nobody hears it any more: it is shown here. */
const heardWithinMs = 60_000;

/**
 * A tab that is being closed still holds its lock, for seconds on a busy machine, but no longer hears what it is told; one that is being
 * reloaded hears it afterwards. Asked again and again, because a waiting request for the lock would take it from a tab that is only being
 * reloaded, which then gets a new id (`tab.ts`).
 */
async function showUnlessHeard(moved: MovedReply, { signal, post, isHeard }: Page): Promise<void> {
  const isOver = () => signal.aborted || isHeard(moved.message.id);
  for (let waitMs = 200, waitedMs = 0; waitedMs < heardWithinMs; waitMs = Math.min(2 * waitMs, 5_000)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    waitedMs += waitMs;
    if (isOver()) return;
    if (!(await isTabOpen(moved.tab))) break;
    post(moved);
  }
  if (!isOver()) await notify(moved);
}

export function reportRefusal({ error, key }: OutboxRow, retry: () => void): void {
  if (error === null) throw new Error(`the row ${key} was not refused`);
  void notify({ refusal: error, retry });
}
