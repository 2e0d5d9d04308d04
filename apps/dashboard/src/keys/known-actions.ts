/** Actions shown since the page was opened, or earlier: the ones whose shortcuts a person may change. */
import { useSyncExternalStore } from "react";

export interface KnownAction {
  id: string;
  label: string;
  group: string;
  /** The default. */
  keys: string;
}

const storageKey = "known-actions";
/** Keys that close or leave things cannot be changed. */
const fixed = new Set(["escape", "enter", "tab"]);
const listeners = new Set<() => void>();
let known: ReadonlyMap<string, KnownAction> = read();

function read(): Map<string, KnownAction> {
  try {
    const stored: KnownAction[] = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return new Map(stored.filter(({ id, keys }) => typeof id === "string" && typeof keys === "string").map((each) => [each.id, each]));
  } catch {
    // Storage is disabled or contains something else.
    return new Map();
  }
}

/** Cheap if there are no new actions, because every screen calls it. */
export function rememberActions(actions: readonly { id: string; label: string; group: string; keys?: string }[]): void {
  const fresh = actions.filter(({ id, keys, label }) => {
    const before = known.get(id);
    return keys !== undefined && !fixed.has(keys) && (before?.keys !== keys || before.label !== label);
  });
  if (fresh.length === 0) return;
  const next = new Map(known);
  for (const { id, label, group, keys = "" } of fresh) next.set(id, { id, label, group, keys });
  known = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify([...known.values()]));
  } catch {
    // They are known until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useKnownActions(): ReadonlyMap<string, KnownAction> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => known,
  );
}
