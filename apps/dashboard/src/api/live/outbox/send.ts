/** A row of the outbox as a call of the API. */
import type { Message } from "@parley/sdk";
import { api } from "../../client.ts";
import type { OutboxRow } from "./outbox-rows.ts";

/** One call of the API, under the row's key. */
export async function sendRow(row: OutboxRow): Promise<Message> {
  const options = { idempotencyKey: row.key, maxRetries: 0 };
  if (row.note !== null) return api.conversations.notes.create(row.conversationId, row.note, options);
  if (row.message === null) throw new Error(`the row ${row.key} is neither a message nor a note`);
  const { message, file } = row;
  if (file?.mediaId == null) return api.messages.send(message, options);
  return api.messages.send(
    { ...message, content: { ...("content" in message ? message.content : {}), mediaId: file.mediaId } } as typeof message,
    options,
  );
}

/** The message of an earlier attempt of the row. */
export async function findSent(row: OutboxRow): Promise<Message | null> {
  if (row.note !== null) return null;
  const { data } = await api.messages.list({ clientReference: row.key, limit: 1 }).page();
  return data[0] ?? null;
}
