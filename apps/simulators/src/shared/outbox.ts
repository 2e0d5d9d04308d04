import type { KeyObject } from "node:crypto";
import type { Poster, Target } from "./poster.ts";
import type { CallbackResponse, DeliveryBehaviour } from "./types.ts";

const TAIL = "]}";

/** Where callbacks of one number or account are posted, and the secret they are signed with. */
export interface Destination {
  target: Target | undefined;
  secret: KeyObject;
}

type OnAnswer = (answer: CallbackResponse) => void;

interface Batch {
  destination: Destination;
  entries: string[];
  answered: OnAnswer[];
  timer: NodeJS.Timeout;
}

/** Puts entries (already escaped JSON) into bodies as the callback knobs specify. */
export class CallbackOutbox<B extends DeliveryBehaviour> {
  behaviour: B;
  readonly #poster: Poster;
  readonly #head: string;
  readonly #foreignEntry: string;
  readonly #delayed = new Set<NodeJS.Timeout>();
  readonly #batches = new Map<string, Batch>();

  /** `product` and the name of an entry's list distinguish the platform's products. */
  constructor(poster: Poster, behaviour: B, product: string, list: string) {
    this.#poster = poster;
    this.behaviour = { ...behaviour };
    this.#head = `{"object":"${product}","entry":[`;
    // Makes a body different without changing its meaning: adds an empty entry of an unknown account.
    this.#foreignEntry = `,{"id":"999000000000001","${list}":[]}`;
  }

  get waiting(): number {
    return this.#delayed.size + this.#batches.size;
  }

  deliver(destination: Destination, entry: string, answered?: OnAnswer): void {
    const { delayMs } = this.behaviour;
    if (delayMs <= 0) {
      this.#gather(destination, entry, answered);
      return;
    }
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.#gather(destination, entry, answered);
    }, delayMs);
    this.#delayed.add(timer);
  }

  #gather(destination: Destination, entry: string, answered: OnAnswer | undefined): void {
    const { target } = destination;
    if (!target) {
      this.#poster.counts.dropped++;
      answered?.({ status: 0, body: "", error: new Error("no callback address is known for this number") });
      return;
    }
    if (this.behaviour.batch <= 1) {
      this.#send(destination, target, entry, answered);
      return;
    }
    let batch = this.#batches.get(target.url);
    // Two apps at one address sign differently; their entries cannot share a body.
    if (batch && batch.destination.secret !== destination.secret) {
      this.#flush(target.url);
      batch = undefined;
    }
    if (!batch) {
      const timer = setTimeout(() => this.#flush(target.url), this.behaviour.batchWaitMs);
      batch = { destination, entries: [], answered: [], timer };
      this.#batches.set(target.url, batch);
    }
    batch.entries.push(entry);
    if (answered) batch.answered.push(answered);
    if (batch.entries.length >= this.behaviour.batch) this.#flush(target.url);
  }

  #flush(url: string): void {
    const batch = this.#batches.get(url);
    if (!batch) return;
    this.#batches.delete(url);
    clearTimeout(batch.timer);
    const { answered, destination } = batch;
    if (!destination.target) return;
    this.#send(destination, destination.target, batch.entries.join(","), (answer) => {
      for (const listener of answered) listener(answer);
    });
  }

  #send(destination: Destination, target: Target, entries: string, answered: OnAnswer | undefined): void {
    const { duplicate } = this.behaviour;
    const body = this.#head + entries + TAIL;
    this.#poster.post(target, body, destination.secret, answered);
    if (duplicate === "same_body") this.#poster.post(target, body, destination.secret);
    else if (duplicate === "other_body") {
      this.#poster.post(target, this.#head + entries + this.#foreignEntry + TAIL, destination.secret);
    }
  }

  /** Drops what is delayed or waiting for other entries. */
  clear(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
    for (const batch of this.#batches.values()) clearTimeout(batch.timer);
    this.#batches.clear();
  }
}
