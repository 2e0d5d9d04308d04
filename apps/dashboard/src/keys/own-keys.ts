/** A person's own shortcuts, stored in this browser; until one is changed, the registry's defaults apply. */
import { useSyncExternalStore } from "react";
import { currentActions, subscribeActions } from "./actions.ts";
import { keysOf, type ShortcutSettings } from "./shortcuts.ts";

const storageKey = "shortcuts";
const usual: ShortcutSettings = { remapped: {}, singleKeys: true };
const listeners = new Set<() => void>();
let current = read();

function read(): ShortcutSettings {
  try {
    const stored: Partial<ShortcutSettings> = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    const remapped = Object.entries(stored.remapped ?? {}).filter(([, keys]) => typeof keys === "string");
    return { remapped: Object.fromEntries(remapped), singleKeys: stored.singleKeys !== false };
  } catch {
    // Storage is disabled or contains something else.
    return usual;
  }
}

export function getShortcutSettings(): ShortcutSettings {
  return current;
}

export function setShortcutSettings(change: Partial<ShortcutSettings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Valid until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcutSettings(): ShortcutSettings {
  return useSyncExternalStore(subscribe, getShortcutSettings);
}

function subscribeAll(listener: () => void): () => void {
  const ends = [subscribe(listener), subscribeActions(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** The shortcut that a button shows: the person's own for the action with this default. Undefined: switched off. */
export function useShownKeys(keys: string | undefined): string | undefined {
  return useSyncExternalStore(subscribeAll, () => shownKeys(keys));
}

function shownKeys(keys: string | undefined): string | undefined {
  const { remapped, singleKeys } = current;
  if (keys === undefined || (singleKeys && Object.keys(remapped).length === 0)) return keys;
  const action = currentActions().find((each) => each.keys === keys && each.enabled !== false);
  // Keys without an action are built in: Enter in a field, Esc in a dialog.
  return action === undefined ? keys : keysOf(action, current);
}
