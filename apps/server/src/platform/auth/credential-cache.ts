import type { Clock } from "../clock/clock.ts";
import { AppError } from "../errors/app-error.ts";
import { createGcra } from "../rate-limit/gcra.ts";

/** Look-ups that found nobody, by address: 20 a minute, then 429, before anything reaches the database. One for all kinds of credential. */
export interface FailedLookups {
  /** Throws rate_limited. Look-ups under way count as failed ones. */
  check(address: string): void;
  begin(address: string): void;
  end(address: string): void;
  failed(address: string): void;
}

const failuresPerMinute = 20;

export function createFailedLookups(monotonicMs: () => number): FailedLookups {
  const failures = createGcra({ now: monotonicMs });
  /** Look-ups under way by address: however many come at once, only so many reach the database. */
  const pendingOf = new Map<string, number>();
  return {
    check(address) {
      if ((pendingOf.get(address) ?? 0) >= failures.take(address, { perMinute: failuresPerMinute }, 0).remaining) {
        throw new AppError("rate_limited", { message: "Too many failed credentials from this address.", retryAfterSeconds: 3 });
      }
    },
    begin: (address) => void pendingOf.set(address, (pendingOf.get(address) ?? 0) + 1),
    end(address) {
      const rest = (pendingOf.get(address) ?? 1) - 1;
      if (rest > 0) pendingOf.set(address, rest);
      else pendingOf.delete(address);
    },
    failed: (address) => void failures.take(address, { perMinute: failuresPerMinute }),
  };
}

/** What was read for a token. `isOver` looks at ends that pass by themselves. */
export interface Known<C> {
  credential: C;
  isOver(now: Date): boolean;
}

const cacheMs = 1_000;
const cacheEntriesMax = 50_000;

/**
 * Credentials by their token, kept for one second: what was revoked stops working within a second on every process, and at once
 * where the wake-up arrives (`clear`). Unknown tokens are kept ten times as long and limited per address.
 */
export function createCredentialCache<C>(options: {
  clock: Clock;
  monotonicMs(): number;
  lookups: FailedLookups;
  read(token: string): Promise<Known<C> | null>;
  used(credential: C, now: Date): void;
}) {
  const { monotonicMs, lookups } = options;
  const cache = new Map<string, { known: Known<C> | null; readAt: number }>();
  const reading = new Map<string, Promise<Known<C> | null>>();

  async function read(token: string): Promise<Known<C> | null> {
    const known = await options.read(token);
    if (cache.size >= cacheEntriesMax) cache.clear();
    cache.set(token, { known, readAt: monotonicMs() });
    return known;
  }

  function accept(known: Known<C> | null): C {
    const now = options.clock.now();
    if (known === null || known.isOver(now)) throw new AppError("unauthorized");
    options.used(known.credential, now);
    return known.credential;
  }

  return {
    /** Throws unauthorized, or rate_limited after 20 failed look-ups a minute from one address. */
    get(token: string, address: string): C | Promise<C> {
      const held = cache.get(token);
      if (held !== undefined && monotonicMs() - held.readAt < (held.known === null ? 10 * cacheMs : cacheMs)) return accept(held.known);
      // A credential that was good a second ago is asked anew without suspicion; others count against their address.
      if (held?.known == null) lookups.check(address);
      let pending = reading.get(token);
      if (pending === undefined) {
        lookups.begin(address);
        pending = read(token).finally(() => {
          reading.delete(token);
          lookups.end(address);
        });
        reading.set(token, pending);
      }
      return pending.then((known) => {
        if (known === null) lookups.failed(address);
        return accept(known);
      });
    },
    clear: () => cache.clear(),
  };
}
