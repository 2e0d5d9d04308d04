import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Einzelne Tasten",
  "shortcuts.single.hint": "Aus: Nur Tasten mit Strg, ⌘ oder Alt tun etwas. Für alle, die diktieren oder sich vertippen.",
  "shortcuts.text":
    "Drücken Sie den Knopf einer Taste, dann die neue Taste. Rücktaste schaltet sie aus, Esc lässt sie. Die Tasten einer Ansicht stehen hier, sobald Sie sie geöffnet haben.",
  "shortcuts.change": "Taste ändern: {name}",
  "shortcuts.press": "Taste drücken",
  "shortcuts.off": "aus",
  "shortcuts.reset": "Wie zuvor: {name}",
  "shortcuts.resetAll": "Alle wie zuvor",
  "shortcuts.twin": "Auch: {name}",
  "help.title": "Hilfe",
  "help.show": "Diese Ansicht erklären",
  "help.hide": "Erklärung schließen",
};
