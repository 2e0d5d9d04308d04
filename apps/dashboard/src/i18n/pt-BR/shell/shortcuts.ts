import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Teclas únicas",
  "shortcuts.single.hint": "Desligado: só teclas com Ctrl, ⌘ ou Alt fazem algo. Para quem dita ou erra teclas.",
  "shortcuts.text":
    "Pressione o botão de uma tecla e depois a nova tecla. Backspace desliga, Esc deixa como está. As teclas de uma tela aparecem aqui depois que você a abre.",
  "shortcuts.change": "Mudar a tecla: {name}",
  "shortcuts.press": "Pressione uma tecla",
  "shortcuts.off": "desligada",
  "shortcuts.reset": "Como antes: {name}",
  "shortcuts.resetAll": "Todas como antes",
  "shortcuts.twin": "Também: {name}",
  "help.title": "Ajuda",
  "help.show": "Explicar esta tela",
  "help.hide": "Ocultar a explicação",
};
