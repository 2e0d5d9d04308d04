import type { PhoneCall, PhoneLogEntry, PhoneMessage, PhoneStatus, ThreadKey } from "./types.ts";

const THREADS_KEPT = 200;
const MESSAGES_KEPT = 300;
const LOG_KEPT = 60;
/** Statuses only rise; `failed` is final. */
const RANK: Readonly<Record<PhoneStatus, number>> = { pending: 0, sent: 1, delivered: 2, read: 3, failed: 4 };

export interface Thread extends ThreadKey {
  messages: PhoneMessage[];
  typing: boolean;
  readReceipts: boolean;
}

/** What a simulator reports about a message; the rest has defaults. */
export type SeenMessage = Pick<PhoneMessage, "id" | "from" | "kind" | "text"> & Partial<PhoneMessage>;

/** What a message shows, whoever sent it. */
export type Shown = Omit<SeenMessage, "id" | "from">;

/** `PhoneChange` without the fields of a conversation that only the simulator knows. */
export type FeedChange =
  | { type: "message"; key: ThreadKey; message: PhoneMessage }
  | { type: "thread"; key: ThreadKey }
  | { type: "log"; entry: PhoneLogEntry }
  | { type: "call"; key: ThreadKey; call: PhoneCall }
  | { type: "state" };

type Listener = (seq: number, change: FeedChange) => void;

const nameOf = (key: ThreadKey) => `${key.accountId} ${key.customerId}`;

/**
 * Both directions of every conversation as the customer's phone shows them, bounded, with a feed of changes. The
 * simulator reports what happens; nothing here calls the business. Does nothing while it is switched off (load tests).
 */
export class Transcripts {
  readonly enabled: boolean;
  readonly log: PhoneLogEntry[] = [];
  seq = 0;
  readonly #clock: { now(): number };
  readonly #threads = new Map<string, Thread>();
  readonly #byMessage = new Map<string, Thread>();
  readonly #typing = new Map<Thread, NodeJS.Timeout>();
  readonly #listeners = new Set<Listener>();

  constructor(options: { clock: { now(): number }; enabled: boolean }) {
    this.#clock = options.clock;
    this.enabled = options.enabled;
  }

  /** Calls the listener with every change from now on; the returned function ends it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  threads(): Thread[] {
    return [...this.#threads.values()];
  }

  find(key: ThreadKey): Thread | undefined {
    return this.#threads.get(nameOf(key));
  }

  message(id: string): PhoneMessage | undefined {
    return this.#byMessage.get(id)?.messages.find((message) => message.id === id);
  }

  threadOf(messageId: string): Thread | undefined {
    return this.#byMessage.get(messageId);
  }

  /** False: incoming messages wait for a tap. Without a conversation they are read automatically. */
  readsByItself(key: ThreadKey): boolean {
    return this.find(key)?.readReceipts ?? true;
  }

  setReadReceipts(key: ThreadKey, on: boolean): void {
    const thread = this.#open(key);
    thread.readReceipts = on;
    this.threadChanged(thread);
  }

  /** The same id again is the same message. */
  add(key: ThreadKey, seen: SeenMessage): void {
    if (!this.enabled || this.#byMessage.has(seen.id)) return;
    const thread = this.#open(key);
    const message: PhoneMessage = {
      replyTo: null,
      reactions: { customer: null, business: null },
      at: this.#clock.now(),
      status: "pending",
      problem: null,
      edited: false,
      deleted: false,
      ...seen,
    };
    thread.messages.push(message);
    this.#byMessage.set(message.id, thread);
    while (thread.messages.length > MESSAGES_KEPT) this.#byMessage.delete((thread.messages.shift() as PhoneMessage).id);
    if (message.from === "business") this.setTyping(thread, 0);
    this.#emitMessage(thread, message);
  }

  setStatus(messageId: string, status: PhoneStatus, problem: string | null = null): void {
    this.#change(messageId, (message) => {
      if (RANK[status] <= RANK[message.status]) return false;
      message.status = status;
      message.problem = problem;
      return true;
    });
  }

  setProblem(messageId: string, problem: string): void {
    this.#change(messageId, (message) => {
      message.problem = problem;
      return true;
    });
  }

  setReaction(messageId: string, from: "customer" | "business", emoji: string | null): void {
    this.#change(messageId, (message) => {
      message.reactions[from] = emoji === "" ? null : emoji;
      return true;
    });
  }

  edit(messageId: string, text: string): void {
    this.#change(messageId, (message) => {
      message.text = text;
      message.edited = true;
      return true;
    });
  }

  setText(messageId: string, text: string): void {
    this.#change(messageId, (message) => {
      message.text = text;
      return true;
    });
  }

  remove(messageId: string): void {
    this.#change(messageId, (message) => {
      message.text = null;
      delete message.media;
      message.deleted = true;
      return true;
    });
  }

  /** The other side has read this one's messages, up to the last one that matches. */
  readUpTo(key: ThreadKey, from: "customer" | "business", fits: (message: PhoneMessage) => boolean = () => true): void {
    const messages = this.find(key)?.messages ?? [];
    for (const message of messages.slice(0, messages.findLastIndex(fits) + 1)) {
      if (message.from === from && message.status !== "failed") this.setStatus(message.id, "read");
    }
  }

  /** The business is typing for this long, or until it writes; 0 ends it. */
  setTyping(key: ThreadKey, durationMs: number): void {
    if (!this.enabled) return;
    const thread = this.#open(key);
    clearTimeout(this.#typing.get(thread));
    this.#typing.delete(thread);
    if (durationMs > 0) this.#typing.set(thread, setTimeout(() => this.setTyping(thread, 0), durationMs).unref());
    if (thread.typing === durationMs > 0) return;
    thread.typing = durationMs > 0;
    this.threadChanged(thread);
  }

  note(level: "info" | "problem", text: string): void {
    if (!this.enabled) return;
    const entry: PhoneLogEntry = { seq: this.seq + 1, at: this.#clock.now(), level, text };
    this.log.push(entry);
    if (this.log.length > LOG_KEPT) this.log.shift();
    this.#emit({ type: "log", entry });
  }

  /** A change of the conversation that is not one of its messages: window, faults, typing. */
  threadChanged(key: ThreadKey): void {
    this.#emit({ type: "thread", key: { accountId: key.accountId, customerId: key.customerId } });
  }

  callChanged(key: ThreadKey, call: PhoneCall): void {
    this.#emit({ type: "call", key, call });
  }

  stateChanged(): void {
    this.#emit({ type: "state" });
  }

  clear(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
    this.#typing.clear();
    this.#threads.clear();
    this.#byMessage.clear();
    this.log.length = 0;
    this.stateChanged();
  }

  #open(key: ThreadKey): Thread {
    const name = nameOf(key);
    let thread = this.#threads.get(name);
    if (thread === undefined) {
      thread = { accountId: key.accountId, customerId: key.customerId, messages: [], typing: false, readReceipts: true };
      if (this.#threads.size >= THREADS_KEPT) this.#forgetOldest();
      // It may be a person whom the phone did not know.
      this.stateChanged();
    } else this.#threads.delete(name);
    // The most recently used is last in the map, so the first is the one to drop.
    this.#threads.set(name, thread);
    return thread;
  }

  #forgetOldest(): void {
    for (const [name, thread] of this.#threads) {
      this.#threads.delete(name);
      for (const message of thread.messages) this.#byMessage.delete(message.id);
      return;
    }
  }

  #change(messageId: string, change: (message: PhoneMessage) => boolean): void {
    const thread = this.#byMessage.get(messageId);
    const message = thread?.messages.find((known) => known.id === messageId);
    if (thread === undefined || message === undefined || !change(message)) return;
    this.#emitMessage(thread, message);
  }

  #emitMessage(thread: Thread, message: PhoneMessage): void {
    const { accountId, customerId } = thread;
    this.#emit({ type: "message", key: { accountId, customerId }, message });
    this.threadChanged(thread);
  }

  #emit(change: FeedChange): void {
    this.seq++;
    for (const listener of this.#listeners) listener(this.seq, change);
  }
}
