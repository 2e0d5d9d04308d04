import { recordAudit } from "#platform/audit/audit.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { type KeyState, recordState } from "./ai-keys.queries.ts";
import * as queries from "./circuits.queries.ts";
import type { Failure, ProviderFailure } from "./provider-failure.ts";
import { systemContext } from "./system-context.ts";

/** A failure's effect on the circuit. `wholeKey`: for all its models; `fails`: the key's status shows it. */
interface Consequence {
  wholeKey: boolean;
  threshold: number;
  openMs: number;
  openMsMax: number;
  fails: boolean;
}

const minute = 60_000;
/** Not fixed within seconds: a wrong key, an empty account, an unknown model. */
const lastingFailure = { threshold: 1, openMs: 15 * minute, openMsMax: 60 * minute };
/** Temporary problems of the provider: it takes several to open the circuit. */
const temporaryFailure: Consequence = { wholeKey: false, threshold: 5, openMs: minute / 2, openMsMax: 10 * minute, fails: false };
const windowMs = minute;

/**
 * null: the request was at fault, which says nothing about the key. Answers that do not fit the schema (`bad_output`)
 * are counted elsewhere.
 */
const consequences: Readonly<Record<Failure, Consequence | null>> = {
  invalid_key: { ...lastingFailure, wholeKey: true, fails: true },
  no_quota: { ...lastingFailure, wholeKey: true, fails: true },
  blocked_url: { ...lastingFailure, wholeKey: true, fails: true },
  forbidden: { ...lastingFailure, wholeKey: false, fails: false },
  model_not_found: { ...lastingFailure, wholeKey: false, fails: false },
  rate_limited: { ...temporaryFailure, threshold: 1 },
  server_error: temporaryFailure,
  unreachable: temporaryFailure,
  timed_out: temporaryFailure,
  bad_response: temporaryFailure,
  context_too_long: null,
  bad_request: null,
  refused: null,
};

/** The key of a call, as it was then. `tenantId` is a uuid. */
export interface CalledKey {
  tenantId: string;
  id: string;
  revision: number;
  state: KeyState;
}

/**
 * Circuit breakers: a key, or one of its models, that keeps failing is not called for a while. They are rows, so that
 * all workers share them. Each verb is one short transaction; none may be called inside another.
 */
export function createBreaker(deps: { database: Database; clock: Clock; ids: IdSource }) {
  async function note(tx: Tx, now: Date, key: CalledKey, state: KeyState, error: Failure | null): Promise<void> {
    if (await recordState(tx, now, key.id, key.revision, state, error))
      await recordAudit(systemContext(tx, now), deps.ids, `ai_key.${state === "failed" ? "failed" : "recovered"}`, wireId("aik", key.id), {
        error,
      });
  }

  return {
    async failed(key: CalledKey, model: string, failure: ProviderFailure): Promise<void> {
      const consequence = consequences[failure.failure];
      if (consequence === null) return;
      const now = deps.clock.now();
      const openMs = failure.failure === "rate_limited" ? Math.max(failure.retryAfterMs ?? 0, consequence.openMs) : consequence.openMs;
      await deps.database.withTenant(key.tenantId, async (tx) => {
        // The lock order: always the key before its circuits.
        if (consequence.fails) await note(tx, now, key, "failed", failure.failure);
        const at = { keyId: key.id, model: consequence.wholeKey ? "" : model, revision: key.revision };
        await queries.countFailure(tx, now, at, { ...consequence, openMs, windowMs }, failure.failure);
      });
    },

    /** A call was answered. `known`: the circuits that were open when it started. */
    async recordSuccess(key: CalledKey, known: queries.CircuitRow[]): Promise<void> {
      if (known.length === 0 && key.state !== "failed") return;
      const now = deps.clock.now();
      await deps.database.withTenant(key.tenantId, async (tx) => {
        if (key.state === "failed") await note(tx, now, key, "tested", null);
        await queries.closeCircuits(
          tx,
          key.id,
          known.map((circuit) => circuit.model),
        );
      });
    },

    /**
     * Whether these open circuits allow this call as a trial: one at a time, for `trialMs`. Either all of them allow
     * it, or no trial is used up.
     */
    async takeTrials(tenantId: string, circuits: queries.CircuitRow[], trialMs: number, early: boolean): Promise<boolean> {
      const now = deps.clock.now();
      try {
        await deps.database.withTenant(tenantId, async (tx) => {
          for (const circuit of circuits)
            if (!(await queries.takeTrial(tx, now, circuit.key_id, circuit.model, trialMs, early))) throw new TrialsUnavailable();
        });
        return true;
      } catch (error) {
        if (error instanceof TrialsUnavailable) return false;
        throw error;
      }
    },
  };
}

/** Rolls back the trials taken so far. */
class TrialsUnavailable extends Error {
  override readonly name = "TrialsUnavailable";
}

export type Breaker = ReturnType<typeof createBreaker>;
