/** What waits to be sent, as it is kept. Pure. */
import { ApiError, type ErrorDetail, type SendMessage } from "@parley/sdk";

/** A message that is typed and not yet the server's. */
export interface OutboxRow {
  /** Idempotency key of all its tries, and the message's `clientReference`. */
  key: string;
  /** Whose it is: nobody else who signs in at this browser sends it. */
  owner: string;
  conversationId: string;
  /** A body of POST /messages; of a file, `content.mediaId` is filled in when it has been uploaded. */
  message: SendMessage | null;
  /** Instead of a message: a note. */
  note: { text: string; mentions: string[] } | null;
  file: OutboxFile | null;
  /** Milliseconds since 1970. */
  at: number;
  /** `asks`: it lies here so long that whoever wrote it decides whether it still goes. */
  state: "waiting" | "failed" | "asks";
  /** It may have reached the server. */
  tried: boolean;
  error: OutboxError | null;
}

export interface OutboxFile {
  name: string;
  mimeType: string;
  blob: Blob;
  /** Of the uploaded file. */
  mediaId: string | null;
}

/** Why the server refused it. */
export interface OutboxError {
  code: string;
  message: string;
  details: ErrorDetail[];
  reference: string | null;
}

/** A key is remembered for a day by the server: later, the same key would send it again. */
export const staleMs = 23 * 3_600_000;

export type Outcome = { kind: "again"; afterMs: number | null } | { kind: "refused"; error: OutboxError } | { kind: "signedOut" };

/** What a failed try means. Whatever is not the server's refusal is tried again: the key lets it happen once. */
export function judge(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: "again", afterMs: null };
  const { status, code, message, details, reference, retryAfterMs } = error;
  if (status === 401) return { kind: "signedOut" };
  const passing = status >= 500 || status === 408 || status === 425 || status === 429 || code === "idempotency_in_progress";
  return passing ? { kind: "again", afterMs: retryAfterMs } : { kind: "refused", error: { code, message, details, reference } };
}

/** The next row of each conversation, in the order in which they were written. What failed or asks holds nothing up. */
export function heads(rows: readonly OutboxRow[]): OutboxRow[] {
  const first = new Map<string, OutboxRow>();
  for (const row of inOrder(rows)) if (row.state === "waiting" && !first.has(row.conversationId)) first.set(row.conversationId, row);
  return [...first.values()];
}

export function inOrder(rows: readonly OutboxRow[]): OutboxRow[] {
  return [...rows].sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1));
}

/** 128 bits, the first of them the time: rows of one instant stay in order. */
export function createKey(now: number): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${now.toString(16).padStart(12, "0")}${random}`;
}
