import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { loadModelLibrary } from "./library.ts";
import { classifyFailure, type Failure, failureOfAnswer } from "./provider-failure.ts";
import { listRequest, openModel, type ProviderAccess, providerOptions, readModelList, textModels } from "./providers.ts";

export interface KeyTrial {
  error: Failure | "bad_output" | "unreadable" | null;
  step: "list_models" | "generate" | null;
  models: string[];
  /**
   * The models that a key without models of its own may use from now on: the one that answered first; empty if none
   * did.
   */
  found: string[];
  latencyMs: number;
}

const trialMs = 10_000;
const listBytesMax = 4_000_000;
const listedMax = 500;
/** For a key without models of its own: how many from the list are tried until one writes text. */
const triedMax = 3;

/** Failures that concern the model, not the key. */
const ofModel: ReadonlySet<string> = new Set(["model_not_found", "bad_request", "bad_response", "forbidden"]);

/**
 * Lists the models, then sends a short prompt to the key's first model (for a key without any, one from the list),
 * because an account without credit can still list models. A server without a list (404) only gets the prompt. Ten
 * seconds for both.
 */
export async function tryKey(
  deps: { outbound: OutboundClient; clock: Clock; timers: Timers },
  access: ProviderAccess,
  model: string | null,
): Promise<KeyTrial> {
  const over = new AbortController();
  const stop = deps.timers.after(trialMs, () => over.abort());
  const failed = (step: "list_models" | "generate", error: unknown, models: string[]): KeyTrial => {
    if (over.signal.aborted) return { error: "timed_out", step, models, found: [], latencyMs: 0 };
    const known = classifyFailure(error, deps.clock.now());
    if (known === null) throw error;
    return { error: known.failure, step, models, found: [], latencyMs: 0 };
  };
  let models: string[] = [];
  try {
    const library = await loadModelLibrary();
    try {
      const response = await deps.outbound.request({
        ...listRequest(access),
        method: "GET",
        timeoutMs: 60_000,
        responseBytesMax: listBytesMax,
        overflow: "error",
        signal: over.signal,
      });
      const listed = response.status === 200 ? readModelList(access.provider, json(response.bodyText)) : null;
      const missing = response.status === 404 && access.provider === "openai_compatible";
      if (listed === null && !missing)
        return { error: failureOfAnswer(response.status, response.bodyText), step: "list_models", models: [], found: [], latencyMs: 0 };
      models = (listed ?? []).slice(0, listedMax);
    } catch (error) {
      return failed("list_models", error, []);
    }
    const wanted = model === null ? textModels(models) : [model];
    if (wanted.length === 0) return { error: "model_not_found", step: "list_models", models, found: [], latencyMs: 0 };
    let failure: unknown = null;
    for (const name of wanted.slice(0, triedMax)) {
      const startedAt = performance.now();
      try {
        // Enough for a model that reasons before it answers.
        await library.generateText({
          model: openModel(library, deps.outbound, access, name),
          prompt: "Answer with the word: ok",
          maxOutputTokens: 256,
          maxRetries: 0,
          abortSignal: over.signal,
          providerOptions,
        });
        const found = [name, ...wanted.filter((other) => other !== name)];
        return { error: null, step: null, models, found, latencyMs: Math.round(performance.now() - startedAt) };
      } catch (error) {
        failure = error;
        // Another model would fail in the same way.
        if (over.signal.aborted || !ofModel.has(classifyFailure(error, deps.clock.now())?.failure ?? "")) break;
      }
    }
    return failed("generate", failure, models);
  } finally {
    stop();
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The body is not a list.
    return null;
  }
}
