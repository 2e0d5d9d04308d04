import { CallbackOutbox } from "../shared/outbox.ts";
import type { Poster } from "../shared/poster.ts";
import { metaJson } from "../shared/signing.ts";
import type { CallbackResponse, Clock } from "../shared/types.ts";
import { type CallbackBehaviour, DEFAULT_BEHAVIOUR } from "./knobs.ts";
import type { Account } from "./state.ts";

const SWITCH_OFF_MS = 3_600_000;

type OnAnswer = (answer: CallbackResponse) => void;
type Post = (done: () => void) => void;

/** Delivers elements to the account's callback URL, as the knobs specify and while the account is subscribed. */
export class Delivery {
  readonly outbox: CallbackOutbox<CallbackBehaviour>;
  readonly #clock: Clock;
  readonly #poster: Poster;
  readonly #changed: () => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #held: Post[] = [];

  constructor(poster: Poster, clock: Clock, changed: () => void) {
    this.outbox = new CallbackOutbox(poster, DEFAULT_BEHAVIOUR, "instagram", "messaging");
    this.#poster = poster;
    this.#clock = clock;
    this.#changed = changed;
  }

  get waiting(): number {
    return this.outbox.waiting + this.#timers.size + this.#held.length;
  }

  /** `list` is `standby` while another app holds the conversation. */
  deliver(account: Account, element: unknown, answered?: OnAnswer, list: "messaging" | "standby" = "messaging"): void {
    if (!account.subscribedFields.has("messages")) {
      this.#poster.counts.dropped++;
      answered?.({ status: 0, body: "", error: new Error("the account is not subscribed") });
      return;
    }
    const entry = metaJson({ id: account.accountId, time: this.#clock.now(), [list]: [element] });
    const post: Post = (done) =>
      this.outbox.deliver(account.destination, entry, (answer) => {
        this.#judge(account, answer);
        answered?.(answer);
        done();
      });
    if (this.outbox.behaviour.order === "forward") {
      post(() => undefined);
      return;
    }
    this.#held.push(post);
    if (this.#held.length === 1) this.later(this.outbox.behaviour.batchWaitMs, () => this.#releaseReversed());
  }

  /** Schedules work, which `clear` drops. */
  later(delayMs: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
      this.#changed();
    }, delayMs);
    this.#timers.add(timer);
  }

  #releaseReversed(): void {
    const posts = this.#held.reverse();
    const next = (index: number): void => posts[index]?.(() => next(index + 1));
    this.#held = [];
    next(0);
  }

  /** After an hour without a success the platform stops delivering, until the app subscribes again (3.3). */
  #judge(account: Account, answer: CallbackResponse): void {
    const now = this.#clock.now();
    if (answer.status === 200) account.failingSince = undefined;
    else account.failingSince ??= now;
    if (account.failingSince !== undefined && now - account.failingSince > SWITCH_OFF_MS) account.subscribedFields.clear();
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#held = [];
    this.outbox.clear();
  }
}
