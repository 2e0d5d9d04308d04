import type { Database, Tx } from "#platform/db/database.ts";
import type { AiAttempt, AiFailureCode, Purpose } from "./gateway.types.ts";

export interface RequestRow {
  id: string;
  purpose: Purpose;
  reference: string;
  outcome: "answered" | AiFailureCode;
  provider: string | null;
  model: string | null;
  answered_by: string | null;
  input_tokens: number;
  output_tokens: number;
  cost: string;
  attempts: AiAttempt[];
  duration_ms: number;
  created_at: Date;
}

/** As read from the table. */
export interface ListedRequestRow extends RequestRow {
  /** created_at with microseconds, for cursors. */
  position: string;
}

/** Newest first by (created_at, id). */
export function listRequests(
  tx: Tx,
  filters: { purpose: Purpose | undefined; outcome: RequestRow["outcome"] | undefined },
  after: string[] | null,
  limit: number,
): Promise<ListedRequestRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const where = ["tenant_id = $1"];
  // A separate text for each set of filters, so that each is planned with its own index.
  for (const column of ["purpose", "outcome"] as const)
    if (filters[column] !== undefined) where.push(`${column} = $${values.push(filters[column])}`);
  if (after !== null) {
    values.push(after[0], after[1]);
    where.push(`(ai_requests.created_at, id) < ($${values.length - 1}::timestamptz, $${values.length}::uuid)`);
  }
  const given = ["purpose", "outcome"].filter((column) => filters[column as keyof typeof filters] !== undefined);
  return tx.query<ListedRequestRow>({
    name: ["ai_requests_list", ...given, ...(after === null ? [] : ["after"])].join("_"),
    text: `select id, purpose, reference, outcome, provider, model, answered_by, input_tokens, output_tokens, cost, attempts, duration_ms, created_at,
                  ai_requests.created_at::text as position
             from ai_requests where ${where.join(" and ")}
            order by ai_requests.created_at desc, id desc limit $2`,
    values,
  });
}

/**
 * Deletes at most `limit` records older than an instant; returns how many. Cross-tenant: the retention setting is the
 * installation's.
 */
export async function deleteRequestsBefore(database: Pick<Database, "worker">, before: Date, limit: number): Promise<number> {
  const rows = await database.worker({
    name: "ai_requests_purge",
    text: `delete from ai_requests where (tenant_id, id) in (
             select tenant_id, id from ai_requests where created_at < $1 order by created_at limit $2) returning 1`,
    values: [before, limit],
  });
  return rows.length;
}

export async function insertRequest(tx: Tx, row: RequestRow): Promise<void> {
  await tx.query({
    name: "ai_request_insert",
    text: `insert into ai_requests (tenant_id, id, purpose, reference, outcome, provider, model, answered_by, input_tokens, output_tokens, cost,
             attempts, duration_ms, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      tx.tenantId,
      row.id,
      row.purpose,
      row.reference,
      row.outcome,
      row.provider,
      row.model,
      row.answered_by,
      row.input_tokens,
      row.output_tokens,
      row.cost,
      JSON.stringify(row.attempts),
      row.duration_ms,
      row.created_at,
    ],
  });
}
