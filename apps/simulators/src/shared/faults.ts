/**
 * What goes wrong with one send, on any platform. The word after the dash says whether the message exists afterwards.
 */
export type CommonFault =
  /** An error of the platform — no. Status, subcode and details come from the table unless given. */
  | { kind: "error"; code: number; httpStatus?: number; subcode?: number; details?: string; retryAfterSeconds?: number }
  /** The caller hangs until it gives up — yes, with callbacks. */
  | { kind: "hang_after_accept" }
  /** The caller hangs — no. */
  | { kind: "hang_before_accept" }
  /** The connection breaks without a response — yes. */
  | { kind: "cut_after_accept" }
  /** The connection breaks without a response — no. */
  | { kind: "cut_before_accept" }
  /** A page of HTML with a 5xx — no. Default 502. */
  | { kind: "html"; httpStatus?: number }
  /** The right response, late — yes. */
  | { kind: "slow"; delayMs: number }
  /** 200 with half a response — yes. */
  | { kind: "truncated" }
  /** This and every later call with the same token gets 190 — no. */
  | { kind: "token_dead" };

export interface FaultControls<F> {
  /** For the next send, whoever the recipient; several queue up. `times` (default 1) repeats it. */
  next(fault: F, times?: number): void;
  /** For sends to this person; `times` defaults to always. One fault per person; a new one replaces it. */
  forRecipient(person: string, fault: F, times?: number): void;
  /** For the next platform call that is not a send. */
  nextManagement(fault: F, times?: number): void;
  clear(): void;
}

interface Armed<F> {
  fault: F;
  left: number;
}

function takeFrom<F>(queue: Armed<F>[]): F | undefined {
  const head = queue[0];
  if (!head) return undefined;
  if (--head.left <= 0) queue.shift();
  return head.fault;
}

export class Faults<F> implements FaultControls<F> {
  readonly #next: Armed<F>[] = [];
  readonly #management: Armed<F>[] = [];
  readonly #byRecipient = new Map<string, Armed<F>>();

  next(fault: F, times = 1): void {
    this.#next.push({ fault, left: times });
  }

  nextManagement(fault: F, times = 1): void {
    this.#management.push({ fault, left: times });
  }

  forRecipient(person: string, fault: F, times = Number.POSITIVE_INFINITY): void {
    this.#byRecipient.set(person, { fault, left: times });
  }

  ofRecipient(person: string): F | undefined {
    return this.#byRecipient.get(person)?.fault;
  }

  clearRecipient(person: string): void {
    this.#byRecipient.delete(person);
  }

  clear(): void {
    this.#next.length = 0;
    this.#management.length = 0;
    this.#byRecipient.clear();
  }

  /** The fault for a send to this person, which is used up by this call. A queued one takes precedence over the person's own. */
  takeForSend(person: string): F | undefined {
    const queued = takeFrom(this.#next);
    if (queued || this.#byRecipient.size === 0) return queued;
    const own = this.#byRecipient.get(person);
    if (!own) return undefined;
    if (--own.left <= 0) this.#byRecipient.delete(person);
    return own.fault;
  }

  takeForManagement(): F | undefined {
    return takeFrom(this.#management);
  }
}
