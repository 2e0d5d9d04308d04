/** Code that no page needs at first: fetched when it is first wanted, or before, while the page has nothing else to do. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { ConnectionError } from "@parley/sdk";
import { withTexts } from "../i18n/texts.ts";

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
    asked ??= withTexts(load).then(
      (loaded) => {
        code = loaded;
        for (const each of [...listeners]) each();
      },
      (cause: unknown) => {
        asked = null;
        // The browser's own words name a file; that the line is gone is all there is to know.
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

/** Of what stays closed for it: who can tell people. */
export function onLateFailure(listener: FailureListener): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

export function tellLateFailure(error: unknown): void {
  for (const each of [...failureListeners]) each(error);
}

/** The code, or null while it is fetched. When it cannot be had `onFailure` is told, or it throws. */
export function useLate<Code>(code: Late<Code>, onFailure?: FailureListener): Code | null {
  const found = useSyncExternalStore(code.subscribe, () => code.now);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is told of a failure does not fetch it again
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
const againAfterMs = 100;

/**
 * When the page has drawn what it shows and waits for somebody; not while `isBusy`, as with what it shows first. What it answers with calls
 * it off.
 */
export function whenIdle(work: () => void, isBusy: () => boolean = () => false): () => void {
  let callOff = ask();
  return () => callOff();

  function ask(): () => void {
    return onceIdle(() => {
      if (!isBusy()) return work();
      const timer = setTimeout(() => {
        callOff = ask();
      }, againAfterMs);
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
