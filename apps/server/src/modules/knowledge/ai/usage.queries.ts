import type { Tx } from "#platform/db/database.ts";

export interface UsageRow {
  /** null: no key answered. */
  key_id: string | null;
  model: string | null;
  requests: number;
  input_tokens: string;
  output_tokens: string;
  cost: string;
  mean_ms: number;
}

/**
 * By the key and model that answered, most requests first. A repeated request has the charge of its reference in each
 * of its records: it counts for the first that has one.
 */
export function sumUsage(tx: Tx, since: Date, limit: number): Promise<UsageRow[]> {
  return tx.query<UsageRow>({
    name: "ai_usage",
    text: `select answered_by as key_id, model, count(*)::integer as requests, sum(input_tokens)::text as input_tokens,
                  sum(output_tokens)::text as output_tokens, coalesce(sum(cost) filter (where is_first), 0)::text as cost, round(avg(duration_ms))::integer as mean_ms
             from (select *, row_number() over (partition by reference, cost > 0 order by created_at, id) = 1 as is_first
                     from ai_requests where tenant_id = $1 and created_at >= $2) records
            group by 1, 2 order by 3 desc, 1, 2 limit $3`,
    values: [tx.tenantId, since, limit],
  });
}
