/** A clock that a person may move forward. */
export class ShiftableClock {
  readonly #base: { now(): number };
  #offsetMs = 0;

  constructor(base: { now(): number }) {
    this.#base = base;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  now(): number {
    return this.#base.now() + this.#offsetMs;
  }

  /** Never back: what has happened already has later times. */
  setOffset(offsetMs: number): void {
    if (!Number.isSafeInteger(offsetMs) || offsetMs < this.#offsetMs) {
      throw new Error(`offsetMs must be a whole number of at least ${this.#offsetMs}; time does not run backwards`);
    }
    this.#offsetMs = offsetMs;
  }
}
