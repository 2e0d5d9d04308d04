import type { Pager } from "#platform/pagination/page.ts";
import { pipelineRoutes } from "./pipelines.routes.ts";
import { pipelinesSnapshot } from "./pipelines.snapshot.ts";
import { createPipelinesService, type PipelinesDeps } from "./pipelines.service.ts";
import { createStagesService } from "./stages.service.ts";

export type { StageRow } from "./pipelines.queries.ts";
export { stageKinds } from "./pipelines.schema.ts";
export { seedPipelines } from "./pipelines.seed.ts";
export { lockStage, lockTargetStage, movesMax, type StageOccupants, tooManyToMove } from "./stages.ts";

export function createPipelinesModule(deps: PipelinesDeps & { pager: Pager }) {
  const pipelines = createPipelinesService(deps);
  const stages = createStagesService(deps, pipelines);
  return { routes: pipelineRoutes(pipelines, stages, deps.pager), snapshot: [pipelinesSnapshot(pipelines, stages)] };
}
