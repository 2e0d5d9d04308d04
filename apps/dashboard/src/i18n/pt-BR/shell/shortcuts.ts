import type { shortcuts as en } from "../../en/shell/shortcuts.ts";
import type { TranslationOf } from "../../messages.ts";

export const shortcuts: TranslationOf<typeof en> = {
  "shortcuts.single": "Teclas únicas",
  "shortcuts.single.hint":
    "Quando desligado, só teclas combinadas com Ctrl, ⌘ ou Alt funcionam. Útil se você dita ou costuma apertar teclas sem querer.",
  "shortcuts.text":
    "Clique no botão de um atalho e pressione a nova tecla. Backspace desliga o atalho, Esc o deixa como está. Os atalhos de uma tela aparecem aqui depois que você a abre.",
  "shortcuts.change": "Mudar a tecla: {name}",
  "shortcuts.press": "Pressione uma tecla",
  "shortcuts.off": "desligada",
  "shortcuts.reset": "Redefinir: {name}",
  "shortcuts.resetAll": "Redefinir tudo",
  "shortcuts.twin": "Também: {name}",
  "help.title": "Ajuda",
  "help.show": "Explicar esta tela",
  "help.hide": "Ocultar a explicação",
};
