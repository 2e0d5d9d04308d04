import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { firstOfEach, definedOnly, type OmittedEntry, snapshotPart } from "#platform/snapshot/snapshot-part.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./pipelines.queries.ts";
import { CreatePipeline, NewStage, pipelinesMax, type StageKind, stagesMax } from "./pipelines.schema.ts";
import { newStages } from "./pipelines.seed.ts";
import { checkStage, type PipelinesService } from "./pipelines.service.ts";
import type { StagesService } from "./stages.service.ts";

const Entry = Type.Object(
  {
    name: CreatePipeline.properties.name,
    isDefault: Type.Optional(
      Type.Boolean({ description: "true: becomes the default; false has no effect, because there is always one default" }),
    ),
    stages: Type.Array(NewStage, {
      minItems: 1,
      maxItems: stagesMax,
      description: "In order; other existing ones stay, after them",
    }),
  },
  { title: "SnapshotPipeline", description: "Pipelines are put in the snapshot's order; other existing ones stay, after them" },
);
type Entry = Static<typeof Entry>;

interface StageEntry {
  name: string;
  color: string;
  winProbability: number;
  kind: StageKind;
}
interface Kept {
  name: string;
  position: number;
  isDefault: boolean;
  stages: StageEntry[];
}

const nameOf = (text: string) => normalForm("NFC", text.trim());

function stageEntry(stage: Pick<queries.StageRow, "name" | "color" | "win_probability" | "kind">): StageEntry {
  return { name: stage.name, color: stage.color, winProbability: stage.win_probability, kind: stage.kind };
}

/** As they would be stored: what a stage omits follows from its kind. */
const desiredStages = (stages: Entry["stages"]): StageEntry[] =>
  newStages({ uuid: () => "" }, stages).map((stage) => stageEntry({ ...stage, name: nameOf(stage.name) }));

export const pipelinesSnapshot = (pipelines: PipelinesService, stages: StagesService) =>
  snapshotPart<Entry[]>({
    name: "pipelines",
    schema: Type.Array(Entry, { maxItems: pipelinesMax }),
    scopes: { read: "pipeline:read", write: "pipeline:write" },

    async read(ctx) {
      const leftOut: OmittedEntry[] = [];
      const rows = firstOfEach(await queries.listPipelines(ctx.tx, null, pipelinesMax), (row) => row.name, leftOut);
      const ids = rows.map((row) => row.id);
      const byPipeline = Map.groupBy(await queries.listStages(ctx.tx, ids), (stage) => stage.pipeline_id);
      const value = rows.map((row) => ({
        name: row.name,
        isDefault: row.is_default,
        stages: (byPipeline.get(row.id) ?? []).map(stageEntry),
      }));
      return { value, leftOut };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => nameOf(entry.name)),
        "name",
      );
      run.distinct(
        entries.map((entry, i) => (entry.isDefault === true ? "the default" : String(i))),
        "isDefault",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<Kept>({ index, key: entry.name }, async () => {
          entry.stages.forEach((stage, i) => {
            checkStage(`stages[${i}].`, stage);
          });
          // Read again for each one, because those before it have moved the others.
          const all = await queries.listPipelines(ctx.tx, null, pipelinesMax + 1);
          const position = all.findIndex((row) => row.name === nameOf(entry.name));
          const row = all[position];
          const there = row === undefined ? [] : await queries.listStages(ctx.tx, [row.id]);
          const stagesWanted = desiredStages(entry.stages);
          return {
            current:
              row === undefined
                ? null
                : { name: row.name, position, isDefault: row.is_default, stages: there.slice(0, stagesWanted.length).map(stageEntry) },
            desired: definedOnly<Kept>({
              name: nameOf(entry.name),
              position: index,
              isDefault: entry.isDefault === true ? true : undefined,
              stages: stagesWanted,
            }),
            create: () => pipelines.create(ctx, { ...entry, position: index, isDefault: entry.isDefault === true }),
            update: async (changed) => {
              const wire = wireId("pip", row?.id as string);
              if (changed.stages !== undefined) await changeStages({ pipelines, stages }, ctx, wire, there, changed.stages);
              const { isDefault } = changed;
              if (changed.position !== undefined || isDefault !== undefined)
                await pipelines.update(
                  ctx,
                  wire,
                  definedOnly<{ position: number; isDefault: boolean }>({ position: changed.position, isDefault }),
                );
            },
          };
        });
      }
    },
  });

/** Pairs the n-th stage of a name with the n-th wanted one of that name; there may be several. */
function pairStages(
  there: queries.StageRow[],
  desired: StageEntry[],
): { stage: StageEntry; index: number; row: queries.StageRow | undefined }[] {
  const free = [...there];
  return desired.map((stage, index) => {
    const at = free.findIndex((row) => row.name === stage.name);
    return { stage, index, row: at < 0 ? undefined : free.splice(at, 1)[0] };
  });
}

async function changeStages(
  services: { pipelines: PipelinesService; stages: StagesService },
  ctx: TxContext,
  pipeline: string,
  there: queries.StageRow[],
  desired: StageEntry[],
): Promise<void> {
  const ids: string[] = [];
  // Open ones first, so that the pipeline always has one.
  const pairs = pairStages(there, desired).toSorted((a, b) => Number(a.stage.kind !== "open") - Number(b.stage.kind !== "open"));
  for (const { stage, index, row } of pairs) {
    if (row === undefined) {
      ids[index] = (await services.stages.create(ctx, pipeline, stage)).id;
      continue;
    }
    const id = wireId("stg", row.id);
    const { kind, ...others } = stage;
    // The kind only if it changes, because changing it checks for deals and contacts in the stage.
    if (!isDeepStrictEqual(stageEntry(row), stage)) await services.stages.update(ctx, pipeline, id, kind === row.kind ? others : stage);
    ids[index] = id;
  }
  const others = there.map((row) => wireId("stg", row.id)).filter((id) => !ids.includes(id));
  await services.pipelines.update(ctx, pipeline, { stageIds: [...ids, ...others] });
}
