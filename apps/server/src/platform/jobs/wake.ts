import { randomUUID } from "node:crypto";
import { Client, type ClientConfig } from "pg";
import type { Log } from "../log/log.ts";
import { parseJson } from "./parse-json.ts";

/** What may have work now. Wake-ups are only hints; every loop also polls, so a lost one merely delays work. */
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
  | "push"
  | "knowledge"
  | "imports and exports"
  | "billing"
  | "broadcasts"
  | "flows"
  | "calls"
  | "snapshots"
  | "maintenance";

/**
 * Wakes loops in this process immediately and those in others through LISTEN/NOTIFY on a dedicated connection, at most
 * one NOTIFY per topic and 10 ms. Never inside a writing transaction, where it serializes all commits (x 0.25-0.44,
 * measured).
 */
export interface Wake extends Rest {
  hint(topic: Topic): void;
  /**
   * Sends a signal to the other processes within 50 ms, at most once: a process that is not listening at that moment misses it. A signal
   * that cannot be sent, or exceeds the limit, is dropped. `text`: up to 1,000 characters.
   */
  signal(name: string, text: string): void;
  /** Signals from other processes under this name, never from this one. */
  onSignal(name: string, listener: (text: string) => void): () => void;
  on(topic: Topic, listener: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Whether the installation is at rest (docs/adr/0167-an-installation-at-rest.md): no wake-up and no write through the
 * API for a while, in this process or, as far as it hears, in any other. Loops then poll rarely.
 */
export interface Rest {
  /** Something happened that may cause work, though it is unknown which. */
  reportActivity(): void;
  /** Never while this process cannot hear the others. */
  atRest(): boolean;
  /** For how long nothing has happened. */
  idleMs(): number;
  /** Called when a rest ends. */
  onActivity(listener: () => void): () => void;
}

const restAfterMs = 10_000;
/** How often other processes are told of continuing activity: well within their own time until they rest. */
const activityEveryMs = 3_000;
/** Signals are collected for this long before they are sent. */
const signalEveryMs = 50;
/** A notification takes 8,000 bytes. */
const signalBytesMax = 7_500;
const signalsWaitingMax = 2_000;
/** Sent in place of a topic. */
const activitySignal = "stir";

export function createWake(options: { connection: ClientConfig; log: Log; notifyEveryMs?: number; restAfterMs?: number }): Wake {
  const me = randomUUID();
  const listeners = new Map<Topic, Set<() => void>>();
  const activityListeners = new Set<() => void>();
  const signalListeners = new Map<string, Set<(text: string) => void>>();
  const waitingSignals: [name: string, text: string][] = [];
  let signalTimer: NodeJS.Timeout | undefined;
  const due = new Set<Topic | typeof activitySignal>();
  let activeAtMs = performance.now();
  let activitySentAtMs = -Infinity;
  let rested = false;
  let timer: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  let connecting = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

  function noteActivity(): void {
    activeAtMs = performance.now();
    if (!rested) return;
    rested = false;
    for (const listener of activityListeners) listener();
  }

  function emit(topic: Topic): void {
    noteActivity();
    for (const listener of listeners.get(topic) ?? []) listener();
  }

  async function connect(): Promise<void> {
    if (closed || connecting || client !== undefined) return;
    connecting = true;
    const next = new Client({ ...options.connection, application_name: "parley wake" });
    next.on("error", () => lost(next));
    next.on("end", () => lost(next));
    next.on("notification", (message) => {
      const payload = message.payload ?? "";
      if (message.channel === "parley_signals") return receiveSignals(payload);
      const [sender, topics] = payload.split(":");
      if (sender === me || topics === undefined) return;
      for (const topic of topics.split(",")) topic === activitySignal ? noteActivity() : emit(topic as Topic);
    });
    try {
      await next.connect();
      await next.query("listen parley_wake");
      await next.query("listen parley_signals");
      if (closed) await next.end();
      else client = next;
    } catch (error) {
      options.log.warn({ err: error }, "wake-ups between processes are unavailable for now; polling continues");
      scheduleRetry();
    } finally {
      connecting = false;
    }
  }

  function lost(which: Client): void {
    if (client === which) client = undefined;
    // The others cannot be heard at the moment.
    noteActivity();
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

  function receiveSignals(payload: string): void {
    const at = payload.indexOf(":");
    if (payload.slice(0, at) === me) return;
    const signals = readSignals(payload.slice(at + 1));
    // From a process of another version, or sent by hand.
    if (signals === null) return options.log.warn({ length: payload.length }, "a malformed signal of another process is ignored");
    for (const [name, text] of signals) {
      for (const listener of signalListeners.get(name) ?? []) listener(text);
    }
  }

  /** One notification at a time, so that wake-ups get in between, and the waiting signals stay within their limit. */
  function sendSignals(): void {
    sending = sending.then(async () => {
      const text = `${me}:${JSON.stringify(waitingSignals.splice(0, fitting()))}`;
      // A lost signal is repeated by its sender as long as it still applies.
      await client?.query({ text: "select pg_notify('parley_signals', $1)", values: [text] }).catch(() => undefined);
      signalTimer = waitingSignals.length === 0 ? undefined : setTimeout(sendSignals, 0);
    });
  }

  /** How many of the waiting signals fit into one notification. */
  function fitting(): number {
    let bytes = 0;
    for (const [index, each] of waitingSignals.entries()) {
      bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
      if (bytes > signalBytesMax) return Math.max(index, 1);
    }
    return waitingSignals.length;
  }

  const connected = connect();

  function enqueue(topic: Topic | typeof activitySignal): void {
    due.add(topic);
    timer ??= setTimeout(() => {
      timer = undefined;
      void notify();
    }, options.notifyEveryMs ?? 10);
  }

  return {
    hint(topic) {
      emit(topic);
      enqueue(topic);
    },
    signal(name, text) {
      if (waitingSignals.length >= signalsWaitingMax) return;
      waitingSignals.push([name, text]);
      signalTimer ??= setTimeout(sendSignals, signalEveryMs);
    },
    onSignal(name, listener) {
      const set = signalListeners.get(name) ?? new Set();
      signalListeners.set(name, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    reportActivity() {
      noteActivity();
      if (activeAtMs - activitySentAtMs < activityEveryMs) return;
      activitySentAtMs = activeAtMs;
      enqueue(activitySignal);
    },
    atRest() {
      rested = client !== undefined && performance.now() - activeAtMs > (options.restAfterMs ?? restAfterMs);
      return rested;
    },
    idleMs: () => performance.now() - activeAtMs,
    onActivity(listener) {
      activityListeners.add(listener);
      return () => activityListeners.delete(listener);
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
      clearTimeout(signalTimer);
      waitingSignals.length = 0;
      // Even a short-lived command has wake-ups to send: a revoked key, a new channel.
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

/** Null: malformed. */
function readSignals(json: string): [name: string, text: string][] | null {
  const signals = parseJson(json);
  const isSignal = (each: unknown) => Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === "string");
  return Array.isArray(signals) && signals.every(isSignal) ? signals : null;
}
