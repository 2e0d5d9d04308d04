import type { AiKeysService, Breaker, CircuitRow, Failure, ProviderAccess, UsableKey } from "#modules/knowledge/ai-keys/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import type { RealtimeLink, RealtimeListener } from "../session/session.types.ts";
import { answerOffer } from "./realtime-calls.ts";
import { openRealtime } from "./realtime-socket.ts";

export interface ConnectingDeps {
  database: Database;
  keys: Pick<AiKeysService, "usable">;
  breaker: Breaker;
  guard: OutboundGuard;
  outbound: OutboundClient;
  timers: Timers;
  log: Log;
}

/** Whose keys, and for which model. */
export interface KeyChoice {
  tenantId: string;
  model: string;
  aiKeyId: string | null;
}

/** A session at the realtime provider whose audio flows directly between it and the caller. */
export interface DirectSession {
  /** The provider's id for it. */
  id: string;
  keyId: string;
  access: ProviderAccess;
  /** The session description that answers the caller's. */
  answer: string;
  failed: RealtimeLink["failed"];
}

/** A caller is waiting: with three keys, the last one may still answer within a ring or two. */
const keysMax = 3;

/** Keys whose providers support it: the chosen one first, those with an open circuit last. Pure. */
export function orderKeys(keys: readonly UsableKey[], circuits: readonly CircuitRow[], model: string, first: string | null): UsableKey[] {
  const isOpen = (key: UsableKey) =>
    circuits.some((circuit) => circuit.key_id === key.id && circuit.open_until !== null && ["", model].includes(circuit.model));
  const rank = (key: UsableKey) => (isOpen(key) ? 2 : 0) + (key.id === first ? 0 : 1);
  return keys
    .filter((key) => key.access.provider === "openai" || key.access.provider === "openai_compatible")
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, keysMax);
}

/** Opens a session with the first of the tenant's keys that works; null: none does. Key results are recorded as elsewhere. */
export function createConnecting(deps: ConnectingDeps) {
  async function withFirst<T>(
    { tenantId, model, aiKeyId }: KeyChoice,
    attempt: (key: UsableKey, failed: RealtimeLink["failed"]) => Promise<{ opened: T } | { failure: Failure; status: number | null }>,
  ): Promise<T | null> {
    const { keys, circuits } = await deps.database.withTenant(tenantId, (tx) => deps.keys.usable(tx));
    for (const key of orderKeys(keys, circuits, model, aiKeyId)) {
      const called = { ...key, tenantId };
      const tried = await attempt(key, (failure) => deps.breaker.failed(called, model, { failure, status: null, retryAfterMs: null }));
      if ("opened" in tried) {
        const open = circuits.filter((circuit) => circuit.key_id === key.id && circuit.open_until !== null);
        await deps.breaker
          .recordSuccess(called, open)
          .catch((error: unknown) => deps.log.error({ err: error }, "a working key could not be recorded"));
        return tried.opened;
      }
      deps.log.warn({ failure: tried.failure, status: tried.status }, "a realtime provider refused a session");
      await deps.breaker.failed(called, model, { ...tried, retryAfterMs: null });
    }
    return null;
  }

  return {
    /** Resolves once the session is configured. */
    connect: (given: KeyChoice & { session: object; listener: RealtimeListener }): Promise<RealtimeLink | null> =>
      withFirst(given, async ({ access }, failed) => {
        const opened = await openRealtime(deps, {
          access,
          target: { model: given.model },
          session: given.session,
          listener: given.listener,
        });
        return "link" in opened ? { opened: { ...opened.link, failed } } : opened;
      }),

    /** Passes the caller's session description to the provider. `session` names the model. */
    begin: (given: KeyChoice & { session: object; offer: string }): Promise<DirectSession | null> =>
      withFirst(given, async ({ id, access }, failed) => {
        const answered = await answerOffer(deps, { access, session: { ...given.session, model: given.model }, offer: given.offer });
        return "answer" in answered ? { opened: { id: answered.id, keyId: id, access, answer: answered.answer, failed } } : answered;
      }),

    /** The socket that controls such a session. `over`: the provider no longer has that session. */
    async steer({ access, id, failed }: DirectSession, session: object, listener: RealtimeListener): Promise<RealtimeLink | "over" | null> {
      const opened = await openRealtime(deps, { access, target: { callId: id }, session, listener });
      if ("link" in opened) return { ...opened.link, failed };
      deps.log.warn({ failure: opened.failure, status: opened.status }, "a realtime session could not be controlled");
      return opened.status === 404 ? "over" : null;
    },

    /** The key that a session was started with; null: it was deleted, or must no longer be used. */
    async accessOf(tenantId: string, keyId: string): Promise<ProviderAccess | null> {
      const { keys } = await deps.database.withTenant(tenantId, (tx) => deps.keys.usable(tx));
      return keys.find((key) => key.id === keyId)?.access ?? null;
    },
  };
}

export type Connecting = ReturnType<typeof createConnecting>;
export type Connect = Connecting["connect"];
