import type { Statement, Tx } from "#platform/db/database.ts";
import type { StageKind } from "./pipelines.schema.ts";

export interface PipelineRow {
  id: string;
  name: string;
  position: number;
  is_default: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface StageRow {
  id: string;
  pipeline_id: string;
  name: string;
  position: number;
  color: string;
  win_probability: number;
  kind: StageKind;
  created_at: Date;
  updated_at: Date;
}

const pipelineColumns = "p.id, p.name, p.position, p.is_default, p.created_at, p.updated_at";
const stageColumns = "s.id, s.pipeline_id, s.name, s.position, s.color, s.win_probability, s.kind, s.created_at, s.updated_at";

/**
 * Serializes changes of a tenant's pipelines and stages, which keeps positions and the default simple. Such changes are
 * rare and short.
 */
export async function lockStructure(tx: Tx): Promise<void> {
  await tx.query({
    name: "pipelines_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('pipelines ' || $1::text, 0))",
    values: [tx.tenantId],
  });
}

/** In list order; a tenant has few. */
export function listPipelines(tx: Tx, after: string[] | null, limit: number): Promise<PipelineRow[]> {
  return tx.query<PipelineRow>({
    name: "pipelines_list",
    text: `select ${pipelineColumns} from pipelines p
            where p.tenant_id = $1 and ($2::integer is null or (p.position, p.id) > ($2, $3::uuid))
            order by p.position, p.id limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function findPipeline(tx: Tx, id: string): Promise<PipelineRow | null> {
  const [row] = await tx.query<PipelineRow>({
    name: "pipeline_by_id",
    text: `select ${pipelineColumns} from pipelines p where p.tenant_id = $1 and p.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function findDefaultPipeline(tx: Tx): Promise<PipelineRow | null> {
  const [row] = await tx.query<PipelineRow>({
    name: "pipeline_default",
    text: `select ${pipelineColumns} from pipelines p where p.tenant_id = $1 and p.is_default`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

/** The stages of several pipelines, in each pipeline's order. */
export function listStages(tx: Tx, pipelineIds: string[]): Promise<StageRow[]> {
  return tx.query<StageRow>({
    name: "pipeline_stages_of",
    text: `select ${stageColumns} from pipeline_stages s where s.tenant_id = $1 and s.pipeline_id = any($2::uuid[])
            order by s.pipeline_id, s.position, s.id`,
    values: [tx.tenantId, pipelineIds],
  });
}

export type StageLock = "none" | "share" | "update";

/** `share`: it keeps its kind and is not deleted until the transaction ends. */
export async function findStage(tx: Tx, id: string, lock: StageLock): Promise<StageRow | null> {
  const [row] = await tx.query<StageRow>({
    name: `pipeline_stage_by_id_${lock}`,
    text: `select ${stageColumns} from pipeline_stages s where s.tenant_id = $1 and s.id = $2
           ${{ none: "", share: "for share", update: "for update" }[lock]}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function insertPipeline(tx: Tx, now: Date, row: Pick<PipelineRow, "id" | "name" | "position" | "is_default">): Promise<void> {
  await tx.query({
    name: "pipeline_insert",
    text: `insert into pipelines (tenant_id, id, name, position, is_default, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    values: [tx.tenantId, row.id, row.name, row.position, row.is_default, now],
  });
}

export type StageValues = Pick<StageRow, "id" | "name" | "color" | "win_probability" | "kind" | "position">;

export async function insertStages(tx: Tx, now: Date, pipelineId: string, stages: StageValues[]): Promise<void> {
  await tx.query({
    name: "pipeline_stages_insert",
    text: `insert into pipeline_stages (tenant_id, pipeline_id, id, name, position, color, win_probability, kind, created_at, updated_at)
           select $1, $2, s.id, s.name, s.position, s.color, s.win_probability, s.kind, $3, $3
             from json_to_recordset($4::json) as s (id uuid, name text, position integer, color text, win_probability smallint, kind text)`,
    values: [tx.tenantId, pipelineId, now, JSON.stringify(stages)],
  });
}

export async function updatePipeline(tx: Tx, now: Date, id: string, name: string): Promise<void> {
  await tx.query({
    name: "pipeline_rename",
    text: "update pipelines set name = $3, updated_at = $4 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, name, now],
  });
}

/** In two statements: a unique index allows only one default at any moment. */
export async function makeDefault(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "pipeline_undefault",
    text: "update pipelines set is_default = false, updated_at = $3 where tenant_id = $1 and is_default and id <> $2",
    values: [tx.tenantId, id, now],
  });
  await tx.query({
    name: "pipeline_make_default",
    text: "update pipelines set is_default = true, updated_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

const orderStatement = (table: "pipelines" | "pipeline_stages"): Statement => ({
  name: `${table}_order`,
  text: `update ${table} t set position = o.position - 1
           from unnest($2::uuid[]) with ordinality as o (id, position)
          where t.tenant_id = $1 and t.id = o.id and t.position <> o.position - 1`,
});

/** Sets positions 0, 1, 2 … in the order of the ids. */
export async function reorder(tx: Tx, table: "pipelines" | "pipeline_stages", ids: string[]): Promise<void> {
  await tx.query({ ...orderStatement(table), values: [tx.tenantId, ids] });
}

export async function updateStage(tx: Tx, now: Date, row: StageValues): Promise<void> {
  await tx.query({
    name: "pipeline_stage_update",
    text: `update pipeline_stages set name = $3, color = $4, win_probability = $5, kind = $6, updated_at = $7
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, row.id, row.name, row.color, row.win_probability, row.kind, now],
  });
}

/** Rejects with a foreign key violation while something refers to it. */
export async function deleteStage(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "pipeline_stage_delete",
    text: "delete from pipeline_stages where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** Deletes it with its stages. Rejects with a foreign key violation while something refers to one of them. */
export async function deletePipeline(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "pipeline_delete",
    text: "delete from pipelines where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

export interface BoardRow {
  stage_id: string;
  currency: string | null;
  count: number;
  amount: string;
}

/**
 * Sums of a pipeline's deals. `ownerId` null: without an owner; undefined: all. Reads deals, which this module's board
 * shows.
 */
export function sumDeals(
  tx: Tx,
  pipelineId: string,
  filter: { ownerId: string | null | undefined; closedSince: Date | null },
): Promise<BoardRow[]> {
  return tx.query<BoardRow>({
    name: "pipeline_board",
    text: `select d.stage_id, d.currency, count(*)::int as count, coalesce(sum(d.amount), 0)::text as amount
             from (select stage_id, amount, case when amount is null then null else currency end as currency from deals
                    where tenant_id = $1 and pipeline_id = $2 and ($3::uuid is null or owner_id = $3) and (not $4::boolean or owner_id is null)
                      and ($5::timestamptz is null or status = 'open' or coalesce(won_at, lost_at) >= $5)) d
            group by d.stage_id, d.currency order by d.currency nulls last`,
    values: [tx.tenantId, pipelineId, filter.ownerId ?? null, filter.ownerId === null, filter.closedSince],
  });
}
