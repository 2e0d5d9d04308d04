/**
 * A person's actions on the current screen, as data: one action is a button, an item of a menu and of the palette, and a shortcut. Screens
 * register theirs while they are mounted; the last registered action gets the key.
 */
import type { LucideIcon } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { PlainKey } from "../i18n/catalogue.ts";
import { rememberActions } from "./known-actions.ts";

export interface Action {
  /** `conversation.resolve`: the id under which a changed shortcut is stored. */
  id: string;
  label: PlainKey;
  /** The heading in the list of shortcuts and the palette. */
  group: PlainKey;
  icon?: LucideIcon;
  /** `e`, `shift+e`, `mod+k`, `g i` (one after the other), `?`; without one, the action is only in the palette. */
  keys?: string;
  /** Also while a field is being edited: for keys with `mod`. */
  inFields?: boolean;
  /** Not in the palette: for actions that only make sense as a key, such as "next". */
  keyOnly?: boolean;
  /**
   * Every other action with the same key takes precedence: a screen's over the shell's, one for checked items over one for the open item.
   */
  givesWay?: boolean;
  /** False: not possible now, and absent from the palette. */
  enabled?: boolean;
  run(): void;
}

let registered: readonly (readonly Action[])[] = [];
const listeners = new Set<() => void>();

function change(next: typeof registered): void {
  registered = next;
  for (const listener of listeners) listener();
}

/** All current actions, the latest screen's first, and last those with `givesWay`. */
export function currentActions(): Action[] {
  // A screen that is shown from the start registers before the shell around it.
  return registered
    .toReversed()
    .flat()
    .sort((a, b) => Number(a.givesWay === true) - Number(b.givesWay === true));
}

export function useCurrentActions(): Action[] {
  return useSyncExternalStore(subscribeActions, () => registered)
    .toReversed()
    .flat();
}

export function subscribeActions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs an action of the current screen, where another part of it leads to it. */
export function runAction(id: string): void {
  currentActions()
    .find((each) => each.id === id && each.enabled !== false)
    ?.run();
}

/** Registers actions while the component is mounted. They may be created in each render: the latest is run. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const shape = actions.map((each) => `${each.id} ${each.keys ?? ""} ${each.enabled !== false}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape represents the actions, whose functions are read when they run
  useEffect(() => {
    const own = latest.current.map((each) => ({
      ...each,
      run: () => latest.current.find(({ id }) => id === each.id)?.run(),
    }));
    rememberActions(own);
    change([...registered, own]);
    return () => change(registered.filter((each) => each !== own));
  }, [shape]);
}
