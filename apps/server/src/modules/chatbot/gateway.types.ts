import type { TSchema } from "typebox";

/** What a chatbot needs of the gateway to models (modules/ai). */
export interface AiGateway {
  generate(request: {
    tenantId: string;
    purpose: "chatbot" | "playground" | "assist" | "evaluation";
    reference: string;
    system: string;
    messages: { role: "user" | "assistant"; content: string }[];
    output?: TSchema;
    maxOutputTokens: number;
    temperature?: number;
    models: { provider?: string; model: string }[];
  }): Promise<AiResult>;
}

interface AiAttempt {
  provider: string;
  model: string;
  outcome: string;
  durationMs: number;
}

export type AiResult =
  | {
      ok: true;
      object?: unknown;
      provider: string;
      model: string;
      usage: { inputTokens: number; outputTokens: number };
      cost: string;
      attempts: AiAttempt[];
    }
  | { ok: false; code: "no_key" | "insufficient_credits" | "all_failed" | "refused" | "timed_out"; attempts: AiAttempt[] };
