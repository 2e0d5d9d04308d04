import type { app as en } from "../../en/shell/app.ts";
import type { TranslationOf } from "../../messages.ts";

export const app: TranslationOf<typeof en> = {
  "app.update": "Há uma nova versão disponível.",
  "app.update.now": "Recarregar para a nova versão",
  "app.offline": "Você está offline",
  "app.offline.text":
    "Não foi possível contatar o servidor, por isso nada pode ser carregado. O que você estava escrevendo está guardado. Esta página continua sozinha quando a conexão voltar.",
};
