import type { pipelineSettings as en } from "../../en/settings/pipeline-settings.ts";
import type { TranslationOf } from "../../messages.ts";

export const pipelineSettings: TranslationOf<typeof en> = {
  "settings.sales": "Vertrieb",
  "settings.pipelines": "Pipelines",
  "pipelines.new": "Neue Pipeline",
  "pipelines.new.hint": "Sie beginnt mit sechs üblichen Phasen, die Sie ändern können.",
  "pipelines.stages": "Phasen",
  "pipelines.stagesOf": "Phasen von {name}",
  "pipelines.default.hint": "Erhält Deals, für die keine Pipeline gewählt ist.",
  "pipelines.delete.text":
    "Ihre Phasen werden ebenfalls gelöscht. Eine Pipeline mit Deals oder mit Kontakten in einer Phase lässt sich nicht löschen.",
  "pipelines.stage.new": "Neue Phase",
  "pipelines.stage.newIn": "Neue Phase in {name}",
  "pipelines.stage.up": "{name} nach oben",
  "pipelines.stage.down": "{name} nach unten",
  "pipelines.stage.kind": "Deals in dieser Phase sind",
  "pipelines.stage.kind.open": "Offen",
  "pipelines.stage.kind.won": "Gewonnen",
  "pipelines.stage.kind.lost": "Verloren",
  "pipelines.stage.probability": "Gewinnwahrscheinlichkeit",
  "pipelines.stage.probability.hint": "In Prozent. Die Prognose gewichtet den Betrag eines Deals damit.",
  "pipelines.stage.delete.text": "Das lässt sich nicht rückgängig machen.",
  "pipelines.stage.moveTo": "Ihre Deals und Kontakte werden verschoben nach",
  "pipelines.stage.moveTo.none": "Nirgendwohin: Sie ist leer",
};
