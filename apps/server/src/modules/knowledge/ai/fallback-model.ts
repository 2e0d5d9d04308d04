import { Value } from "typebox/value";
import type { TSchema } from "typebox";
import {
  type Breaker,
  classifyFailure,
  type ModelLibrary,
  openModel,
  type ProviderFailure,
  type ProviderModel,
  providerOptions,
} from "#modules/knowledge/ai-keys/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import type { Candidate } from "./candidates.ts";
import type { AiAttempt, AttemptOutcome } from "./gateway.types.ts";
import { readObject, withoutForeignParts } from "./prompt.ts";
import { abortable } from "./abortable.ts";

type CallOptions = Parameters<ProviderModel["doGenerate"]>[0];
type Generated = Awaited<ReturnType<ProviderModel["doGenerate"]>>;

/** Ends a turn without an answer. */
export class TurnEnded extends Error {
  override readonly name = "TurnEnded";
  readonly code: "all_failed" | "refused" | "timed_out";

  constructor(code: TurnEnded["code"]) {
    super(`the turn ended: ${code}`);
    this.code = code;
  }
}

export interface TurnDeps {
  clock: Clock;
  timers: Timers;
  outbound: OutboundClient;
  breaker: Breaker;
  attemptMs: number;
}

/** A wait requested by a provider is accepted up to this; if it is longer, the next candidate is called. */
const retryAfterMsMax = 2_000;
const retryAfterMsDefault = 500;

/**
 * One model to the library, several behind it: each call goes to the candidate that answered last, and to the next one
 * if it fails. The library runs tools between calls, so a tool's effects remain, whichever candidate answers
 * afterwards. For one turn.
 */
export function createFallbackModel(
  deps: TurnDeps,
  turn: { library: ModelLibrary; tenantId: string; candidates: Candidate[]; output: TSchema | undefined; signal: AbortSignal },
) {
  const { library } = turn;
  const attempts: AiAttempt[] = [];
  /** The authors of the assistant's messages in this turn, in order. */
  const authors: Candidate[] = [];
  const triedCandidates = new Set<Candidate>();
  let object: unknown;
  let position = 0;
  let answered: Candidate | undefined;

  function note(candidate: Candidate, outcome: AttemptOutcome, status: number | null, startedAt: number): void {
    const { key, access, model } = candidate;
    attempts.push({
      keyId: key.id,
      provider: access.provider,
      model,
      outcome,
      status,
      durationMs: Math.round(performance.now() - startedAt),
    });
  }

  const isOpen = (candidate: Candidate) => candidate.circuits.filter((circuit) => circuit.open_until !== null);
  const called = (candidate: Candidate) => ({ ...candidate.key, tenantId: turn.tenantId });

  /**
   * Whether the candidate may be called. If all circuits are open, one candidate is tried early, because what is known
   * about the others is just as old.
   */
  async function admitted(candidate: Candidate): Promise<boolean> {
    const open = isOpen(candidate);
    if (open.length === 0 || triedCandidates.has(candidate)) return true;
    const early = turn.candidates.every((other) => isOpen(other).length > 0) && candidate === turn.candidates[0];
    if (!(await deps.breaker.takeTrials(turn.tenantId, open, 2 * deps.attemptMs, early))) return false;
    triedCandidates.add(candidate);
    return true;
  }

  async function call(candidate: Candidate, options: CallOptions): Promise<Generated | ProviderFailure> {
    const late = new AbortController();
    const stop = deps.timers.after(deps.attemptMs, () => late.abort());
    const signal = AbortSignal.any([late.signal, turn.signal]);
    try {
      const model = openModel(library, deps.outbound, candidate.access, candidate.model);
      const prompt = withoutForeignParts(
        options.prompt,
        authors.map((author) => author === candidate),
      );
      const responseFormat =
        turn.output === undefined ? undefined : { type: "json" as const, name: "answer", schema: JSON.parse(JSON.stringify(turn.output)) };
      return await abortable(
        signal,
        model.doGenerate({
          ...options,
          prompt,
          providerOptions: providerOptions as NonNullable<CallOptions["providerOptions"]>,
          abortSignal: signal,
          ...(responseFormat === undefined ? {} : { responseFormat }),
        }),
      );
    } catch (error) {
      if (turn.signal.aborted) throw new TurnEnded("timed_out");
      if (late.signal.aborted) return { failure: "timed_out", status: null, retryAfterMs: null };
      const failure = classifyFailure(error, deps.clock.now());
      if (failure === null) throw error;
      return failure;
    } finally {
      stop();
    }
  }

  async function wait(ms: number): Promise<void> {
    await abortable(turn.signal, new Promise<void>((resolve) => void deps.timers.after(ms, resolve))).catch(() => {
      throw new TurnEnded("timed_out");
    });
  }

  /** True: its answer can be used. */
  function fits(result: Generated, options: CallOptions): boolean {
    const called = result.content.flatMap((part) => (part.type === "tool-call" ? [part.toolName] : []));
    // Calling a tool that was not offered does not answer the request: told so, the model could repeat it until the
    // turn is over.
    const offered = options.toolChoice?.type === "none" ? [] : (options.tools ?? []).map(({ name }) => name);
    if (called.length > 0) return called.every((name) => offered.includes(name));
    const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    if (turn.output === undefined) return text.trim() !== "";
    object = readObject(result.structuredOutputText ?? text);
    return object !== undefined && Value.Check(turn.output, object);
  }

  /** Calls one candidate, twice if that helps. Null: it failed. */
  async function ask(candidate: Candidate, options: CallOptions): Promise<Generated | null> {
    for (let again = false; ; again = true) {
      const startedAt = performance.now();
      const result = await call(candidate, options);
      if ("failure" in result) {
        note(candidate, result.failure, result.status, startedAt);
        if (result.failure === "refused") throw new TurnEnded("refused");
        const waitMs = result.retryAfterMs ?? retryAfterMsDefault;
        if (result.failure === "rate_limited" && !again && waitMs <= retryAfterMsMax) {
          await wait(waitMs);
          continue;
        }
        await deps.breaker.failed(called(candidate), candidate.model, result);
        return null;
      }
      const { unified } = result.finishReason;
      if (unified === "content-filter") {
        note(candidate, "refused", null, startedAt);
        throw new TurnEnded("refused");
      }
      if (unified !== "error" && unified !== "interrupted" && fits(result, options)) {
        note(candidate, "answered", null, startedAt);
        return result;
      }
      note(candidate, "bad_output", null, startedAt);
      if (again) return null;
    }
  }

  const model: ProviderModel = {
    specificationVersion: "v4",
    provider: "parley",
    modelId: "fallback",
    supportedUrls: {},
    async doGenerate(options) {
      for (; position < turn.candidates.length; position++) {
        const candidate = turn.candidates[position] as Candidate;
        if (!(await admitted(candidate))) {
          note(candidate, "circuit_open", null, performance.now());
          continue;
        }
        const result = await ask(candidate, options);
        if (result === null) continue;
        await deps.breaker.recordSuccess(called(candidate), isOpen(candidate));
        authors.push(candidate);
        answered = candidate;
        return result;
      }
      throw new TurnEnded("all_failed");
    },
    doStream() {
      throw new Error("answers are not streamed");
    },
  };

  return {
    model,
    attempts,
    /** The author of the last answer. */
    answeredBy: () => answered,
    /** The last answer as an object of the schema. */
    object: () => object,
  };
}
