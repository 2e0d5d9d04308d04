import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { renderBoard } from "./board.ts";
import { renderPipeline } from "./pipelines.render.ts";
import * as queries from "./pipelines.queries.ts";
import { type Board, type CreatePipeline, type NewStage, type Pipeline, pipelinesMax, type UpdatePipeline } from "./pipelines.schema.ts";
import { defaultStages, kindProbability, newStages } from "./pipelines.seed.ts";
import type { StageOccupants } from "./stages.ts";

export interface PipelinesDeps {
  ids: IdSource;
  /** Read when needed, because the modules behind it are created after this one. */
  occupants: readonly StageOccupants[];
}

export function createPipelinesService(deps: PipelinesDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.PipelineRow> {
    const id = parseWireId("pip", wire);
    const row = id === null ? null : await queries.findPipeline(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function render(tx: Tx, id: string): Promise<Pipeline> {
    const [row, stages] = await Promise.all([queries.findPipeline(tx, id), queries.listStages(tx, [id])]);
    if (row === null) throw notFound();
    return renderPipeline(row, stages);
  }

  const all = (tx: Tx) => queries.listPipelines(tx, null, pipelinesMax + 1);

  return {
    find,
    render,

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Pipeline> {
      return render(tx, (await find(tx, wire)).id);
    },

    /** By position, each with its stages; up to `limit` after a position. */
    async list(tx: Tx, after: string[] | null, limit: number): Promise<queries.PipelineRow[]> {
      return queries.listPipelines(tx, after, limit);
    },

    async renderPage(tx: Tx, rows: queries.PipelineRow[]): Promise<Pipeline[]> {
      if (rows.length === 0) return [];
      const stages = Map.groupBy(
        await queries.listStages(
          tx,
          rows.map((row) => row.id),
        ),
        (stage) => stage.pipeline_id,
      );
      return rows.map((row) => renderPipeline(row, stages.get(row.id) ?? []));
    },

    /** 422 for stages of which none is open; 409 conflict beyond 50 pipelines. */
    async create(ctx: TxContext, input: CreatePipeline): Promise<Pipeline> {
      const stages = input.stages ?? defaultStages;
      stages.forEach((stage, i) => {
        checkStage(`stages[${i}].`, stage);
      });
      if (!stages.some((stage) => (stage.kind ?? "open") === "open")) throw noOpenStage("stages");
      await queries.lockStructure(ctx.tx);
      const others = await all(ctx.tx);
      if (others.length >= pipelinesMax)
        throw new AppError("conflict", { message: `A tenant can have at most ${pipelinesMax} pipelines.` });
      const id = deps.ids.uuid();
      await queries.insertPipeline(ctx.tx, ctx.now, { id, name: readName("name", input.name), position: others.length, is_default: false });
      await queries.insertStages(ctx.tx, ctx.now, id, newStages(deps.ids, stages));
      if (input.position !== undefined) await queries.reorder(ctx.tx, "pipelines", inserted(others, id, input.position));
      if (input.isDefault === true || others.length === 0) await queries.makeDefault(ctx.tx, ctx.now, id);
      await recordAudit(ctx, deps.ids, "pipeline.created", wireId("pip", id), { stages: stages.length });
      return render(ctx.tx, id);
    },

    /**
     * 422 for the default pipeline with `default: false`, and for `stageIds` that are not all of the pipeline's stages;
     * 404 for an unknown one.
     */
    async update(ctx: TxContext, wire: string, input: UpdatePipeline): Promise<Pipeline> {
      await queries.lockStructure(ctx.tx);
      const row = await find(ctx.tx, wire);
      if (row.is_default && input.isDefault === false)
        throw brokenRule("isDefault", "not_allowed", "One pipeline must be the default. Make another pipeline the default instead.");
      if (input.stageIds !== undefined) await reorder(ctx, row.id, input.stageIds);
      if (input.name !== undefined) await queries.updatePipeline(ctx.tx, ctx.now, row.id, readName("name", input.name));
      if (input.position !== undefined) {
        const others = (await all(ctx.tx)).filter((other) => other.id !== row.id);
        await queries.reorder(ctx.tx, "pipelines", inserted(others, row.id, input.position));
      }
      if (input.isDefault === true && !row.is_default) await queries.makeDefault(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "pipeline.updated", wire, {
        fields: (["name", "position", "isDefault", "stageIds"] as const).filter((field) => input[field] !== undefined),
      });
      return render(ctx.tx, row.id);
    },

    /**
     * Deletes it with its stages. 409 conflict for the default one, and while deals or contacts are in one of its
     * stages.
     */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      await queries.lockStructure(ctx.tx);
      const row = await find(ctx.tx, wire);
      if (row.is_default)
        throw new AppError("conflict", { message: "This is the default pipeline. Make another pipeline the default first." });
      const stageIds = (await queries.listStages(ctx.tx, [row.id])).map((stage) => stage.id);
      for (const occupants of deps.occupants) {
        if (await occupants.any(ctx.tx, stageIds)) throw occupied(occupants.name);
      }
      await queries.deletePipeline(ctx.tx, row.id).catch((error: unknown) => {
        // A deal or contact was moved into it since the check above.
        throw sqlState(error) === "23503" ? occupied("deals or contacts") : error;
      });
      const rest = await all(ctx.tx);
      await queries.reorder(
        ctx.tx,
        "pipelines",
        rest.map((other) => other.id),
      );
      await recordAudit(ctx, deps.ids, "pipeline.deleted", wire);
      return { id: wire, deleted: true };
    },

    async board(tx: Tx, wire: string, filter: { ownerId: string | null | undefined; closedSince: Date | null }): Promise<Board> {
      const row = await find(tx, wire);
      const [stages, sums] = await Promise.all([queries.listStages(tx, [row.id]), queries.sumDeals(tx, row.id, filter)]);
      return renderBoard(row.id, stages, sums);
    },
  };

  async function reorder(ctx: TxContext, pipelineId: string, wires: string[]): Promise<void> {
    const known = new Set((await queries.listStages(ctx.tx, [pipelineId])).map((stage) => stage.id));
    const ids = wires.map((wire) => {
      const id = parseWireId("stg", wire);
      if (id === null || !known.has(id)) throw notFound(wire);
      return id;
    });
    if (new Set(ids).size !== ids.length) throw invalidField("stageIds", "duplicate");
    if (ids.length !== known.size) throw brokenRule("stageIds", "required", "stageIds must list every stage of the pipeline.");
    await queries.reorder(ctx.tx, "pipeline_stages", ids);
  }
}

export type PipelinesService = ReturnType<typeof createPipelinesService>;

function occupied(name: string): AppError {
  return new AppError("conflict", { message: `The pipeline has ${name} in its stages. Move them to another pipeline first.` });
}

export function noOpenStage(field: string): AppError {
  return brokenRule(field, "required", "A pipeline needs at least one open stage.");
}

/** The ids of `others` with `id` inserted at an index, or at the end if the index is beyond that. */
export function inserted(others: { id: string }[], id: string, index: number): string[] {
  const ids = others.map((other) => other.id);
  ids.splice(index, 0, id);
  return ids;
}

export function readName(field: string, text: string): string {
  const name = normalForm("NFC", text.trim());
  if (name === "") throw invalidField(field, "too_short");
  return name;
}

/**
 * Throws validation_error: 400 for an empty name, 422 for a won or lost stage with a probability other than its own.
 */
export function checkStage(prefix: string, stage: Pick<NewStage, "kind" | "winProbability"> & { name?: string }): void {
  if (stage.name !== undefined) readName(`${prefix}name`, stage.name);
  const kind = stage.kind ?? "open";
  if (kind !== "open" && stage.winProbability !== undefined && stage.winProbability !== kindProbability[kind])
    throw brokenRule(
      `${prefix}winProbability`,
      "not_allowed",
      `The win probability of a ${kind} stage is always ${kindProbability[kind]}. Leave it out.`,
    );
}
