/** What callers give and get, whatever the resource. */
import type { EventType, PageInfo, ParleyEvent, Presence } from "./generated/schemas.ts";

export interface RequestOptions {
  /**
   * Of a write; made by the client unless given. A write that is given again with the key of the first answers with the first's answer.
   * null: none, for what need not be kept; then it is repeated only where nothing was done.
   */
  idempotencyKey?: string | null | undefined;
  /** Ends the call, its retries and its waits. */
  signal?: AbortSignal | undefined;
  /** Of each attempt, until its answer has been read. */
  timeoutMs?: number | undefined;
  /** Attempts after the first. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** In a browser: a page that is left lets it arrive all the same. For bodies up to 64 KB. */
  keepalive?: boolean | undefined;
}

export interface StreamOptions {
  signal?: AbortSignal | undefined;
  /** How long an attempt to connect may take. */
  timeoutMs?: number | undefined;
  /** Attempts to connect that may fail in a row; without end unless given. */
  maxRetries?: number | undefined;
  /** How long nothing may come, not even a sign of life (the server gives one every 20 s), until the line counts as dead. */
  idleTimeoutMs?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** All that was missed has come; from here on events are live. Called after each connecting. */
  onReady?: (() => void) | undefined;
  /** The line has ended, as the server ends it every 15 minutes, or has broken; it is opened again after the wait. */
  onReconnect?: ((reason: { error: Error | null; delayMs: number }) => void) | undefined;
  /**
   * Events were lost: the one to go on from is no longer kept. Fetch anew what you show; the stream goes on. Without this the iteration throws
   * StreamResetError.
   */
  onReset?: ((reason: string) => void) | undefined;
  /** Of `presence: true`: somebody came to a conversation, writes in it or left. Without this it is passed over. */
  onPresence?: ((change: PresenceChange) => void) | undefined;
}

/** Who looks at a conversation or writes in it, as it is now. */
export type PresenceChange = Omit<Presence, "state"> & { state: Presence["state"] | "gone" };

/** Iterate over it once; leaving the loop closes it. */
export interface EventStream extends AsyncIterable<ParleyEvent> {
  /** Of the last event handed out, to be given as `after` by a program that goes on later; null before there is one. */
  readonly lastEventId: string | null;
  /** The loop ends as if the stream had no further event. */
  close(): void;
}

export interface Page<Item> {
  data: Item[];
  pageInfo: PageInfo;
}

/** Awaited, the first page; iterated, every item of every page, each page fetched when it is needed. */
export interface List<Item, P extends Page<Item> = Page<Item>> extends Promise<P>, AsyncIterable<Item> {
  pages(): AsyncIterable<P>;
  /** The first page alone, with its `pageInfo`. */
  page(): Promise<P>;
  /** The first items, at most so many. */
  take(count: number): Promise<Item[]>;
}

/** What can be sent instead of JSON: a form, or the bytes of a file. A Blob is sent as its type. */
export type Upload = FormData | Blob | ArrayBuffer | Uint8Array;

/** An event of these types. */
export type EventOf<Type extends EventType> = Extract<ParleyEvent, { type: Type }>;

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once, later; the answer takes it back. */
  after(ms: number, run: () => void): () => void;
}
