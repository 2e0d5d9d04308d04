import { showKeys } from "../keys/shortcuts.ts";

/** A key as it is printed: `mod+k`, `g i`. Told to screen readers by `aria-keyshortcuts` of what it belongs to. */
export function KeyCap({ keys }: { keys: string }) {
  return (
    <kbd className="kbd" aria-hidden>
      {showKeys(keys).join(" ")}
    </kbd>
  );
}
