import { type Static, Type } from "typebox";
import { failures } from "#modules/knowledge/ai-keys/index.ts";
import { Money } from "#modules/money/billing/index.ts";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { purposes } from "./gateway.types.ts";

export const requestOutcomes = [
  "answered",
  "no_key",
  "insufficient_credits",
  "entitlement_exceeded",
  "all_failed",
  "refused",
  "timed_out",
] as const;

export const AiRequestRecord = Type.Object(
  {
    id: Type.String(),
    purpose: StringEnum(purposes),
    reference: Type.String({ description: "What the request was for; one charge per reference" }),
    outcome: StringEnum(requestOutcomes),
    keyId: NullableText({ description: "The key that answered; it may have been deleted since" }),
    provider: NullableText(),
    model: NullableText({ description: "The one that answered and was charged" }),
    inputTokens: Type.Integer(),
    outputTokens: Type.Integer(),
    cost: Money("Amount charged for the reference; a repeated request shows it again"),
    attempts: Type.Array(
      Type.Object({
        keyId: Type.String(),
        provider: Type.String(),
        model: Type.String(),
        outcome: StringEnum(["answered", ...failures, "bad_output", "circuit_open"]),
        status: Type.Unsafe<number | null>({ type: ["integer", "null"], description: "HTTP status of a failure" }),
        durationMs: Type.Integer(),
      }),
      { description: "Every call to a model, in order; circuit_open: it was skipped" },
    ),
    durationMs: Type.Integer(),
    createdAt: Timestamp,
  },
  { title: "AiRequestRecord" },
);
export type AiRequestRecord = Static<typeof AiRequestRecord>;
export const AiRequestRecordList = ListOf(AiRequestRecord);
export const ListAiRequestsQuery = listQuery({
  purpose: Type.Optional(StringEnum(purposes)),
  outcome: Type.Optional(StringEnum(requestOutcomes)),
});
