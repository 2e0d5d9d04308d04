import { messages } from "../messages.ts";

/** A person's own shortcuts. */
export const shortcuts = messages({
  "shortcuts.single": "Single keys",
  "shortcuts.single.hint": "Off: only keys with Ctrl, ⌘ or Alt do something. For those who dictate or mistype.",
  "shortcuts.text":
    "Press a key's button, then the new key. Backspace switches it off, Esc leaves it. The keys of a screen stand here once you have opened it.",
  "shortcuts.change": "Change the key: {name}",
  "shortcuts.press": "Press a key",
  "shortcuts.off": "off",
  "shortcuts.reset": "As it was: {name}",
  "shortcuts.resetAll": "All as they were",
  "shortcuts.twin": "Also: {name}",
});
