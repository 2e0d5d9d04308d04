import type { TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { insertPipeline, insertStages } from "./pipelines.queries.ts";
import type { NewStage } from "./pipelines.schema.ts";

/** The stages of a pipeline created without any. */
export const defaultStages: readonly (NewStage & { color: string })[] = [
  { name: "New", color: "#64748b", winProbability: 10 },
  { name: "Qualified", color: "#3b82f6", winProbability: 25 },
  { name: "Proposal", color: "#8b5cf6", winProbability: 50 },
  { name: "Negotiation", color: "#f59e0b", winProbability: 75 },
  { name: "Won", color: "#22c55e", kind: "won" },
  { name: "Lost", color: "#ef4444", kind: "lost" },
];

/**
 * What a new tenant starts with, so that a deal can be created right away. Runs in the transaction that creates the
 * tenant, as the worker role.
 */
export async function seedPipelines(ctx: TxContext, ids: IdSource): Promise<void> {
  const id = ids.uuid();
  await insertPipeline(ctx.tx, ctx.now, { id, name: "Sales", position: 0, is_default: true });
  await insertStages(ctx.tx, ctx.now, id, newStages(ids, defaultStages));
}

/** Adds ids, positions, and what follows from the kind. */
export function newStages(ids: IdSource, stages: readonly NewStage[]) {
  return stages.map((stage, position) => {
    const kind = stage.kind ?? "open";
    return {
      id: ids.uuid(),
      name: stage.name.trim(),
      position,
      kind,
      color: (stage.color ?? kindColors[kind]).toLowerCase(),
      win_probability: stage.winProbability ?? kindProbability[kind],
    };
  });
}

const kindColors = { open: "#3b82f6", won: "#22c55e", lost: "#ef4444" };
export const kindProbability = { open: 50, won: 100, lost: 0 };
