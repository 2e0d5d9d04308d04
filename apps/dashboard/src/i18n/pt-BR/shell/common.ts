import type { common as en } from "../../en/shell/common.ts";
import type { TranslationOf } from "../../messages.ts";

export const common: TranslationOf<typeof en> = {
  "common.cancel": "Cancelar",
  "common.save": "Salvar",
  "common.saved": "Salvo",
  "common.delete": "Excluir",
  "common.close": "Fechar",
  "common.back": "Voltar",
  "common.copied": "Copiado",
  "common.retry": "Tentar novamente",
  "common.undo": "Desfazer",
  "common.loading": "Carregando",
  "common.yes": "Sim",
  "common.no": "Não",
  "common.none": "Nenhum",
  "common.more": "Mais",
  "common.optional": "opcional",
  "error.title": "Não foi possível carregar",
  "error.reference": "Informe {reference} quando contatar o suporte.",
  "error.network": "O servidor não respondeu. Verifique sua conexão.",
  "error.forbidden": "Você não tem acesso a isto",
  "error.forbidden.text": "Sua função em {organization} não permite isto. Fale com um proprietário ou administrador.",
  "error.notFound": "Página não encontrada",
  "error.notFound.text": "Foi removido ou o endereço está errado.",
  "error.unexpected": "Algo deu errado do nosso lado.",
  "error.toInbox": "Ir para a caixa de entrada",
};
