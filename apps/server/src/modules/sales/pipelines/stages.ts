import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { findDefaultPipeline, findPipeline, findStage, listStages, type PipelineRow, type StageRow } from "./pipelines.queries.ts";

/**
 * What can be in a stage: deals, contacts. Their modules implement it; this one asks them before a stage is deleted,
 * and never imports them (they import it). See app.ts.
 */
export interface StageOccupants {
  /** As messages name them: `deals`. */
  readonly name: string;
  /** Whether any of the stages is occupied. */
  any(tx: Tx, stageIds: string[]): Promise<boolean>;
  /**
   * Moves everything in a stage to another one, with events. Both stages are locked. Throws conflict beyond `movesMax`.
   */
  moveAll(ctx: TxContext, from: StageRow, to: StageRow): Promise<void>;
}

/** How many rows one request moves: some seconds' work. */
export const movesMax = 10_000;

export function tooManyToMove(name: string): AppError {
  return new AppError("conflict", {
    message: `The stage contains more than ${movesMax} ${name}. Move some of them first.`,
    details: [{ field: "stageId", issue: "too_many" }],
  });
}

/**
 * A stage by its wire id, locked so that it keeps its kind and is not deleted until the transaction ends. Throws
 * not_found.
 */
export async function lockStage(tx: Tx, wire: string): Promise<StageRow> {
  const id = parseWireId("stg", wire);
  const row = id === null ? null : await findStage(tx, id, "share");
  if (row === null) throw notFound(wire);
  return row;
}

/**
 * The stage designated by a pipeline and a stage, locked as by `lockStage`: the stage if given; otherwise the
 * pipeline's first open stage; without either, the default pipeline's. Throws not_found for unknown ones, 422 for a
 * stage of another pipeline.
 */
export async function lockTargetStage(
  tx: Tx,
  target: { pipelineId?: string | undefined; stageId?: string | undefined },
): Promise<StageRow> {
  const pipeline = target.pipelineId === undefined ? null : await getPipeline(tx, target.pipelineId);
  if (target.stageId === undefined) return holdFirstOpen(tx, pipeline ?? (await getDefault(tx)));
  const stage = await lockStage(tx, target.stageId);
  if (pipeline !== null && stage.pipeline_id !== pipeline.id)
    throw brokenRule("stageId", "not_allowed", "The stage does not belong to the pipeline in pipelineId.");
  return stage;
}

async function getPipeline(tx: Tx, wire: string): Promise<PipelineRow> {
  const id = parseWireId("pip", wire);
  const row = id === null ? null : await findPipeline(tx, id);
  if (row === null) throw notFound(wire);
  return row;
}

async function getDefault(tx: Tx): Promise<PipelineRow> {
  const row = await findDefaultPipeline(tx);
  if (row === null) throw new Error("a tenant has no default pipeline");
  return row;
}

async function holdFirstOpen(tx: Tx, pipeline: PipelineRow): Promise<StageRow> {
  for (const stage of await listStages(tx, [pipeline.id])) {
    if (stage.kind !== "open") continue;
    const held = await findStage(tx, stage.id, "share");
    if (held !== null && held.kind === "open") return held;
  }
  // Every pipeline keeps an open stage; only one that is being deleted has none.
  throw notFound();
}
