import { randomUUID } from "node:crypto";
import { Client, type ClientConfig } from "pg";
import type { Log } from "../log/log.ts";

/** What may have work now. Wake-ups are hints; every loop also polls, so a lost hint costs a moment, never work. */
export type Topic =
  | "inbound"
  | "outbound"
  | "events"
  | "deliveries"
  | "keys"
  | "processes"
  | "routes"
  | "media"
  | "channels"
  | "sessions"
  | "mail"
  | "knowledge"
  | "imports and exports"
  | "billing"
  | "broadcasts"
  | "flows"
  | "snapshots"
  | "maintenance";

/**
 * Wakes loops in this process at once and in the others through LISTEN/NOTIFY on a connection of its own, at most one
 * NOTIFY per topic and 10 ms. Never inside a writing transaction: there it serialises all commits (x 0.25-0.44, measured).
 */
export interface Wake {
  hint(topic: Topic): void;
  on(topic: Topic, listener: () => void): () => void;
  close(): Promise<void>;
}

export function createWake(options: { connection: ClientConfig; log: Log; notifyEveryMs?: number }): Wake {
  const me = randomUUID();
  const listeners = new Map<Topic, Set<() => void>>();
  const due = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let connecting = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  function emit(topic: Topic): void {
    for (const listener of listeners.get(topic) ?? []) listener();
  }

  async function connect(): Promise<void> {
    if (closed || connecting || client !== undefined) return;
    connecting = true;
    const next = new Client({ ...options.connection, application_name: "parley wake" });
    next.on("error", () => lost(next));
    next.on("end", () => lost(next));
    next.on("notification", (message) => {
      const [sender, topics] = (message.payload ?? "").split(":");
      if (sender === me || topics === undefined) return;
      for (const topic of topics.split(",")) emit(topic as Topic);
    });
    try {
      await next.connect();
      await next.query("listen parley_wake");
      if (closed) await next.end();
      else client = next;
    } catch (error) {
      options.log.warn({ err: error }, "wake-ups between processes are off for now; polling goes on");
      scheduleRetry();
    } finally {
      connecting = false;
    }
  }

  function lost(which: Client): void {
    if (client === which) client = undefined;
    scheduleRetry();
  }

  function scheduleRetry(): void {
    if (closed || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      void connect();
    }, 1_000);
    retry.unref();
  }

  /** One at a time: this connection does not pipeline. */
  let sending: Promise<void> = Promise.resolve();
  function notify(): Promise<void> {
    sending = sending.then(async () => {
      if (client === undefined || due.size === 0) return;
      const topics = [...due].join(",");
      due.clear();
      await client.query({ text: "select pg_notify('parley_wake', $1)", values: [`${me}:${topics}`] }).catch(() => undefined);
    });
    return sending;
  }

  const connected = connect();

  return {
    hint(topic) {
      emit(topic);
      due.add(topic);
      timer ??= setTimeout(() => {
        timer = undefined;
        void notify();
      }, options.notifyEveryMs ?? 10);
    },
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    async close() {
      clearTimeout(timer);
      clearTimeout(retry);
      // A command that ends at once has something to say all the same: a revoked key, a new channel.
      if (due.size > 0) {
        await connected;
        await notify();
      }
      await sending;
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
