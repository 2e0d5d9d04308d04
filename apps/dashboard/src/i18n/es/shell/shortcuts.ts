import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Teclas sueltas",
  "shortcuts.single.hint": "Desactivado: solo funcionan las teclas con Ctrl, ⌘ o Alt. Para quien dicta o se equivoca al teclear.",
  "shortcuts.text":
    "Pulsa el botón de una tecla y luego la tecla nueva. Retroceso la desactiva, Esc la deja igual. Las teclas de una pantalla aparecen aquí cuando la has abierto.",
  "shortcuts.change": "Cambiar la tecla: {name}",
  "shortcuts.press": "Pulsa una tecla",
  "shortcuts.off": "desactivada",
  "shortcuts.reset": "Como antes: {name}",
  "shortcuts.resetAll": "Todas como antes",
  "shortcuts.twin": "También: {name}",
  "help.title": "Ayuda",
  "help.show": "Explicar esta pantalla",
  "help.hide": "Ocultar la explicación",
};
