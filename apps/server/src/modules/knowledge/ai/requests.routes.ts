import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { wireId } from "#platform/ids/ids.ts";
import { toNumber } from "#platform/money/money.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type ListedRequestRow, listRequests } from "./requests.queries.ts";
import { type AiRequestRecord, AiRequestRecordList, ListAiRequestsQuery } from "./requests.schema.ts";

export function aiRequestRoutes(pager: Pager): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/ai/requests",
      operationId: "listAiRequests",
      tag: "AI requests",
      summary: "List AI requests, newest first",
      description:
        "Includes which provider answered, which were skipped and why, and the cost. Contains no texts. Kept for 90 days unless configured otherwise.",
      scope: "ai:read",
      query: ListAiRequestsQuery,
      response: AiRequestRecordList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, purpose, outcome } }) {
        const filters = { list: "ai requests", purpose, outcome };
        const rows = await listRequests(ctx.tx, { purpose, outcome }, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], render);
      },
    }),
  ];
}

function render(row: ListedRequestRow): AiRequestRecord {
  return {
    id: wireId("air", row.id),
    purpose: row.purpose,
    reference: row.reference,
    outcome: row.outcome,
    keyId: row.answered_by === null ? null : wireId("aik", row.answered_by),
    provider: row.provider,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: toNumber(row.cost),
    attempts: row.attempts.map((attempt) => ({ ...attempt, keyId: wireId("aik", attempt.keyId) })),
    durationMs: row.duration_ms,
    createdAt: row.created_at.toISOString(),
  };
}
