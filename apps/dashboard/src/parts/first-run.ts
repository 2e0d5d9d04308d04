/** Whether this browser shows the first-run checklist and the demo's phone, for each person in each organization. */
import { useSyncExternalStore } from "react";
import type { Me } from "@parley/sdk";
import { identityOf } from "../api/session.ts";

interface FirstRun {
  checklist: "shown" | "away";
  /** Not chosen: shown only next to the checklist. */
  phone: "open" | "closed" | null;
}

const storageKey = "first-run";
const listeners = new Set<() => void>();
const initialState: FirstRun = { checklist: "shown", phone: null };
let current = read();

function read(): Readonly<Record<string, FirstRun>> {
  let kept: unknown;
  try {
    kept = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  } catch {
    // Storage is disabled or contains something else: it is shown.
  }
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).map(([whose, is]: [string, Partial<FirstRun> | null]) => [
      // Written before with a space.
      whose.replace(" ", "/"),
      {
        checklist: is?.checklist === "away" ? ("away" as const) : ("shown" as const),
        phone: is?.phone === "open" || is?.phone === "closed" ? is.phone : null,
      },
    ]),
  );
}

export function getFirstRun(me: Me): FirstRun {
  return current[identityOf(me)] ?? initialState;
}

export function setFirstRun(me: Me, change: Partial<FirstRun>): void {
  current = { ...current, [identityOf(me)]: { ...getFirstRun(me), ...change } };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Valid until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useFirstRun(me: Me): FirstRun {
  useSyncExternalStore(subscribe, () => current);
  return getFirstRun(me);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
