/** The browser's tab: its id is kept in its session storage, and held as a lock while it is open. */
import { createKey } from "../attempts/key.ts";

/** Tells the other tabs that this one is open, until `signal` ends. Returns what its id is now. */
export function startTab(signal: AbortSignal): () => string {
  let tab = (sessionStorage["tab"] ??= createKey(0)) as string;
  // A duplicated tab has a copy of the other's session storage, and needs an id of its own.
  const hold = (): unknown =>
    navigator.locks?.request(tab, { ifAvailable: true }, (lock) => {
      if (lock !== null) return signal.aborted || new Promise((resolve) => signal.addEventListener("abort", resolve));
      tab = sessionStorage["tab"] = createKey(0);
      return hold();
    });
  void hold();
  return () => tab;
}

export async function isTabOpen(tab: string): Promise<boolean> {
  // Pages without https have no locks: each sends, also what other tabs typed.
  if (navigator.locks === undefined) return true;
  return (await navigator.locks.query()).held?.some(({ name }) => name === tab) ?? false;
}
