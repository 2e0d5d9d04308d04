/** Messages waiting to be sent, as they are stored. Pure. */
import type { SendMessage } from "@parley/sdk";
import type { Refusal } from "../../attempts/outcome.ts";

/** A typed message that the server does not have yet. */
export interface OutboxRow {
  /** Idempotency key of all its attempts, and the message's `clientReference`. */
  key: string;
  /** The user: the row is never sent for another user of this browser. */
  owner: string;
  /** The browser's tab in which it was typed. Absent: in an earlier version. */
  tab?: string;
  /** The conversation in which it waits: where it was typed, or where the reply before it went. The server decides where it belongs. */
  conversationId: string;
  /** A body of POST /messages; for a file, `content.mediaId` is set after the upload. */
  message: SendMessage | null;
  /** Instead of a message: a note. */
  note: { text: string; mentions: string[] } | null;
  file: OutboxFile | null;
  /** The name of the message's file, if the server had it before. Absent: there is none. */
  fileName?: string | undefined;
  /** The upload of the file was cut off once because it took too long. Absent: no. */
  cut?: boolean;
  /** Done once it was sent: the conversation is resolved. Absent: nothing. */
  after?: "resolve" | undefined;
  /** Milliseconds since 1970. */
  at: number;
  /** `asks`: it has waited so long that its author must decide whether to send it. */
  state: "waiting" | "failed" | "asks";
  /** It may have reached the server. */
  tried: boolean;
  /** Why the server refused it. */
  error: Refusal | null;
}

export interface OutboxFile {
  name: string;
  mimeType: string;
  blob: Blob;
  /** The id of the uploaded file. */
  mediaId: string | null;
}

/** The server remembers a key for a day: after that, the same key would send the message again. */
export const staleMs = 23 * 3_600_000;

/** The next row of each conversation, in the order in which they were written. Rows that failed or need a decision do not block others. */
export function heads(rows: readonly OutboxRow[]): OutboxRow[] {
  const first = new Map<string, OutboxRow>();
  for (const row of inOrder(rows)) if (row.state === "waiting" && !first.has(row.conversationId)) first.set(row.conversationId, row);
  return [...first.values()];
}

export function inOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  return [...rows].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}
