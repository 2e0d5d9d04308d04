import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Teclas sueltas",
  "shortcuts.single.hint":
    "Si está desactivado, solo funcionan las teclas combinadas con Ctrl, ⌘ o Alt. Útil si dictas o pulsas teclas sin querer.",
  "shortcuts.text":
    "Pulsa el botón de un atajo y luego la tecla nueva. Retroceso desactiva el atajo, Esc lo deja sin cambios. Los atajos de una pantalla aparecen aquí cuando la has abierto.",
  "shortcuts.change": "Cambiar la tecla: {name}",
  "shortcuts.press": "Pulsa una tecla",
  "shortcuts.off": "desactivada",
  "shortcuts.reset": "Restablecer: {name}",
  "shortcuts.resetAll": "Restablecer todo",
  "shortcuts.twin": "También: {name}",
  "help.title": "Ayuda",
  "help.show": "Explicar esta pantalla",
  "help.hide": "Ocultar la explicación",
};
