/** Code that no page needs at first: fetched when it is first wanted, or before, while the page has nothing else to do. */
import { useEffect, useState, useSyncExternalStore } from "react";

export interface Late<Code> {
  /** It, for what is drawn only when it is there; null before. */
  readonly now: Code | null;
  /** Fetches it where it is not there or on its way. What has failed is asked for again by the next call. */
  fetch(): Promise<void>;
  /** The same, for who does not wait: whoever uses it later asks again, and is told what fails. */
  start(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * Not `React.lazy`: that shows nothing for up to 300 ms when it is first drawn, also where the code is there already, and remembers a failure
 * for ever.
 */
export function late<Code extends object>(load: () => Promise<Code>): Late<Code> {
  let code: Code | null = null;
  let asked: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  function fetchOnce(): Promise<void> {
    asked ??= load().then(
      (loaded) => {
        code = loaded;
        for (const each of [...listeners]) each();
      },
      (error: unknown) => {
        asked = null;
        throw error;
      },
    );
    return asked;
  }
  return {
    get now() {
      return code;
    },
    fetch: fetchOnce,
    start: () => void fetchOnce().catch(() => undefined),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The code, or null while it is fetched. Throws when it cannot be had. */
export function useLate<Code>(code: Late<Code>): Code | null {
  const found = useSyncExternalStore(code.subscribe, () => code.now);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (found !== null) return;
    let dropped = false;
    code.fetch().catch((error: unknown) => {
      if (!dropped) setFailure({ error });
    });
    return () => {
      dropped = true;
    };
  }, [code, found]);
  if (failure !== null) throw failure.error;
  return found;
}

const idleMsMax = 2_000;

/** When the page has drawn what it shows and waits for somebody. What it answers with calls it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, idleMsMax);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: idleMsMax });
  return () => cancelIdleCallback(handle);
}
