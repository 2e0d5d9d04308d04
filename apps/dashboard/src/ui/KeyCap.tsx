import { showKeys } from "../keys/shortcuts.ts";

/** A key as it is printed: `mod+k`, `g i`. Beside a button it is silent: `aria-keyshortcuts` of the button tells it. */
export function KeyCap({ keys, isRead = false }: { keys: string; isRead?: boolean }) {
  return (
    <kbd className="kbd" aria-hidden={!isRead}>
      {showKeys(keys).join(" ")}
    </kbd>
  );
}
