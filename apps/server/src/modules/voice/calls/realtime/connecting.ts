import type { AiKeysService, Breaker, CircuitRow, UsableKey } from "#modules/knowledge/ai-keys/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import type { RealtimeLink, RealtimeListener } from "../session/session.types.ts";
import { openRealtime } from "./realtime-socket.ts";

export interface ConnectingDeps {
  database: Database;
  keys: Pick<AiKeysService, "usable">;
  breaker: Breaker;
  guard: OutboundGuard;
  timers: Timers;
  log: Log;
}

/** A caller waits: with three keys the last one may still answer within a ring or two. */
const keysMax = 3;

/** Keys whose providers have the interface: the chosen one first, those with an open circuit last. Pure. */
export function orderKeys(keys: readonly UsableKey[], circuits: readonly CircuitRow[], model: string, first: string | null): UsableKey[] {
  const isOpen = (key: UsableKey) =>
    circuits.some((circuit) => circuit.key_id === key.id && circuit.open_until !== null && ["", model].includes(circuit.model));
  const rank = (key: UsableKey) => (isOpen(key) ? 2 : 0) + (key.id === first ? 0 : 1);
  return keys
    .filter((key) => key.access.provider === "openai" || key.access.provider === "openai_compatible")
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, keysMax);
}

/** Opens a session with the first of the tenant's keys that works; null: none does. What keys do is noted as elsewhere. */
export function createConnecting(deps: ConnectingDeps) {
  return async function connect(given: {
    tenantId: string;
    model: string;
    aiKeyId: string | null;
    session: object;
    listener: RealtimeListener;
  }): Promise<RealtimeLink | null> {
    const { keys, circuits } = await deps.database.withTenant(given.tenantId, (tx) => deps.keys.usable(tx));
    for (const key of orderKeys(keys, circuits, given.model, given.aiKeyId)) {
      const opened = await openRealtime(deps, { access: key.access, model: given.model, session: given.session, listener: given.listener });
      const called = { ...key, tenantId: given.tenantId };
      if ("link" in opened) {
        const open = circuits.filter((circuit) => circuit.key_id === key.id && circuit.open_until !== null);
        await deps.breaker.worked(called, open).catch((error: unknown) => deps.log.error({ err: error }, "a working key was not noted"));
        return opened.link;
      }
      deps.log.warn({ failure: opened.failure, status: opened.status }, "a realtime provider refused a session");
      await deps.breaker.failed(called, given.model, { ...opened, retryAfterMs: null });
    }
    return null;
  };
}

export type Connect = ReturnType<typeof createConnecting>;
