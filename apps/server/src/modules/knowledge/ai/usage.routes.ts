import { type Static, Type } from "typebox";
import { Money } from "#modules/money/billing/index.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { NullableText, Timestamp } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { toNumber } from "#platform/money/money.ts";
import { sumUsage } from "./usage.queries.ts";

const linesMax = 500;
const dayMs = 86_400_000;

const AiUsage = Type.Object(
  {
    since: Timestamp,
    data: Type.Array(
      Type.Object({
        keyId: NullableText({ description: "The key that answered; it may have been deleted since. null: none answered" }),
        model: NullableText(),
        requests: Type.Integer(),
        inputTokens: Type.Integer(),
        outputTokens: Type.Integer(),
        cost: Money("What was charged"),
        meanMs: Type.Integer({ description: "Mean duration of a request" }),
      }),
      { description: `By key and model, most requests first, at most ${linesMax}` },
    ),
  },
  { title: "AiUsage" },
);
type AiUsage = Static<typeof AiUsage>;

const AiUsageQuery = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: "How many days back requests are counted" }),
});

export function aiUsageRoutes(): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/ai/usage",
      operationId: "getAiUsage",
      tag: "AI requests",
      summary: "Sum up AI requests by key and model",
      description: "Counts the records of AI requests, which are kept for 90 days unless configured otherwise.",
      scope: "ai:read",
      query: AiUsageQuery,
      response: AiUsage,
      async handle(ctx, { query: { days } }): Promise<AiUsage> {
        const since = new Date(ctx.now.getTime() - days * dayMs);
        const rows = await sumUsage(ctx.tx, since, linesMax);
        return {
          since: since.toISOString(),
          data: rows.map((row) => ({
            keyId: row.key_id === null ? null : wireId("aik", row.key_id),
            model: row.model,
            requests: row.requests,
            inputTokens: Number(row.input_tokens),
            outputTokens: Number(row.output_tokens),
            cost: toNumber(row.cost),
            meanMs: row.mean_ms,
          })),
        };
      },
    }),
  ];
}
