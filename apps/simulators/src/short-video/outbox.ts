import type { KeyObject } from "node:crypto";
import type { Poster, Target } from "../shared/poster.ts";
import type { CallbackResponse, Clock } from "../shared/types.ts";
import { type CallbackBehaviour, DEFAULT_BEHAVIOUR } from "./knobs.ts";
import { postSignedNow } from "./poster.ts";

/** Where callbacks of one account are posted, and the secret they are signed with. */
export interface Destination {
  target: Target | undefined;
  secret: KeyObject;
  clientKey: string;
  businessId: string;
}

type OnAnswer = (answer: CallbackResponse) => void;

/** Puts events into envelopes as the callback knobs specify. */
export class CallbackOutbox {
  behaviour: CallbackBehaviour = { ...DEFAULT_BEHAVIOUR };
  readonly #poster: Poster;
  readonly #clock: Clock;
  readonly #delayed = new Set<NodeJS.Timeout>();

  constructor(poster: Poster, clock: Clock) {
    this.#poster = poster;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#delayed.size;
  }

  /** On the wire `content` is JSON text within the JSON; a string is taken as that text. */
  deliver(destination: Destination, event: string, content: unknown, answered?: OnAnswer): void {
    const { delayMs } = this.behaviour;
    if (delayMs <= 0) return this.#send(destination, event, content, answered);
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.#send(destination, event, content, answered);
    }, delayMs);
    this.#delayed.add(timer);
  }

  #send(destination: Destination, event: string, content: unknown, answered: OnAnswer | undefined): void {
    const { target, secret } = destination;
    if (!target) {
      this.#poster.counts.dropped++;
      answered?.({ status: 0, body: "", error: new Error("no callback address is known for this account") });
      return;
    }
    const { duplicate, signatureAgeSeconds: ageSeconds } = this.behaviour;
    const now = this.#clock.now();
    const post = (body: string, onAnswered?: OnAnswer): void =>
      postSignedNow(this.#poster, this.#clock, target, body, secret, { ageSeconds }, onAnswered);
    const body = envelope(destination, event, content, now);
    post(body, answered);
    if (duplicate === "same_body") post(body);
    else if (duplicate === "other_body") post(envelope(destination, event, content, now + 7_000));
  }

  clear(): void {
    for (const timer of this.#delayed) clearTimeout(timer);
    this.#delayed.clear();
  }
}

export function envelope(destination: Destination, event: string, content: unknown, now: number): string {
  return JSON.stringify({
    client_key: destination.clientKey,
    event,
    create_time: Math.floor(now / 1_000),
    user_openid: destination.businessId,
    content: typeof content === "string" ? content : JSON.stringify(content),
  });
}
