import { useShownKeys } from "../keys/own-keys.ts";
import { showKeys } from "../keys/shortcuts.ts";

interface KeyCapProps {
  keys: string;
  isRead?: boolean;
  /** Shows exactly these keys; otherwise the person's own shortcut for the action. */
  isExact?: boolean;
}

/** A key as displayed: `mod+k`, `g i`. Next to a button it is hidden from screen readers, which read the button's `aria-keyshortcuts`. */
export function KeyCap({ keys, isRead = false, isExact = false }: KeyCapProps) {
  const own = useShownKeys(keys);
  const shown = isExact ? keys : own;
  if (shown === undefined) return null;
  return (
    <kbd className="kbd" aria-hidden={!isRead}>
      {showKeys(shown).join(" ")}
    </kbd>
  );
}
