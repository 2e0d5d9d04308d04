/** The page's state, updated by the stream. */

/** @import { PhoneCall, PhoneChange, PhoneClock, PhoneMessage, PhoneState, PhoneThread, PhoneTranscript, ThreadKey } from "@parley/simulators/phone" */

import { openStream, readState, readTranscript } from "./api.js";

const logKept = 60;
const retryMs = 1_000;

export class Store {
  /** @type {string} */
  kind = "";
  /** @type {PhoneState | null} */
  state = null;
  /** @type {ThreadKey | null} */
  key = null;
  /** @type {PhoneTranscript | null} */
  transcript = null;
  /** @type {"connecting" | "live" | "lost"} */
  connection = "connecting";
  /** This machine's clock may differ from the server's. */
  #skewMs = 0;
  /** @type {(() => void) | null} */
  #endStream = null;
  /** Counts requests: responses to older ones are dropped. */
  #asked = 0;
  /** The last request with a response; smaller than `#asked` while one is pending. */
  #answered = 0;
  /** @type {PhoneChange[]} */
  #meanwhile = [];
  #changed;
  #arrived;
  #called;

  /**
   * @param {() => void} changed something to draw
   * @param {(message: PhoneMessage) => void} arrived a message of the business is on the phone now
   * @param {(key: ThreadKey, call: PhoneCall) => void} called how a call goes
   */
  constructor(changed, arrived, called) {
    this.#changed = changed;
    this.#arrived = arrived;
    this.#called = called;
  }

  get now() {
    return Date.now() + this.#skewMs;
  }

  /** @returns {PhoneThread | undefined} */
  get thread() {
    return this.transcript?.thread;
  }

  /** @param {PhoneClock} clock */
  setClock(clock) {
    this.#skewMs = clock.now - Date.now();
    if (this.state !== null) this.state.clock = clock;
    this.#changed();
  }

  /**
   * @param {string} kind
   * @param {ThreadKey | null} wanted
   */
  openKind(kind, wanted) {
    this.#endStream?.();
    this.#answered = ++this.#asked;
    this.#meanwhile = [];
    this.kind = kind;
    this.state = null;
    this.transcript = null;
    this.key = wanted;
    this.connection = "connecting";
    this.#endStream = openStream(kind, {
      opened: () => this.refresh(),
      lost: () => {
        if (this.connection !== "live") return;
        this.connection = "lost";
        this.#changed();
      },
      changed: (change) => this.#apply(change),
    });
    this.#changed();
  }

  /** @param {ThreadKey} key */
  async openThread(key) {
    this.key = key;
    this.transcript = null;
    this.#changed();
    await this.refresh();
  }

  /** Fetches everything, applying changes that arrive from the stream meanwhile. Retries while the server is down. */
  async refresh() {
    const question = ++this.#asked;
    let fetched;
    try {
      fetched = await this.#fetch();
    } catch (error) {
      if (question !== this.#asked) return;
      console.warn("the phone could not be refreshed", error);
      this.connection = "lost";
      this.#changed();
      setTimeout(() => question === this.#asked && this.refresh(), retryMs);
      return;
    }
    if (question !== this.#asked) return;
    Object.assign(this, fetched, { connection: "live" });
    const later = this.#meanwhile;
    this.#meanwhile = [];
    this.#answered = question;
    for (const change of later) if (change.seq > fetched.state.seq) this.#apply(change);
    if (fetched.key !== null && fetched.transcript?.call != null) this.#called(fetched.key, fetched.transcript.call);
    this.setClock(fetched.state.clock);
  }

  async #fetch() {
    // The reader may have switched to another kind before the first response arrives; these ids do not exist there.
    const { kind, key: wanted } = this;
    const state = await readState(kind);
    const account = state.accounts.find((known) => known.id === wanted?.accountId) ?? state.accounts[0];
    const customer = state.customers.find((known) => known.id === wanted?.customerId) ?? state.customers[0];
    const key = account !== undefined && customer !== undefined ? { accountId: account.id, customerId: customer.id } : null;
    return { state, key, transcript: key === null ? null : await readTranscript(kind, key) };
  }

  /** @param {PhoneChange} change */
  #apply(change) {
    if (this.#asked !== this.#answered) this.#meanwhile.push(change);
    if (change.type === "state") {
      this.refresh();
      return;
    }
    if (this.state === null) return;
    if (change.type === "call") this.#called(change.key, change.call);
    if (change.type === "log") this.state.log = [...this.state.log, change.entry].slice(-logKept);
    if (change.type === "thread") this.#applyThread(change.seq, change.thread);
    if (change.type === "message") this.#applyMessage(change.seq, change.key, change.message);
    this.#changed();
  }

  /**
   * @param {number} seq
   * @param {PhoneThread} thread
   */
  #applyThread(seq, thread) {
    if (this.state === null) return;
    this.state.threads = [...this.state.threads.filter((known) => !sameThread(known, thread)), thread];
    if (this.transcript === null || !sameThread(this.transcript.thread, thread) || seq <= this.transcript.seq) return;
    this.transcript.thread = thread;
  }

  /**
   * @param {number} seq
   * @param {ThreadKey} key
   * @param {PhoneMessage} message
   */
  #applyMessage(seq, key, message) {
    if (this.transcript === null || !sameThread(this.transcript.thread, key) || seq <= this.transcript.seq) return;
    const { messages } = this.transcript;
    const at = messages.findIndex((known) => known.id === message.id);
    const before = messages[at];
    if (before === undefined) messages.push(message);
    else messages[at] = message;
    const isHere = message.status === "delivered" || message.status === "read";
    const wasHere = before?.status === "delivered" || before?.status === "read";
    if (message.from === "business" && isHere && !wasHere) this.#arrived(message);
  }
}

/**
 * @param {ThreadKey} one
 * @param {ThreadKey} other
 */
export const sameThread = (one, other) => one.accountId === other.accountId && one.customerId === other.customerId;
