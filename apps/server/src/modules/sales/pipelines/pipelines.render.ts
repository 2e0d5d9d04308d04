import { wireId } from "#platform/ids/ids.ts";
import type { PipelineRow, StageRow } from "./pipelines.queries.ts";
import type { Pipeline, Stage } from "./pipelines.schema.ts";

export function renderStage(row: StageRow): Stage {
  return {
    id: wireId("stg", row.id),
    pipelineId: wireId("pip", row.pipeline_id),
    name: row.name,
    position: row.position,
    color: row.color,
    winProbability: row.win_probability,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function renderPipeline(row: PipelineRow, stages: StageRow[]): Pipeline {
  return {
    id: wireId("pip", row.id),
    name: row.name,
    position: row.position,
    isDefault: row.is_default,
    stages: stages.map(renderStage),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
