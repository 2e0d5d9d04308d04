import type { Claimed, ClaimSource } from "#platform/jobs/claim.ts";
import type { Tx } from "#platform/db/database.ts";
import { isSetAsideSql, type SetAsideState } from "#platform/jobs/set-aside.ts";
import type { ChatbotSettings } from "../chatbot-settings.ts";
import type { Case, Result } from "./evaluations.schema.ts";

export interface EvaluationRow {
  id: string;
  chatbot_id: string;
  name: string;
  cases: Case[];
  created_at: Date;
  updated_at: Date;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

const columns = "e.id, e.chatbot_id, e.name, e.cases, e.created_at, e.updated_at, e.created_at::text as position";

export async function findEvaluation(tx: Tx, id: string, lock = false): Promise<EvaluationRow | null> {
  const [row] = await tx.query<EvaluationRow>({
    name: lock ? "chatbot_evaluation_lock" : "chatbot_evaluation",
    text: `select ${columns} from chatbot_evaluations e where e.tenant_id = $1 and e.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export type EvaluationSummaryRow = Omit<EvaluationRow, "cases"> & { case_count: number };

/** Newest first, without their cases. */
export function listEvaluations(tx: Tx, chatbotId: string, after: string[] | null, limit: number): Promise<EvaluationSummaryRow[]> {
  return tx.query<EvaluationSummaryRow>({
    name: "chatbot_evaluations_list",
    text: `select e.id, e.chatbot_id, e.name, jsonb_array_length(e.cases) as case_count, e.created_at, e.updated_at, e.created_at::text as position from chatbot_evaluations e
            where e.tenant_id = $1 and e.chatbot_id = $2 and ($3::timestamptz is null or (e.created_at, e.id) < ($3, $4::uuid))
            order by e.created_at desc, e.id desc limit $5`,
    values: [tx.tenantId, chatbotId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function insertEvaluation(
  tx: Tx,
  now: Date,
  row: { id: string; chatbotId: string; name: string; cases: Case[] },
): Promise<void> {
  await tx.query({
    name: "chatbot_evaluation_insert",
    text: "insert into chatbot_evaluations (tenant_id, id, chatbot_id, name, cases, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)",
    values: [tx.tenantId, row.id, row.chatbotId, row.name, JSON.stringify(row.cases), now],
  });
}

export async function updateEvaluation(tx: Tx, now: Date, row: { id: string; name: string; cases: Case[] }): Promise<void> {
  await tx.query({
    name: "chatbot_evaluation_update",
    text: "update chatbot_evaluations set name = $3, cases = $4, updated_at = $5 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, row.id, row.name, JSON.stringify(row.cases), now],
  });
}

/** Deletes it with its runs. */
export async function deleteEvaluation(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "chatbot_evaluation_delete",
    text: "delete from chatbot_evaluations where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

export interface RunRow {
  id: string;
  evaluation_id: string;
  chatbot_id: string;
  chatbot_version: number;
  /** The complete settings of the run, as they were when it began. */
  settings: ChatbotSettings;
  tried_settings: boolean;
  cases: Case[];
  results: Result[];
  state: "ready" | "leased" | "done" | SetAsideState;
  lease_until: Date | null;
  created_at: Date;
  finished_at: Date | null;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

const runColumns = `r.id, r.evaluation_id, r.chatbot_id, r.chatbot_version, r.settings, r.tried_settings, r.cases, r.results, r.state, r.lease_until,
  r.created_at, r.finished_at, r.created_at::text as position`;

export async function findRun(tx: Tx, id: string): Promise<RunRow | null> {
  const [row] = await tx.query<RunRow>({
    name: "chatbot_run",
    text: `select ${runColumns} from chatbot_evaluation_runs r where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export type RunSummaryRow = Pick<
  RunRow,
  "id" | "evaluation_id" | "chatbot_id" | "chatbot_version" | "tried_settings" | "state" | "created_at" | "finished_at" | "position"
> & { total: number; passed: number; done: number };

/** Newest first, without their results. */
export function listRuns(tx: Tx, evaluationId: string, after: string[] | null, limit: number): Promise<RunSummaryRow[]> {
  return tx.query<RunSummaryRow>({
    name: "chatbot_runs_list",
    text: `select r.id, r.evaluation_id, r.chatbot_id, r.chatbot_version, r.tried_settings, r.state, r.created_at, r.finished_at,
                  r.created_at::text as position, jsonb_array_length(r.cases) as total, jsonb_array_length(r.results) as done,
                  (select count(*)::integer from jsonb_array_elements(r.results) x where (x->>'passed')::boolean) as passed
             from chatbot_evaluation_runs r
            where r.tenant_id = $1 and r.evaluation_id = $2 and ($3::timestamptz is null or (r.created_at, r.id) < ($3, $4::uuid))
            order by r.created_at desc, r.id desc limit $5`,
    values: [tx.tenantId, evaluationId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Ends the evaluation's run that was set aside: a new one replaces it. */
export async function endSetAsideRun(tx: Tx, now: Date, evaluationId: string): Promise<void> {
  await tx.query({
    name: "chatbot_run_end_set_aside",
    text: `update chatbot_evaluation_runs set state = 'done', finished_at = $3
            where tenant_id = $1 and evaluation_id = $2 and ${isSetAsideSql("state")}`,
    values: [tx.tenantId, evaluationId, now],
  });
}

/** False: a run of the evaluation is in progress. */
export async function insertRun(
  tx: Tx,
  now: Date,
  run: { id: string; evaluation: EvaluationRow; version: number; settings: ChatbotSettings; tried: boolean },
): Promise<boolean> {
  const rows = await tx.query({
    name: "chatbot_run_insert",
    text: `insert into chatbot_evaluation_runs (tenant_id, id, evaluation_id, chatbot_id, chatbot_version, settings, tried_settings, cases, results, state,
             run_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, '[]', 'ready', $9, $9)
           on conflict (tenant_id, evaluation_id) where state <> 'done' do nothing returning 1`,
    values: [
      tx.tenantId,
      run.id,
      run.evaluation.id,
      run.evaluation.chatbot_id,
      run.version,
      JSON.stringify(run.settings),
      run.tried,
      JSON.stringify(run.evaluation.cases),
      now,
    ],
  });
  return rows.length > 0;
}

export const runSource: ClaimSource = {
  table: "chatbot_evaluation_runs",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["lease_until"],
};

export interface ClaimedRun extends Claimed {
  id: string;
  /** Identifies the claim. */
  lease_until: Date;
}

export interface NextCase extends Pick<RunRow, "chatbot_id" | "chatbot_version" | "settings"> {
  /** Its position, from 0. */
  place: number;
  total: number;
  given: Case;
}

/** Null: the run was deleted. */
export async function findNextCase(tx: Tx, id: string): Promise<NextCase | null> {
  const [row] = await tx.query<NextCase>({
    name: "chatbot_run_next",
    text: `select r.chatbot_id, r.chatbot_version, r.settings, jsonb_array_length(r.results) as place, jsonb_array_length(r.cases) as total,
                  r.cases -> jsonb_array_length(r.results) as given
             from chatbot_evaluation_runs r where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/**
 * Adds the result of the next case, and ends the claim: with the last one the run is done, otherwise it waits behind the tenant's other
 * runs. Without effect if the claim is lost, or the result was already added.
 */
export async function addResult(
  tx: Tx,
  now: Date,
  input: { id: string; claim: Date; place: number; result: Result; isLast: boolean },
): Promise<void> {
  await tx.query({
    name: "chatbot_run_add",
    text: `update chatbot_evaluation_runs
              set results = results || $5::jsonb, lease_until = null, deaths = 0, run_at = $6,
                  state = case when $7 then 'done' else 'ready' end, finished_at = case when $7 then $6::timestamptz end
            where tenant_id = $1 and id = $2 and state = 'leased' and lease_until = $3 and jsonb_array_length(results) = $4`,
    values: [tx.tenantId, input.id, input.claim, input.place, JSON.stringify([input.result]), now, input.isLast],
  });
}
