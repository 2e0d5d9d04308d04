/** Code that the first page does not need: loaded when it is first used, or earlier, while the page is idle. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { ConnectionError } from "@parley/sdk";
import { withTexts } from "../../i18n/texts.ts";

export interface LazyCode<Code> {
  /** The code, for components rendered only once it is loaded; null before. */
  readonly now: Code | null;
  /** Loads it unless it is loaded or being loaded. After a failure the next call tries again. */
  fetch(): Promise<Code>;
  /** The same without waiting; a later use tries again, and gets the error. */
  start(): void;
  subscribe(listener: () => void): () => void;
}

/** Not `React.lazy`: that renders nothing for up to 300 ms at first, even when the code is loaded, and remembers a failure forever. */
export function lazyCode<Code extends object>(load: () => Promise<Code>): LazyCode<Code> {
  let code: Code | null = null;
  let asked: Promise<Code> | null = null;
  const listeners = new Set<() => void>();
  function fetchOnce(): Promise<Code> {
    asked ??= withTexts(load).then(
      (loaded) => {
        code = loaded;
        for (const each of [...listeners]) each();
        return loaded;
      },
      (cause: unknown) => {
        asked = null;
        // The browser's message names a file; all that matters is that the connection failed.
        throw new ConnectionError("a part of the page could not be fetched", { cause });
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

type FailureListener = (error: unknown) => void;
const failureListeners = new Set<FailureListener>();

/** Registers a listener for failures of components that were closed meanwhile, so that people are informed. */
export function onLoadFailure(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

export function reportLoadFailure(error: unknown): void {
  for (const each of [...failureListeners]) each(error);
}

/** The code, or null while it is loading. On failure it calls `onFailure`, or throws. */
export function useLazyCode<Code>(code: LazyCode<Code>, onFailure?: FailureListener): Code | null {
  const found = useSyncExternalStore(code.subscribe, () => code.now);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different failure listener does not load it again
  useEffect(() => {
    if (found !== null) return;
    let dropped = false;
    code.fetch().catch((error: unknown) => {
      if (dropped) return;
      if (onFailure === undefined) setFailure({ error });
      else onFailure(error);
    });
    return () => {
      dropped = true;
    };
  }, [code, found]);
  if (failure !== null) throw failure.error;
  return found;
}

const idleMsMax = 2_000;
const retryMs = 100;

/** Runs once the page has rendered and is idle; not while `isBusy`, as during the first load. The returned function cancels it. */
export function whenIdle(work: () => void, isBusy: () => boolean = () => false): () => void {
  let callOff = ask();
  return () => callOff();

  function ask(): () => void {
    return onceIdle(() => {
      if (!isBusy()) return work();
      const timer = setTimeout(() => {
        callOff = ask();
      }, retryMs);
      callOff = () => clearTimeout(timer);
    });
  }
}

function onceIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, idleMsMax);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: idleMsMax });
  return () => cancelIdleCallback(handle);
}
