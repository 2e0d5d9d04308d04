import type { Tx } from "#platform/db/database.ts";
import type { RunStatus } from "../runs.queries.ts";

/** Per flow, so that counting reads a bounded part of the table. */
export const countedRunsMax = 5_000;

export interface RunCount {
  flow_id: string;
  status: RunStatus;
  count: number;
  last_started_at: Date;
}

/** Runs of the given flows by status; undefined: of all flows. Served by flow_runs_list. */
export function countRuns(tx: Tx, flowIds: string[] | undefined, since: Date): Promise<RunCount[]> {
  return tx.query<RunCount>({
    name: flowIds === undefined ? "flow_runs_count_all" : "flow_runs_count",
    text: `select f.id as flow_id, r.status, count(*)::int as count, max(r.started_at) as last_started_at
             from flows f
            cross join lateral (select o.status, o.started_at from flow_runs o
                                 where o.tenant_id = $1 and o.flow_id = f.id and o.started_at >= $2
                                 order by o.started_at desc, o.id desc limit ${countedRunsMax}) r
            where f.tenant_id = $1 and f.deleted_at is null ${flowIds === undefined ? "" : "and f.id = any($3::uuid[])"}
            group by f.id, r.status order by f.id, r.status`,
    values: [tx.tenantId, since, ...(flowIds === undefined ? [] : [flowIds])],
  });
}

export function countVersionRuns(tx: Tx, flowId: string, version: number, since: Date): Promise<{ status: RunStatus; count: number }[]> {
  return tx.query({
    name: "flow_version_runs_count",
    text: `select r.status, count(*)::int as count from (${ofVersion}) r group by r.status order by r.status`,
    values: [tx.tenantId, flowId, version, since],
  });
}

const ofVersion = `select o.id, o.status, o.steps from flow_runs o
                    where o.tenant_id = $1 and o.flow_id = $2 and o.version = $3 and o.started_at >= $4
                    order by o.started_at desc, o.id desc limit ${countedRunsMax}`;

export interface StepCount {
  path: string;
  reached: number;
  waiting: number;
  failed: number;
  median_ms: number | null;
}

/**
 * A reply or response that a run waits for has two rows: one when the wait begins, one when it is over. A run waits at its last row. A
 * time-out says nothing about how long replies take.
 */
export function countSteps(tx: Tx, flowId: string, version: number, since: Date): Promise<StepCount[]> {
  return tx.query<StepCount>({
    name: "flow_version_steps_count",
    text: `with passed as (
             select s.path, r.id, bool_or(s.status = 'failed') as failed,
                    bool_or(s.status = 'waiting' and r.status = 'waiting' and s.n = r.steps) as waiting,
                    max(s.at) filter (where s.status = 'done' and s.result->>'replied' is distinct from 'false') - min(s.at) filter (where s.status = 'waiting') as took
               from (${ofVersion}) r
               join flow_run_steps s on s.tenant_id = $1 and s.run_id = r.id
              group by s.path, r.id)
           select path, count(*)::int as reached, count(*) filter (where waiting)::int as waiting, count(*) filter (where failed)::int as failed,
                  (extract(epoch from percentile_disc(0.5) within group (order by took)) * 1000)::float8 as median_ms
             from passed group by path order by path`,
    values: [tx.tenantId, flowId, version, since],
  });
}
