/** Tokens are refilled evenly; the bucket holds one second's worth. */
export class TokenBucket {
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#at = now;
  }

  take(now: number): boolean {
    const gained = ((now - this.#at) / 1000) * this.#perSecond;
    // A clock that is set back must not empty the bucket.
    if (gained > 0) this.#tokens = Math.min(this.#perSecond, this.#tokens + gained);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
