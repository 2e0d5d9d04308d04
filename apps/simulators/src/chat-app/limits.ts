const PAIR_INTERVAL_MS = 6_000;
const PAIR_BURST = 45;
const PAIRS_KEPT = 50_000;

/** One message per 6 s to one person; bursts of up to 45 are borrowed from the future (2.9). */
export class PairLimit {
  /** When the pair's debt is paid. */
  readonly #paidAt = new Map<string, number>();

  take(person: string, now: number): boolean {
    const paidAt = Math.max(this.#paidAt.get(person) ?? now, now);
    if (paidAt - now > PAIR_INTERVAL_MS * (PAIR_BURST - 1)) return false;
    if (this.#paidAt.size >= PAIRS_KEPT) this.#forgetPaid(now);
    this.#paidAt.set(person, paidAt + PAIR_INTERVAL_MS);
    return true;
  }

  /** Starts at the oldest and stops early: a complete pass per send would cost more than the sends. */
  #forgetPaid(now: number): void {
    let checked = 0;
    for (const [person, paidAt] of this.#paidAt) {
      if (paidAt <= now) this.#paidAt.delete(person);
      if (++checked >= 8) return;
    }
  }
}
