/** What is done once a row was sent. */
import type { QueryClient } from "@tanstack/react-query";
import { ApiError, type Message } from "@parley/sdk";
import { api } from "../../client.ts";
import { notify } from "../../notifications/notices.ts";
import { liveOf } from "../live.ts";
import { classify, type OutboxRow } from "./outbox-rows.ts";

/** Resolves the message's conversation. A refusal becomes a notice; any other failure is thrown, and the row is tried again. */
export async function resolveConversation(client: QueryClient, { key }: OutboxRow, { conversationId: id }: Message): Promise<void> {
  try {
    await api.conversations.update(id, { status: "resolved" }, { idempotencyKey: `${key}-resolve`, maxRetries: 0 });
    liveOf(client).touch([{ kind: "conversations", id }]);
  } catch (error) {
    if (!(error instanceof ApiError) || classify(error).kind !== "refused") throw error;
    notify({ kind: "changeFailed", resource: "conversations", ids: [id], error });
  }
}
