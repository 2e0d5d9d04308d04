import type { Tx } from "#platform/db/database.ts";
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
