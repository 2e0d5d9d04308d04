import { useShownKeys } from "../keys/own-keys.ts";
import { showKeys } from "../keys/shortcuts.ts";

interface KeyCapProps {
  keys: string;
  isRead?: boolean;
  /** These very keys; otherwise those that the person has given the action instead. */
  isExact?: boolean;
}

/** A key as it is printed: `mod+k`, `g i`. Beside a button it is silent: `aria-keyshortcuts` of the button tells it. */
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
