import type { ToolSet } from "ai";
import { Value } from "typebox/value";
import { type AiKeysService, type Breaker, loadModelLibrary, type ModelLibrary } from "#modules/knowledge/ai-keys/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { cleanText, cleanValue } from "#platform/text/clean.ts";
import { type Candidate, chooseCandidates } from "./candidates.ts";
import { createFallbackModel, TurnEnded } from "./fallback-model.ts";
import type { AiAnswer, AiAttempt, AiFailureCode, AiGateway, AiRequest, AiResult } from "./gateway.types.ts";
import type { Hold, Metering } from "./metering.ts";
import { insertRequest } from "./requests.queries.ts";
import { abortable } from "./abortable.ts";

export interface GatewayDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  timers: Timers;
  outbound: OutboundClient;
  keys: AiKeysService;
  breaker: Breaker;
  metering: Metering;
  /** Limits for one call of a provider, and for a complete turn with its tools. */
  attemptMs: number;
  turnMs: number;
}

/** Calls of the model within a turn; the last one gets no tools. */
const stepsMax = 6;

// Otherwise the library would print warnings, which can contain a tenant's texts.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

type TurnAnswer = Omit<AiAnswer, "cost" | "attempts">;

export function createAiGateway(deps: GatewayDeps): AiGateway {
  async function generate(request: AiRequest): Promise<AiResult> {
    const startedAt = performance.now();
    const usable = await deps.database.withTenant(request.tenantId, (tx) => deps.keys.usable(tx));
    const candidates = chooseCandidates(usable.keys, usable.circuits, request.models);
    const end = (outcome: TurnAnswer | AiFailureCode, attempts: AiAttempt[], hold: Hold | null) =>
      settleAndRecord(request, startedAt, outcome, attempts, hold);
    if (candidates.length === 0) return end("no_key", [], null);
    const hold = await deps.metering.hold(
      request.tenantId,
      request.reference,
      candidates.map((candidate) => candidate.model),
    );
    if (typeof hold === "string") return end(hold, [], null);
    try {
      const { outcome, attempts } = await runTurn(request, candidates);
      return await end(outcome, attempts, hold);
    } catch (error) {
      // A tool's error or an internal error: there is no answer, so nothing is charged.
      await deps.database.withTenant(request.tenantId, (tx) => deps.metering.release(tx, hold));
      throw error;
    }
  }

  /** Settles or releases, and records, in one transaction. */
  async function settleAndRecord(
    request: AiRequest,
    startedAt: number,
    outcome: TurnAnswer | AiFailureCode,
    attempts: AiAttempt[],
    hold: Hold | null,
  ): Promise<AiResult> {
    const answer = typeof outcome === "string" ? null : outcome;
    try {
      const cost = await deps.database.withTenant(request.tenantId, async (tx) => {
        let charged = "0";
        if (hold !== null && answer === null) await deps.metering.release(tx, hold);
        if (hold !== null && answer !== null) charged = await deps.metering.settle(tx, request.reference, hold, answer.model);
        await insertRequest(tx, {
          id: deps.ids.uuid(),
          purpose: request.purpose,
          reference: request.reference,
          outcome: typeof outcome === "string" ? outcome : "answered",
          provider: answer?.provider ?? null,
          model: answer?.model ?? null,
          answered_by: answer?.keyId ?? null,
          input_tokens: answer?.usage.inputTokens ?? 0,
          output_tokens: answer?.usage.outputTokens ?? 0,
          cost: charged,
          attempts,
          duration_ms: Math.round(performance.now() - startedAt),
          created_at: deps.clock.now(),
        });
        return charged;
      });
      return typeof outcome === "string" ? { ok: false, code: outcome, attempts } : { ...outcome, cost, attempts };
    } catch (error) {
      // The hold expired and the balance was spent elsewhere during the call.
      if (answer !== null && error instanceof AppError && error.code === "insufficient_credits")
        return settleAndRecord(request, startedAt, "insufficient_credits", attempts, hold);
      throw error;
    }
  }

  async function runTurn(
    request: AiRequest,
    candidates: Candidate[],
  ): Promise<{ outcome: TurnAnswer | AiFailureCode; attempts: AiAttempt[] }> {
    const library = await loadModelLibrary();
    const over = new AbortController();
    const stop = deps.timers.after(Math.min(deps.turnMs, request.withinMs ?? deps.turnMs), () => over.abort());
    const broken = new AbortController();
    const signal = AbortSignal.any([over.signal, broken.signal, ...(request.signal === undefined ? [] : [request.signal])]);
    const fallback = createFallbackModel(deps, { library, tenantId: request.tenantId, candidates, output: request.output, signal });
    const toolCalls: AiAnswer["toolCalls"] = [];
    const { attempts } = fallback;
    try {
      const result = await abortable(
        signal,
        library.generateText({
          model: fallback.model,
          instructions: request.system,
          messages: request.messages,
          tools: toolsOf(library, request, toolCalls, broken),
          stopWhen: library.isStepCount(stepsMax),
          prepareStep: ({ stepNumber }) => (stepNumber === stepsMax - 1 ? { toolChoice: "none" as const } : {}),
          maxOutputTokens: request.maxOutputTokens,
          ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
          // The fallback model chooses the next candidate instead.
          maxRetries: 0,
          abortSignal: signal,
        }),
      );
      const answeredBy = fallback.answeredBy();
      if (answeredBy === undefined) throw new Error("an answer of nobody");
      const outcome: TurnAnswer = {
        ok: true,
        text: request.output === undefined ? cleanText(result.text) : JSON.stringify(cleanValue(fallback.object())),
        ...(request.output === undefined ? {} : { object: cleanValue(fallback.object()) }),
        toolCalls,
        provider: answeredBy.access.provider,
        model: answeredBy.model,
        keyId: answeredBy.key.id,
        // Some providers report no token counts.
        usage: { inputTokens: result.totalUsage.inputTokens ?? 0, outputTokens: result.totalUsage.outputTokens ?? 0 },
      };
      return { outcome, attempts };
    } catch (error) {
      if (broken.signal.aborted) throw broken.signal.reason;
      if (error instanceof TurnEnded) return { outcome: error.code, attempts };
      if (signal.aborted) return { outcome: "timed_out", attempts };
      throw error;
    } finally {
      stop();
    }
  }

  return { generate };
}

/** The library would pass a tool's error to the model; here it ends the turn, so that it is reported. */
function toolsOf(
  { tool, jsonSchema }: ModelLibrary,
  request: AiRequest,
  toolCalls: AiAnswer["toolCalls"],
  broken: AbortController,
): ToolSet {
  return Object.fromEntries(
    (request.tools ?? []).map((given) => [
      given.name,
      tool({
        description: given.description,
        inputSchema: jsonSchema<unknown>(JSON.parse(JSON.stringify(given.input)), {
          validate: (value) =>
            Value.Check(given.input, value)
              ? { success: true, value: cleanValue(value) }
              : { success: false, error: new Error("the input does not fit the schema") },
        }),
        execute: async (input: unknown) => {
          try {
            const output = await given.run(input);
            toolCalls.push({ name: given.name, input, output });
            return output;
          } catch (error) {
            broken.abort(error);
            throw error;
          }
        },
      }),
    ]),
  );
}
