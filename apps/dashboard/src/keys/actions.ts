/**
 * What a person can do here, as data: one action is a button, a line of a menu and of the palette, and a key.
 * Screens register theirs while they are shown; the last registered wins a key.
 */
import type { LucideIcon } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { PlainKey } from "../i18n/catalogue.ts";
import { rememberActions } from "./known-actions.ts";

export interface Action {
  /** `conversation.resolve`: what a remapped key is kept under. */
  id: string;
  label: PlainKey;
  /** Shown in the sheet of keys and the palette under this heading. */
  group: PlainKey;
  icon?: LucideIcon;
  /** `e`, `shift+e`, `mod+k`, `g i` (one after the other), `?`; without one it is in the palette alone. */
  keys?: string;
  /** Also while somebody writes into a field: for keys with `mod`. */
  inFields?: boolean;
  /** Not in the palette: what only makes sense as a key, such as "next". */
  keyOnly?: boolean;
  /** Every other action with the key comes first: those of the screen before the shell's, what is checked before what is open. */
  givesWay?: boolean;
  /** False: cannot be done now; absent from the palette. */
  enabled?: boolean;
  run(): void;
}

let registered: readonly (readonly Action[])[] = [];
const listeners = new Set<() => void>();

function change(next: typeof registered): void {
  registered = next;
  for (const listener of listeners) listener();
}

/** All actions there are now, the latest screen's first, and behind them those that give way. */
export function currentActions(): Action[] {
  // A screen that is there from the start registers before the shell around it.
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

/** Registers actions while the component is shown. They may be made anew in each render: what runs is the latest. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const shape = actions.map((each) => `${each.id} ${each.keys ?? ""} ${each.enabled !== false}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the actions, whose functions are read when they run
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
