import type { ThreadKey } from "./types.ts";

/** Called when the business has answered: a held message may follow. */
type Deliver = (answered: () => void) => void;

const HOLD_MS_MAX = 15_000;
const nameOf = (key: ThreadKey) => `${key.accountId} ${key.customerId}`;

/** Reverses the order of two messages of one conversation: the first waits for the second. */
export class Swaps {
  readonly #armed = new Set<string>();
  readonly #held = new Map<string, { deliver: Deliver; timer: NodeJS.Timeout }>();

  isOn(key: ThreadKey): boolean {
    const name = nameOf(key);
    return this.#armed.has(name) || this.#held.has(name);
  }

  /** Messages that wait for their successor. */
  get waiting(): number {
    return this.#held.size;
  }

  arm(key: ThreadKey): void {
    const name = nameOf(key);
    if (!this.#held.has(name)) this.#armed.add(name);
  }

  /** Delivers what is held. */
  disarm(key: ThreadKey): void {
    const name = nameOf(key);
    this.#armed.delete(name);
    this.#release(name);
  }

  /** Delivers now, or holds until the next message of the same conversation was answered (or 15 s have passed). */
  pass(key: ThreadKey, deliver: Deliver): void {
    const name = nameOf(key);
    if (this.#armed.delete(name)) {
      this.#held.set(name, { deliver, timer: setTimeout(() => this.#release(name), HOLD_MS_MAX) });
      return;
    }
    deliver(() => this.#release(name));
  }

  clear(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
    this.#armed.clear();
  }

  #release(name: string): void {
    const held = this.#held.get(name);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#held.delete(name);
    held.deliver(() => undefined);
  }
}
