import type { pipelineSettings as en } from "../../en/settings/pipeline-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipelineSettings: TranslationOf<typeof en> = {
  "settings.sales": "Vendas",
  "settings.pipelines": "Funis",
  "pipelines.new": "Novo funil",
  "pipelines.new.hint": "Começa com seis etapas comuns, que você pode mudar.",
  "pipelines.stages": "Etapas",
  "pipelines.stagesOf": "Etapas de {name}",
  "pipelines.default.hint": "Recebe os negócios para os quais nenhum funil é escolhido.",
  "pipelines.delete.text": "As etapas também são excluídas. Um funil com negócios, ou com contatos em uma etapa, não pode ser excluído.",
  "pipelines.stage.new": "Nova etapa",
  "pipelines.stage.newIn": "Nova etapa em {name}",
  "pipelines.stage.up": "Mover {name} para cima",
  "pipelines.stage.down": "Mover {name} para baixo",
  "pipelines.stage.kind": "Os negócios nesta etapa estão",
  "pipelines.stage.kind.open": "Abertos",
  "pipelines.stage.kind.won": "Ganhos",
  "pipelines.stage.kind.lost": "Perdidos",
  "pipelines.stage.probability": "Probabilidade de ganhar",
  "pipelines.stage.probability.hint": "Em porcentagem. A previsão pondera com ela o valor de um negócio.",
  "pipelines.stage.delete.text": "Não é possível desfazer.",
  "pipelines.stage.moveTo": "Os negócios e contatos vão para",
  "pipelines.stage.moveTo.none": "Nenhuma: está vazia",
};
