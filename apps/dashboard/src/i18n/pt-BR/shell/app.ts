import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Há uma nova versão.",
  "app.update.now": "Recarregar para a nova versão",
  "app.offline": "Você está offline",
  "app.offline.text":
    "Não foi possível falar com o servidor, por isso nada pode ser mostrado. O que você tinha escrito está guardado. Esta página continua sozinha quando a conexão voltar.",
};
