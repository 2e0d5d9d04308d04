import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { movesDue, lockMove, batchMax, moveConversations, nextConversation, moveMessages, keep, endPass } from "./moves.queries.ts";

export interface MoveLoopDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
}

const identitiesMax = 20;
const pollMs = 1_000;

/**
 * Moves messages along with their conversation, and conversations with their identity, after a merge or its undoing. Idempotent and safe to
 * run concurrently: it makes rows agree with the current state, whatever was merged or undone in between.
 */
export function createMoveLoop(deps: MoveLoopDeps): Loop {
  const turns = createTenantTurns(deps, "messages could not follow a merge; it is retried");

  async function run(): Promise<boolean> {
    // Runs as the cross-tenant worker, because a timer cannot know which tenants have any. Only lists them.
    const due = await turns.list((skipped) => movesDue(deps.database, deps.clock.now(), skipped, identitiesMax));
    let moved = 0;
    for (const move of due) {
      if (await turns.run(move.tenant_id, (tx) => step(tx, move.identity_id, deps.clock.now()))) moved += 1;
    }
    return moved > 0;
  }

  return createLoop({ name: "contact moves", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** One batch of one identity. False: another worker has it. */
async function step(tx: Tx, identityId: string, now: Date): Promise<boolean> {
  const [state] = await lockMove(tx, identityId, now);
  if (state === undefined) return false;
  if (state.conversation_id === null) await moveConversations(tx, identityId);
  const conversationId = state.conversation_id ?? (await nextConversation(tx, identityId, null));
  if (conversationId === null) return endPass(tx, identityId, now, state.last_pass);
  const [last] = await moveMessages(tx, conversationId, state);
  if (last !== undefined && last.count === batchMax) return keep(tx, identityId, now, conversationId, last.at, last.id);
  const next = await nextConversation(tx, identityId, conversationId);
  return next === null ? endPass(tx, identityId, now, state.last_pass) : keep(tx, identityId, now, next, null, null);
}
