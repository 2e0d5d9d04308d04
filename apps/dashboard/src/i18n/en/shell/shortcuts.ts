import { messages } from "../../messages.ts";

/** A person's own shortcuts. */
export const shortcuts = messages({
  "shortcuts.single": "Single keys",
  "shortcuts.single.hint":
    "When off, only keys combined with Ctrl, ⌘ or Alt do something. Useful if you dictate, or often hit keys by mistake.",
  "shortcuts.text":
    "Press a shortcut's button, then the new key. Backspace turns the shortcut off, Esc leaves it unchanged. A screen's shortcuts appear here once you have opened that screen.",
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
