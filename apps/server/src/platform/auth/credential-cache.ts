import type { Clock } from "../clock/clock.ts";
import { AppError } from "../errors/app-error.ts";
import { networkOf } from "../http/hardening/network.ts";
import { createGcra } from "../rate-limit/gcra.ts";

/**
 * Failed lookups by client network: 20 a minute. Beyond that, a credential that comes from the network and that this
 * process has not seen valid must pass `exists` before it is read, and an unknown one gets 429. A valid one is never
 * refused, whoever shares its address. One instance for all kinds of credential.
 */
export interface FailedLookups {
  /** Too many have failed or may still fail: running lookups count as failed. */
  isSuspect(address: string): boolean;
  begin(address: string): void;
  end(address: string): void;
  failed(address: string): void;
}

const failuresPerMinute = 20;

export function createFailedLookups(monotonicMs: () => number): FailedLookups {
  const failures = createGcra({ now: monotonicMs });
  /** Running lookups by network: only this many concurrent ones query the database individually. */
  const pendingOf = new Map<string, number>();
  return {
    isSuspect(address) {
      const network = networkOf(address);
      return (pendingOf.get(network) ?? 0) >= failures.take(network, { perMinute: failuresPerMinute }, 0).remaining;
    },
    begin(address) {
      const network = networkOf(address);
      pendingOf.set(network, (pendingOf.get(network) ?? 0) + 1);
    },
    end(address) {
      const network = networkOf(address);
      const rest = (pendingOf.get(network) ?? 1) - 1;
      if (rest > 0) pendingOf.set(network, rest);
      else pendingOf.delete(network);
    },
    failed: (address) => void failures.take(networkOf(address), { perMinute: failuresPerMinute }),
  };
}

/**
 * Which of the hashes exist. Looks up all waiting ones together, one statement at a time: however large a flood of
 * guesses, the database runs one short statement at a time for it.
 */
export function createHashLookup(find: (hashes: Buffer[]) => Promise<Buffer[]>): (hash: Buffer) => Promise<boolean> {
  const waiting: { hash: Buffer; resolve(found: boolean): void; reject(error: unknown): void }[] = [];
  let isRunning = false;

  async function runLookups(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, hashesMax);
      try {
        const found = new Set((await find(batch.map(({ hash }) => hash))).map((hash) => hash.toString("hex")));
        for (const { hash, resolve } of batch) resolve(found.has(hash.toString("hex")));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      // After this turn of the event loop, so that concurrent requests share the statement.
      if (!isRunning) setImmediate(() => (isRunning ? undefined : void runLookups()));
    });
}

const hashesMax = 500;

/** The credential read for a token. `isExpired` checks whether it has expired in the meantime. */
export interface ResolvedCredential<C> {
  credential: C;
  isExpired(now: Date): boolean;
}

const cacheMs = 1_000;
const cacheEntriesMax = 50_000;

/**
 * Credentials by token, cached for one second: a revoked one stops working within a second on every process, and
 * immediately where the wake-up arrives (`clear`). Unknown tokens are cached ten times as long and limited per client
 * network.
 */
export function createCredentialCache<C>(options: {
  clock: Clock;
  monotonicMs(): number;
  lookups: FailedLookups;
  read(token: string): Promise<ResolvedCredential<C> | null>;
  /** Whether the token exists at all: a cheap check for suspects. */
  exists(token: string): Promise<boolean>;
  used(credential: C, now: Date): void;
}) {
  const { monotonicMs, lookups } = options;
  const cache = new Map<string, { known: ResolvedCredential<C> | null; readAt: number }>();
  const reading = new Map<string, Promise<ResolvedCredential<C> | null>>();

  async function read(token: string): Promise<ResolvedCredential<C> | null> {
    const known = await options.read(token);
    if (cache.size >= cacheEntriesMax) cache.clear();
    cache.set(token, { known, readAt: monotonicMs() });
    return known;
  }

  function accept(known: ResolvedCredential<C> | null): C {
    const now = options.clock.now();
    if (known === null || known.isExpired(now)) throw new AppError("unauthorized");
    options.used(known.credential, now);
    return known.credential;
  }

  function lookUp(token: string, address: string): Promise<ResolvedCredential<C> | null> {
    let pending = reading.get(token);
    if (pending === undefined) {
      lookups.begin(address);
      pending = read(token).finally(() => {
        reading.delete(token);
        lookups.end(address);
      });
      reading.set(token, pending);
    }
    return pending;
  }

  async function getFromSuspect(token: string, address: string): Promise<C> {
    const known = (await options.exists(token)) ? await lookUp(token, address) : null;
    if (known !== null) return accept(known);
    throw new AppError("rate_limited", { message: "Too many failed credentials from this address.", retryAfterSeconds: 3 });
  }

  return {
    /**
     * Throws unauthorized, or rate_limited for an unknown token after 20 failed lookups a minute from one client
     * network.
     */
    get(token: string, address: string): C | Promise<C> {
      const held = cache.get(token);
      if (held !== undefined && monotonicMs() - held.readAt < (held.known === null ? 10 * cacheMs : cacheMs)) return accept(held.known);
      // A credential that was valid at its last read is read again without suspicion; others count against their network.
      if (held?.known == null && !reading.has(token) && lookups.isSuspect(address)) return getFromSuspect(token, address);
      return lookUp(token, address).then((known) => {
        if (known === null) lookups.failed(address);
        return accept(known);
      });
    },
    clear: () => cache.clear(),
  };
}
