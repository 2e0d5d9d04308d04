import type { CallbackOutbox } from "../shared/outbox.ts";
import type { RegisteredNumber } from "./state.ts";
import type { CallbackResponse, Clock } from "../shared/types.ts";
import type { CallbackBehaviour } from "./knobs.ts";
import type { StatusDelays } from "./types.ts";

export type StatusName = "sent" | "delivered" | "read" | "played" | "failed";

/** One accepted message and its statuses. */
export interface StatusPlan {
  number: RegisteredNumber;
  messageId: string;
  /** Escaped JSON between the time stamp and the closing brace: recipient and our reference. */
  tail: string;
  /** Escaped JSON before `statuses` when the person's name is known: `"contacts":[…],` */
  contacts: string;
  /** Escaped JSON `,"pricing":{…}`, for sent and delivered. */
  pricing: string;
  /** Escaped JSON `,"errors":[…]` of a failed message. */
  errors: string;
  steps: readonly StatusName[];
  dueMs: readonly number[];
}

const VALUE_END = '},"field":"messages"}]}';

/** Builds a status entry by concatenation only, because this runs three times per message under load. */
export function statusEntry(plan: StatusPlan, status: StatusName, seconds: number): string {
  const priced = status === "sent" || status === "delivered" ? plan.pricing : "";
  const errors = status === "failed" ? plan.errors : "";
  return `${plan.number.entryHead}${plan.contacts}"statuses":[{"id":"${plan.messageId}","status":"${status}","timestamp":"${seconds}"${plan.tail}${priced}${errors}}]${VALUE_END}`;
}

/** Runs plans: posts each status when it is due, in the order that the knobs specify. */
export class StatusRunner {
  scheduled = 0;
  readonly #outbox: CallbackOutbox<CallbackBehaviour>;
  readonly #clock: Clock;
  readonly #delays: StatusDelays;
  readonly #changed: () => void;
  readonly #posted: (plan: StatusPlan, status: StatusName) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #held: (() => void)[] = [];
  /** Chains of an earlier generation stop at their next step. */
  #generation = 0;

  constructor(
    outbox: CallbackOutbox<CallbackBehaviour>,
    clock: Clock,
    delays: StatusDelays,
    changed: () => void,
    posted: (plan: StatusPlan, status: StatusName) => void,
  ) {
    this.#outbox = outbox;
    this.#clock = clock;
    this.#delays = delays;
    this.#changed = changed;
    this.#posted = posted;
  }

  delayOf(status: StatusName): number {
    if (status === "delivered") return this.#delays.delivered;
    return status === "read" || status === "played" ? this.#delays.read : this.#delays.sent;
  }

  /** Orders and schedules the steps according to the knobs. `now` true: without delays. */
  plan(steps: StatusName[], now: boolean): { steps: StatusName[]; dueMs: number[] } {
    const { order, parallel } = this.#outbox.behaviour;
    const dueMs = steps.map((step) => (now ? 0 : this.delayOf(step)));
    if (parallel) dueMs.fill(dueMs[0] ?? 0);
    return { steps: order === "reversed" ? [...steps].reverse() : steps, dueMs };
  }

  /** `finished` runs after the first attempt of the last status was answered, or at once without any status. */
  run(plan: StatusPlan, finished?: () => void): void {
    this.scheduled += plan.steps.length;
    this.#start(plan, finished);
  }

  /**
   * Like `run`, but after the response to the send, and with `hold` after `release`. Counts as scheduled from now on.
   */
  runSoon(plan: StatusPlan, hold: boolean, finished?: () => void): void {
    this.scheduled += plan.steps.length;
    const generation = this.#generation;
    const soon = (): void => {
      setImmediate(() => {
        if (generation === this.#generation) this.#start(plan, finished);
      });
    };
    if (hold) this.#held.push(soon);
    else soon();
  }

  release(): void {
    for (const soon of this.#held.splice(0)) soon();
  }

  #start(plan: StatusPlan, finished: (() => void) | undefined): void {
    const count = plan.steps.length;
    if (count === 0) {
      finished?.();
      return;
    }
    if (this.#outbox.behaviour.parallel) {
      let left = count;
      const one = (): void => {
        if (--left === 0) finished?.();
      };
      for (let i = 0; i < count; i++) this.#later(plan, i, plan.dueMs[i] as number, one);
      return;
    }
    const startedAt = performance.now();
    const generation = this.#generation;
    const next = (index: number): void => {
      if (index >= count || generation !== this.#generation) {
        finished?.();
        return;
      }
      const wait = (plan.dueMs[index] as number) - (performance.now() - startedAt);
      this.#later(plan, index, wait, () => next(index + 1));
    };
    next(0);
  }

  post(plan: StatusPlan, status: StatusName, answered: (answer: CallbackResponse) => void): void {
    const seconds = Math.floor(this.#clock.now() / 1000);
    this.#outbox.deliver(plan.number.destination, statusEntry(plan, status, seconds), answered);
    this.#posted(plan, status);
  }

  #later(plan: StatusPlan, index: number, waitMs: number, answered: () => void): void {
    const fire = (): void => {
      this.scheduled--;
      this.post(plan, plan.steps[index] as StatusName, answered);
    };
    if (waitMs <= 0) {
      fire();
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      fire();
      this.#changed();
    }, waitMs);
    this.#timers.add(timer);
  }

  /** Drops statuses that have not been posted yet. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#held.length = 0;
    this.#generation++;
    this.scheduled = 0;
  }
}
