import type { Tx } from "#platform/db/database.ts";
import type { Period } from "#platform/http/period.ts";
import type { FlowStatus } from "../../definition/flows.queries.ts";
import { type RunStatus, runStatuses } from "../runs.queries.ts";

export interface CountedRuns {
  flow_id: string;
  name: string;
  flow_status: FlowStatus;
  status: RunStatus;
  runs: number;
}

/** For each existing flow, its runs that started in the period, by status. */
export function countRuns(tx: Tx, { since, until }: Period): Promise<CountedRuns[]> {
  return tx.query<CountedRuns>({
    name: "flow_runs_summary",
    // Flow by flow and status by status, so that only the index of both is read: the rows are wide.
    text: `select f.id as flow_id, f.name, f.status as flow_status, s.status, r.runs
             from flows f
            cross join unnest($4::text[]) as s(status)
            cross join lateral (
              select count(*)::integer as runs from flow_runs r
               where r.tenant_id = $1 and r.flow_id = f.id and r.status = s.status and r.started_at >= $2 and r.started_at < $3) r
            where f.tenant_id = $1 and f.deleted_at is null and r.runs > 0`,
    values: [tx.tenantId, since, until, runStatuses],
  });
}
