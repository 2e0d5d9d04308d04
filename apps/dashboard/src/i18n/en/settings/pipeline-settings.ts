import { messages } from "../../messages.ts";

/** The settings of pipelines. */
export const pipelineSettings = messages({
  "settings.sales": "Sales",
  "settings.pipelines": "Pipelines",
  "pipelines.new": "New pipeline",
  "pipelines.new.hint": "It starts with the six most common stages, which you can change.",
  "pipelines.stages": "Stages",
  "pipelines.stagesOf": "Stages of {name}",
  "pipelines.default.hint": "Gets deals for which no pipeline is chosen.",
  "pipelines.delete.text": "Its stages are deleted too. A pipeline with deals, or with contacts in a stage, cannot be deleted.",
  "pipelines.stage.new": "New stage",
  "pipelines.stage.newIn": "New stage in {name}",
  "pipelines.stage.up": "Move {name} up",
  "pipelines.stage.down": "Move {name} down",
  "pipelines.stage.kind": "Deals in this stage are",
  "pipelines.stage.kind.open": "Open",
  "pipelines.stage.kind.won": "Won",
  "pipelines.stage.kind.lost": "Lost",
  "pipelines.stage.probability": "Probability of winning",
  "pipelines.stage.probability.hint": "In percent. The forecast weights a deal's amount by it.",
  "pipelines.stage.delete.text": "This cannot be undone.",
  "pipelines.stage.moveTo": "Its deals and contacts move to",
  "pipelines.stage.moveTo.none": "Nowhere: it is empty",
});
