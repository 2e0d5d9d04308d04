import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import * as queries from "./pipelines.queries.ts";
import { renderStage } from "./pipelines.render.ts";
import { type CreateStage, type Stage, stagesMax, type UpdateStage } from "./pipelines.schema.ts";
import { kindProbability, newStages } from "./pipelines.seed.ts";
import { checkStage, inserted, type PipelinesDeps, type PipelinesService, readName } from "./pipelines.service.ts";

export function createStagesService(deps: PipelinesDeps, pipelines: PipelinesService) {
  /** A stage of that pipeline; a stage of the tenant's other pipelines is unknown here. */
  async function find(tx: Tx, pipeline: string, stage: string, lock: queries.StageLock = "none"): Promise<queries.StageRow> {
    const [pipelineId, stageId] = [parseWireId("pip", pipeline), parseWireId("stg", stage)];
    const row = pipelineId === null || stageId === null ? null : await queries.findStage(tx, stageId, lock);
    if (row === null || row.pipeline_id !== pipelineId) throw notFound();
    return row;
  }

  async function renderOne(tx: Tx, id: string): Promise<Stage> {
    return renderStage((await queries.findStage(tx, id, "none")) as queries.StageRow);
  }

  async function inUse(tx: Tx, stageId: string): Promise<string | null> {
    for (const occupants of deps.occupants) if (await occupants.any(tx, [stageId])) return occupants.name;
    return null;
  }

  return {
    find,

    /** 409 conflict beyond 50 stages. */
    async create(ctx: TxContext, pipeline: string, input: CreateStage): Promise<Stage> {
      checkStage("", input);
      await queries.lockStructure(ctx.tx);
      const { id: pipelineId } = await pipelines.find(ctx.tx, pipeline);
      const others = await queries.listStages(ctx.tx, [pipelineId]);
      if (others.length >= stagesMax) throw new AppError("conflict", { message: `A pipeline can have at most ${stagesMax} stages.` });
      const [made] = newStages(deps.ids, [input]);
      if (made === undefined) throw new Error("no stage was created");
      await queries.insertStages(ctx.tx, ctx.now, pipelineId, [{ ...made, position: others.length }]);
      const index = input.position ?? (made.kind === "open" ? others.findLastIndex((stage) => stage.kind === "open") + 1 : others.length);
      await queries.reorder(ctx.tx, "pipeline_stages", inserted(others, made.id, index));
      await recordAudit(ctx, deps.ids, "pipeline.stage_created", pipeline, { stageId: wireId("stg", made.id) });
      return renderOne(ctx.tx, made.id);
    },

    /**
     * 422 for a probability that the kind does not have; 409 conflict for changing the kind while deals or contacts are
     * in the stage, and for changing the last open stage's kind.
     */
    async update(ctx: TxContext, pipeline: string, stage: string, input: UpdateStage): Promise<Stage> {
      await queries.lockStructure(ctx.tx);
      // Locked only if the kind changes: deals that move in meanwhile wait, and see the new kind.
      const row = await find(ctx.tx, pipeline, stage, input.kind === undefined ? "none" : "update");
      const kind = input.kind ?? row.kind;
      const others = (await queries.listStages(ctx.tx, [row.pipeline_id])).filter((other) => other.id !== row.id);
      checkStage("", { ...input, kind });
      if (kind !== row.kind) {
        const name = await inUse(ctx.tx, row.id);
        if (name !== null)
          throw new AppError("conflict", {
            message: `The stage contains ${name}, so its kind cannot change. Create a new stage and move them there.`,
            details: [{ field: "kind", issue: "not_allowed" }],
          });
        if (row.kind === "open" && !others.some((other) => other.kind === "open")) throw lastOpen();
      }
      await queries.updateStage(ctx.tx, ctx.now, {
        id: row.id,
        name: input.name === undefined ? row.name : readName("name", input.name),
        position: row.position,
        color: input.color?.toLowerCase() ?? row.color,
        kind,
        win_probability: input.winProbability ?? (kind === row.kind ? row.win_probability : kindProbability[kind]),
      });
      if (input.position !== undefined) await queries.reorder(ctx.tx, "pipeline_stages", inserted(others, row.id, input.position));
      await recordAudit(ctx, deps.ids, "pipeline.stage_updated", pipeline, { stageId: stage, fields: Object.keys(input) });
      return renderOne(ctx.tx, row.id);
    },

    /**
     * 409 conflict for the last open stage, and while deals or contacts are in it unless `moveTo` names their new
     * stage; 404 for an unknown `moveTo`, 422 if it is the stage itself, one of another pipeline or a lost one (a loss
     * needs a reason).
     */
    async delete(ctx: TxContext, pipeline: string, stage: string, moveTo: string | undefined): Promise<{ id: string; deleted: true }> {
      await queries.lockStructure(ctx.tx);
      // `for update` blocks everything that would move into it.
      const target = moveTo === undefined ? null : parseWireId("stg", moveTo);
      if (moveTo !== undefined && (target === null || (await queries.findStage(ctx.tx, target, "none")) === null)) throw notFound(moveTo);
      const row = await find(ctx.tx, pipeline, stage, "update");
      const others = (await queries.listStages(ctx.tx, [row.pipeline_id])).filter((other) => other.id !== row.id);
      if (row.kind === "open" && !others.some((other) => other.kind === "open")) throw lastOpen();
      if (target !== null) {
        const to = others.find((other) => other.id === target);
        if (to === undefined) throw brokenRule("moveTo", "not_allowed", "moveTo must be another stage of the same pipeline.");
        if (to.kind === "lost" && row.kind !== "lost")
          throw brokenRule(
            "moveTo",
            "not_allowed",
            "Each lost deal needs its own reason, so deals cannot be moved to a lost stage together.",
          );
        await queries.findStage(ctx.tx, to.id, "share");
        for (const occupants of deps.occupants) await occupants.moveAll(ctx, row, to);
      } else {
        const name = await inUse(ctx.tx, row.id);
        if (name !== null)
          throw new AppError("conflict", {
            message: `The stage contains ${name}. In moveTo, name the stage that they move to.`,
            details: [{ field: "moveTo", issue: "required" }],
          });
      }
      await queries.deleteStage(ctx.tx, row.id).catch((error: unknown) => {
        throw sqlState(error) === "23503"
          ? new AppError("conflict", { message: "Something was added to the stage in the meantime. Try again." })
          : error;
      });
      await queries.reorder(
        ctx.tx,
        "pipeline_stages",
        others.map((other) => other.id),
      );
      await recordAudit(ctx, deps.ids, "pipeline.stage_deleted", pipeline, { stageId: stage, ...(moveTo === undefined ? {} : { moveTo }) });
      return { id: stage, deleted: true };
    },
  };
}

export type StagesService = ReturnType<typeof createStagesService>;

function lastOpen(): AppError {
  return new AppError("conflict", { message: "A pipeline needs at least one open stage. Create another one first." });
}
