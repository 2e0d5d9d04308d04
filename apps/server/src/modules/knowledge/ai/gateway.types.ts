import type { TSchema } from "typebox";
import type { Failure, Provider } from "#modules/knowledge/ai-keys/index.ts";

export const purposes = ["chatbot", "playground", "assist", "evaluation"] as const;
export type Purpose = (typeof purposes)[number];

export interface AiTool {
  /** Letters, digits, `_` and `-`, at most 64. */
  name: string;
  description: string;
  input: TSchema;
  /**
   * Runs at most once per tool call of the model, whichever provider answers afterwards. Its result is shown to the
   * model; an error ends the request with that error. The input has been checked against the schema.
   */
  run(input: unknown): Promise<unknown>;
}

export interface AiRequest {
  /** uuid, as `ctx.tenantId`. */
  tenantId: string;
  purpose: Purpose;
  /** 1 to 150 characters. Each reference is charged once: a repeated request costs nothing more. */
  reference: string;
  system: string;
  messages: { role: "user" | "assistant"; content: string }[];
  tools?: AiTool[];
  /** The answer is an object of this schema; anything else counts as no answer. */
  output?: TSchema;
  maxOutputTokens: number;
  temperature?: number;
  /** Preferred models first; then, and if the list is empty, the tenant's keys by priority with their first models. */
  models: { provider?: string; model: string }[];
  signal?: AbortSignal;
  /** Total milliseconds, if the caller has less time left than the gateway's limit. */
  withinMs?: number;
}

/**
 * The outcome of one call. `bad_output`: the answer does not fit the schema, or is empty; `circuit_open`: no call was
 * made.
 */
export type AttemptOutcome = "answered" | Failure | "bad_output" | "circuit_open";

export interface AiAttempt {
  /** uuid; the key may have been deleted since. */
  keyId: string;
  provider: Provider;
  model: string;
  outcome: AttemptOutcome;
  /** HTTP status of a failure; null: none. */
  status: number | null;
  durationMs: number;
}

export type AiFailureCode =
  /** The tenant has no enabled key. */
  | "no_key"
  | "insufficient_credits"
  /** The agency's monthly limit of answers is exhausted. */
  | "entitlement_exceeded"
  /** No model answered, or none may be called now. */
  | "all_failed"
  /** A model, or its provider, declined. No other one is called. */
  | "refused"
  /** The total time ran out, or the signal fired. */
  | "timed_out";

export interface AiAnswer {
  ok: true;
  /** With `output`: the JSON text of `object`. */
  text: string;
  object?: unknown;
  toolCalls: { name: string; input: unknown; output: unknown }[];
  provider: Provider;
  /** As the tenant names it: the model that gave the last answer and is charged. */
  model: string;
  /** uuid */
  keyId: string;
  usage: { inputTokens: number; outputTokens: number };
  /** What the reference was charged, a decimal; for a repetition, the original charge. */
  cost: string;
  attempts: AiAttempt[];
}

export type AiResult = AiAnswer | { ok: false; code: AiFailureCode; attempts: AiAttempt[] };

export interface AiGateway {
  /**
   * Calls a model, with fallback to others and tools in between. Makes network calls: never call it inside a
   * transaction. Reserves the price of the most expensive candidate first. Before it returns, it charges the price of
   * the model that answered, or releases the reservation; the balance is the caller's tenant's. Throws tools' errors
   * and internal errors.
   */
  generate(request: AiRequest): Promise<AiResult>;
}
