import type { Tx } from "#platform/db/database.ts";
import type { Period } from "#platform/http/period.ts";
import type { FlowStatus } from "../../definition/flows.queries.ts";
import type { RunStatus } from "../runs.queries.ts";

export interface CountedRuns {
  flow_id: string;
  name: string;
  flow_status: FlowStatus;
  status: RunStatus;
  runs: number;
}

/** For each flow that is there, its runs that started in the period, by what has become of them. */
export function countRuns(tx: Tx, { since, until }: Period): Promise<CountedRuns[]> {
  return tx.query<CountedRuns>({
    name: "flow_runs_summary",
    // flow by flow, so that the index by flow and time is read and nothing else
    text: `select f.id as flow_id, f.name, f.status as flow_status, r.status, r.runs
             from flows f
            cross join lateral (
              select s.status, count(*)::integer as runs from flow_runs s
               where s.tenant_id = $1 and s.flow_id = f.id and s.started_at >= $2 and s.started_at < $3
               group by s.status) r
            where f.tenant_id = $1 and f.deleted_at is null`,
    values: [tx.tenantId, since, until],
  });
}
