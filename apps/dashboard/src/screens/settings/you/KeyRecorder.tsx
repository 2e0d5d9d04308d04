import { type KeyboardEvent, useState } from "react";
import { useI18n } from "../../../i18n/i18n.tsx";
import { chordOf } from "../../../keys/shortcuts.ts";
import { KeyCap } from "../../../ui/KeyCap.tsx";

interface KeyRecorderProps {
  /** The action's name. */
  name: string;
  /** Empty: switched off. */
  keys: string;
  onChange(keys: string): void;
}

/** After this key a second one is expected. */
const leader = "g";

/** Once pressed, it records the next keys for the action. Esc cancels, Backspace switches it off. */
export function KeyRecorder({ name, keys, onChange }: KeyRecorderProps) {
  const { t } = useI18n();
  const [leading, setBegun] = useState<string | null>(null);
  function onKeyDown(event: KeyboardEvent) {
    if (leading === null || event.nativeEvent.isComposing) return;
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    if (event.key === "Tab") return void setBegun(null);
    // Neither the page nor the button may react to it.
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    const chord = chordOf(event.nativeEvent);
    if (leading === "" && chord === leader) return void setBegun(leader);
    setBegun(null);
    if (chord === "escape" || chord === "enter") return;
    onChange(chord === "backspace" || chord === "delete" ? "" : `${leading} ${chord}`.trim());
  }
  return (
    <button
      type="button"
      className="btn small"
      onClick={() => setBegun(leading === null ? "" : null)}
      onKeyDown={onKeyDown}
      onBlur={() => setBegun(null)}
    >
      <span className="sr-only">{t("shortcuts.change", { name })}</span>
      {leading !== null ? (
        <span role="status">{t("shortcuts.press")}</span>
      ) : keys === "" ? (
        t("shortcuts.off")
      ) : (
        <KeyCap keys={keys} isExact isRead />
      )}
    </button>
  );
}
