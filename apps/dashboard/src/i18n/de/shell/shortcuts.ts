import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Einzelne Tasten",
  "shortcuts.single.hint":
    "Ist das aus, wirken nur Tasten zusammen mit Strg, ⌘ oder Alt. Nützlich, wenn Sie diktieren oder oft versehentlich Tasten treffen.",
  "shortcuts.text":
    "Klicken Sie auf die Schaltfläche eines Tastenkürzels und drücken Sie dann die neue Taste. Die Rücktaste schaltet das Kürzel aus, Esc lässt es unverändert. Die Kürzel einer Ansicht erscheinen hier, sobald Sie die Ansicht geöffnet haben.",
  "shortcuts.change": "Taste ändern: {name}",
  "shortcuts.press": "Taste drücken",
  "shortcuts.off": "aus",
  "shortcuts.reset": "Zurücksetzen: {name}",
  "shortcuts.resetAll": "Alle zurücksetzen",
  "shortcuts.twin": "Auch: {name}",
  "help.title": "Hilfe",
  "help.show": "Diese Ansicht erklären",
  "help.hide": "Erklärung ausblenden",
};
