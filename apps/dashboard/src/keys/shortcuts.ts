/** Maps pressed keys to actions, with one listener for the whole page. */
import { type Action, currentActions } from "./actions.ts";
import { keepUnknownKey } from "./held-keys.ts";
import { isField, isPressedBySpace } from "./is-field.ts";

export interface ShortcutSettings {
  /** A person's own shortcuts by the action's id; an empty text switches a shortcut off. */
  remapped: Readonly<Record<string, string>>;
  /** Whether keys without `mod` or `alt` work (WCAG 2.1.4). */
  singleKeys: boolean;
}

const sequenceMsMax = 1_200;
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

export function keysOf(action: Action, settings: ShortcutSettings): string | undefined {
  const keys = settings.remapped[action.id] ?? action.keys;
  if (keys === undefined || keys === "") return undefined;
  return settings.singleKeys || isChord(keys) ? keys : undefined;
}

function isChord(keys: string): boolean {
  return /\b(?:mod|alt)\+/.test(keys);
}

/** The pressed key in the registry's notation: modifiers in the order mod, alt, shift. */
export function chordOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const printable = event.key.length === 1 && key !== "space";
  // Shift is implied by a symbol that needs it (? and +); for a letter it is stated.
  const shift = event.shiftKey && (!printable || /\p{L}/u.test(key) || mod);
  return [mod ? "mod" : "", event.altKey ? "alt" : "", shift ? "shift" : "", key].filter((part) => part !== "").join("+");
}

/** Listens until the returned function is called. `settings` is read at each key. */
export function listenForShortcuts(settings: () => ShortcutSettings, target: Document = document): () => void {
  let leader = "";
  let begunAtMs = 0;
  const onKey = (event: KeyboardEvent) => {
    // While an input method composes, all keys belong to it.
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    // An open dialog or menu gets all keys; the page behind it does not react. One that is fading out is closed already.
    const modal = target.querySelector("[data-owns-keys]:not([data-exiting], [data-exiting] *)") !== null;
    const chord = chordOf(event);
    if (chord === "space" && isPressedBySpace(event.target)) return;
    const sequence = leader !== "" && event.timeStamp - begunAtMs < sequenceMsMax ? `${leader} ${chord}` : chord;
    const usable = currentActions().filter(
      (action) => action.enabled !== false && (!isField(event.target) || action.inFields === true) && (!modal || action.inFields === true),
    );
    const own = settings();
    const hit = usable.find((action) => keysOf(action, own) === sequence) ?? usable.find((action) => keysOf(action, own) === chord);
    if (hit !== undefined) {
      leader = "";
      event.preventDefault();
      hit.run();
      return;
    }
    const begins = usable.some((action) => keysOf(action, own)?.startsWith(`${chord} `));
    leader = begins ? chord : "";
    begunAtMs = event.timeStamp;
    if (!begins && !modal && !isField(event.target)) keepUnknownKey(event);
  };
  target.addEventListener("keydown", onKey);
  return () => target.removeEventListener("keydown", onKey);
}

/** As it is displayed: ⌘K, Ctrl K, Shift E, G then I. */
export function showKeys(keys: string): string[] {
  const names: Record<string, string> = isMac
    ? { mod: "⌘", alt: "⌥", shift: "⇧", enter: "↵", escape: "Esc", arrowup: "↑", arrowdown: "↓" }
    : { mod: "Ctrl", alt: "Alt", shift: "Shift", enter: "↵", escape: "Esc", arrowup: "↑", arrowdown: "↓" };
  return keys.split(" ").map((chord) =>
    chord
      .split("+")
      .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)))
      .join(isMac ? "" : " "),
  );
}

/** For `aria-keyshortcuts`: Control+K, Shift+E. A sequence has no such form. */
export function ariaKeys(keys: string): string | undefined {
  if (keys.includes(" ")) return undefined;
  const names: Record<string, string> = { mod: isMac ? "Meta" : "Control", alt: "Alt", shift: "Shift" };
  return keys
    .split("+")
    .map((part) => names[part] ?? part.toUpperCase())
    .join("+");
}
