import { messages } from "../../messages.ts";

/** A person's own shortcuts. */
export const shortcuts = messages({
  "shortcuts.single": "Single keys",
  "shortcuts.single.hint": "Off: only keys with Ctrl, ⌘ or Alt do something. Useful when you dictate, or often hit keys by mistake.",
  "shortcuts.text":
    "Press a shortcut's button, then the new key. Backspace turns it off, Esc keeps it. A screen's shortcuts are listed here once you have opened it.",
  "shortcuts.change": "Change the key: {name}",
  "shortcuts.press": "Press a key",
  "shortcuts.off": "off",
  "shortcuts.reset": "Reset: {name}",
  "shortcuts.resetAll": "Reset all",
  "shortcuts.twin": "Also: {name}",
  "help.title": "Help",
  "help.show": "Explain this screen",
  "help.hide": "Hide the explanation",
});
