import type { Tx } from "#platform/db/database.ts";
import type { StageRow } from "#modules/sales/pipelines/index.ts";
import type { planTextSearch } from "#platform/text/search.ts";

export interface DealRow {
  id: string;
  title: string;
  /** As PostgreSQL's text for numeric. */
  amount: string | null;
  currency: string | null;
  contact_id: string;
  conversation_id: string | null;
  owner_id: string | null;
  pipeline_id: string;
  stage_id: string;
  status: "open" | "won" | "lost";
  lost_reason: string | null;
  position: number;
  expected_close_at: Date | null;
  stage_entered_at: Date;
  won_at: Date | null;
  lost_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  created: string;
}

export type DealValues = Omit<DealRow, "id" | "created" | "created_at" | "updated_at">;

const columns = `d.id, d.title, d.amount::text, d.currency, d.contact_id, d.conversation_id, d.owner_id, d.pipeline_id, d.stage_id, d.status,
  d.lost_reason, d.position, d.expected_close_at, d.stage_entered_at, d.won_at, d.lost_at, d.created_at, d.updated_at,
  d.created_at::text as created`;

export async function findDeal(tx: Tx, id: string, lock = false): Promise<DealRow | null> {
  const [row] = await tx.query<DealRow>({
    name: lock ? "deal_lock" : "deal_by_id",
    text: `select ${columns} from deals d where d.tenant_id = $1 and d.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export interface DealFilter {
  search: ReturnType<typeof planTextSearch> | undefined;
  pipelineId: string | undefined;
  stageId: string | undefined;
  /** null: without an owner. */
  ownerId: string | null | undefined;
  contactId: string | undefined;
  status: string | undefined;
}

/** Newest first by (created_at, id), or by (position, id). */
export function listDeals(
  tx: Tx,
  filter: DealFilter,
  sort: "createdAt" | "position",
  after: string[] | null,
  limit: number,
): Promise<DealRow[]> {
  if (filter.search != null) return searchDeals(tx, filter, filter.search, after, limit);
  const values: unknown[] = [tx.tenantId, limit];
  const where = ["d.tenant_id = $1"];
  const names: string[] = [sort];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const add = (name: string, condition: string) => {
    names.push(name);
    where.push(condition);
  };
  if (filter.pipelineId !== undefined) add("pipeline", `d.pipeline_id = ${value(filter.pipelineId)}`);
  if (filter.stageId !== undefined) {
    const stage = value(filter.stageId);
    // The index starts with the pipeline; a stage has one.
    add(
      "stage",
      `d.stage_id = ${stage} and d.pipeline_id = (select s.pipeline_id from pipeline_stages s where s.tenant_id = $1 and s.id = ${stage})`,
    );
  }
  if (filter.ownerId === null) add("unowned", "d.owner_id is null");
  else if (filter.ownerId !== undefined) add("owner", `d.owner_id = ${value(filter.ownerId)}`);
  if (filter.contactId !== undefined) add("contact", `d.contact_id = ${value(filter.contactId)}`);
  if (filter.status !== undefined) add("status", `d.status = ${value(filter.status)}`);
  const byPosition = sort === "position";
  if (after !== null)
    add(
      "after",
      byPosition
        ? `(d.position, d.id) > (${value(after[0])}::float8, ${value(after[1])}::uuid)`
        : `(d.created_at, d.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`,
    );
  return tx.query<DealRow>({
    name: `deals_list_${names.join("_")}`,
    text: `select ${columns} from deals d where ${where.join(" and ")}
           order by ${byPosition ? "d.position, d.id" : "d.created_at desc, d.id desc"} limit $2`,
    values,
  });
}

/** functions/list_deals.sql picks the index for the words by their values. */
function searchDeals(
  tx: Tx,
  filter: DealFilter,
  search: { first: string; rest: string[] },
  after: string[] | null,
  limit: number,
): Promise<DealRow[]> {
  return tx.query<DealRow>({
    name: "deals_search",
    text: `select ${columns} from list_deals($2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::uuid, $12) as found (id)
             join deals d on d.tenant_id = $1 and d.id = found.id
            order by d.created_at desc, d.id desc`,
    values: [
      tx.tenantId,
      search.first,
      search.rest.length === 0 ? null : search.rest,
      filter.pipelineId ?? null,
      filter.stageId ?? null,
      filter.ownerId ?? null,
      filter.ownerId === null,
      filter.contactId ?? null,
      filter.status ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  });
}

/** The position after the last one in a column, with a gap. Two writers may get the same number; then the ids decide. */
export async function endOfStage(tx: Tx, stage: Pick<StageRow, "id" | "pipeline_id">): Promise<number> {
  const [row] = await tx.query<{ last: number | null }>({
    name: "deal_last_position",
    text: `select d.position as last from deals d where d.tenant_id = $1 and d.pipeline_id = $2 and d.stage_id = $3
            order by d.position desc, d.id desc limit 1`,
    values: [tx.tenantId, stage.pipeline_id, stage.id],
  });
  return (row?.last ?? 0) + 1_024;
}

const stored = (v: DealValues) => [
  v.title,
  v.amount,
  v.currency,
  v.contact_id,
  v.conversation_id,
  v.owner_id,
  v.pipeline_id,
  v.stage_id,
  v.status,
  v.lost_reason,
  v.position,
  v.expected_close_at,
  v.stage_entered_at,
  v.won_at,
  v.lost_at,
];

export async function insertDeal(tx: Tx, now: Date, id: string, values: DealValues): Promise<DealRow> {
  const [row] = await tx.query<DealRow>({
    name: "deal_insert",
    text: `insert into deals as d (tenant_id, id, created_at, updated_at, title, amount, currency, contact_id, conversation_id, owner_id,
             pipeline_id, stage_id, status, lost_reason, position, expected_close_at, stage_entered_at, won_at, lost_at)
           values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  return row as DealRow;
}

export async function updateDeal(tx: Tx, now: Date, id: string, values: DealValues): Promise<DealRow> {
  const [row] = await tx.query<DealRow>({
    name: "deal_update",
    text: `update deals d set updated_at = $3, title = $4, amount = $5, currency = $6, contact_id = $7, conversation_id = $8, owner_id = $9,
             pipeline_id = $10, stage_id = $11, status = $12, lost_reason = $13, position = $14, expected_close_at = $15,
             stage_entered_at = $16, won_at = $17, lost_at = $18
            where d.tenant_id = $1 and d.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  if (row === undefined) throw new Error("the locked deal does not exist");
  return row;
}

export async function deleteDeal(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "deal_delete", text: "delete from deals where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

export interface StayRow {
  id: string;
  pipeline_id: string;
  stage_id: string;
  stage_name: string;
  stage_kind: "open" | "won" | "lost";
  entered_at: Date;
  left_at: Date | null;
  moved_by: string;
  /** entered_at with microseconds, for cursors. */
  entered: string;
}

export function listStays(tx: Tx, dealId: string, after: string[] | null, limit: number): Promise<StayRow[]> {
  return tx.query<StayRow>({
    name: "deal_stays",
    text: `select h.id, h.pipeline_id, h.stage_id, h.stage_name, h.stage_kind, h.entered_at, h.left_at, h.moved_by, h.entered_at::text as entered
             from deal_stage_history h where h.tenant_id = $1 and h.deal_id = $2
              and ($3::timestamptz is null or (h.entered_at, h.id) < ($3, $4::uuid))
            order by h.entered_at desc, h.id desc limit $5`,
    values: [tx.tenantId, dealId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/**
 * Ends the deals' stays in their stages and starts new ones: one per deal at any moment, which a unique index
 * guarantees.
 */
export async function beginStays(
  tx: Tx,
  now: Date,
  stays: { id: string; dealId: string }[],
  stage: Pick<StageRow, "id" | "pipeline_id" | "name" | "kind">,
  movedBy: string,
): Promise<void> {
  await tx.query({
    name: "deal_stays_end",
    // A request that read the clock before the one it waited for must not leave the previous stage before the deal
    // entered it.
    text: `update deal_stage_history h set left_at = greatest($3, h.entered_at)
            where h.tenant_id = $1 and h.deal_id = any($2::uuid[]) and h.left_at is null`,
    values: [tx.tenantId, stays.map((stay) => stay.dealId), now],
  });
  await tx.query({
    name: "deal_stays_begin",
    text: `insert into deal_stage_history (tenant_id, id, deal_id, pipeline_id, stage_id, stage_name, stage_kind, entered_at, moved_by)
           select $1, s.id, s."dealId", $3, $4, $5, $6,
                  greatest($7::timestamptz, (select max(h.left_at) from deal_stage_history h where h.tenant_id = $1 and h.deal_id = s."dealId")), $8
             from json_to_recordset($2::json) as s (id uuid, "dealId" uuid)`,
    values: [tx.tenantId, JSON.stringify(stays), stage.pipeline_id, stage.id, stage.name, stage.kind, now, movedBy],
  });
}

export async function anyDealIn(tx: Tx, stageIds: string[]): Promise<boolean> {
  const rows = await tx.query({
    name: "deals_in_stages",
    text: `select 1 from pipeline_stages s join deals d on d.tenant_id = $1 and d.pipeline_id = s.pipeline_id and d.stage_id = s.id
            where s.tenant_id = $1 and s.id = any($2::uuid[]) limit 1`,
    values: [tx.tenantId, stageIds],
  });
  return rows.length > 0;
}

/** Moves all deals of a stage to another one, after those already there, in their order. */
export function moveDeals(tx: Tx, now: Date, from: StageRow, to: StageRow, end: number, limit: number): Promise<DealRow[]> {
  return tx.query<DealRow>({
    name: "deals_move_stage",
    text: `with held as (
             select h.id, row_number() over (order by h.position, h.id) as n
               from (select d.id, d.position from deals d where d.tenant_id = $1 and d.pipeline_id = $2 and d.stage_id = $3
                      order by d.id limit $9 for no key update) h)
           update deals d set pipeline_id = $4, stage_id = $5, status = $6, position = $7::float8 + held.n * 1024, stage_entered_at = $8, updated_at = $8,
                  won_at = case when $6 = 'won' then coalesce(d.won_at, $8) end,
                  lost_at = case when $6 = 'lost' then d.lost_at end, lost_reason = case when $6 = 'lost' then d.lost_reason end
             from held where d.tenant_id = $1 and d.id = held.id returning ${columns}`,
    values: [tx.tenantId, from.pipeline_id, from.id, to.pipeline_id, to.id, to.kind, end, now, limit],
  });
}

/** Moves a contact's deals, or those listed in `only`, to another contact. */
export function moveDealsOfContact(tx: Tx, now: Date, from: string, to: string, only: string[] | null): Promise<DealRow[]> {
  return tx.query<DealRow>({
    name: "deals_move_contact",
    text: `with held as (
             select d.id from deals d where d.tenant_id = $1 and d.contact_id = $2 and ($4::uuid[] is null or d.id = any($4))
              order by d.id for no key update)
           update deals d set contact_id = $3, updated_at = $5 from held where d.tenant_id = $1 and d.id = held.id returning ${columns}`,
    values: [tx.tenantId, from, to, only, now],
  });
}
