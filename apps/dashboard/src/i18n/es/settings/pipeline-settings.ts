import type { pipelineSettings as en } from "../../en/settings/pipeline-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipelineSettings: TranslationOf<typeof en> = {
  "settings.sales": "Ventas",
  "settings.pipelines": "Embudos",
  "pipelines.new": "Nuevo embudo",
  "pipelines.new.hint": "Empieza con seis etapas habituales, que puedes cambiar.",
  "pipelines.stages": "Etapas",
  "pipelines.stagesOf": "Etapas de {name}",
  "pipelines.default.hint": "Recibe las oportunidades para las que no se elige embudo.",
  "pipelines.delete.text": "También se eliminan sus etapas. No se puede eliminar un embudo con oportunidades o con contactos en una etapa.",
  "pipelines.stage.new": "Nueva etapa",
  "pipelines.stage.newIn": "Nueva etapa en {name}",
  "pipelines.stage.up": "Subir {name}",
  "pipelines.stage.down": "Bajar {name}",
  "pipelines.stage.kind": "Las oportunidades de esta etapa están",
  "pipelines.stage.kind.open": "Abiertas",
  "pipelines.stage.kind.won": "Ganadas",
  "pipelines.stage.kind.lost": "Perdidas",
  "pipelines.stage.probability": "Probabilidad de ganar",
  "pipelines.stage.probability.hint": "En porcentaje. La previsión pondera con ella el importe de una oportunidad.",
  "pipelines.stage.delete.text": "Esta acción no se puede deshacer.",
  "pipelines.stage.moveTo": "Sus oportunidades y contactos pasan a",
  "pipelines.stage.moveTo.none": "Ninguna: está vacía",
};
