import type { Pager } from "#platform/pagination/page.ts";
import { pipelineRoutes } from "./pipelines.routes.ts";
import { createPipelinesService, type PipelinesDeps } from "./pipelines.service.ts";
import { createStagesService } from "./stages.service.ts";

export type { StageRow } from "./pipelines.queries.ts";
export { stageKinds } from "./pipelines.schema.ts";
export { seedPipelines } from "./pipelines.seed.ts";
export { holdStage, holdTarget, movesMax, type StageOccupants, tooManyToMove } from "./stages.ts";

export function createPipelinesModule(deps: PipelinesDeps & { pager: Pager }) {
  const pipelines = createPipelinesService(deps);
  return { routes: pipelineRoutes(pipelines, createStagesService(deps, pipelines), deps.pager) };
}
