import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";

export interface MoveLoopDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
}

/** Rows locked at a time: some 20 ms. */
const batchMax = 500;
const identitiesMax = 20;
const pollMs = 1_000;
/**
 * Longer than any transaction lives: the second pass finds what a transaction wrote that had begun before the merge.
 */
const secondPassMs = 60_000;

interface Move {
  tenant_id: string;
  identity_id: string;
}

interface MoveState {
  last_pass: boolean;
  conversation_id: string | null;
  after_at: string | null;
  after_id: string | null;
}

/**
 * Moves messages with their conversation, and conversations with their identity, after a merge or its undoing.
 * Idempotent and safe to run concurrently: it makes rows agree with the state of that moment, whatever was merged or
 * undone in between.
 */
export function createMoveLoop(deps: MoveLoopDeps): Loop {
  async function run(): Promise<boolean> {
    // Runs as the cross-tenant worker, because a timer cannot know which tenants have any. It only lists them.
    const due = await deps.database.worker<Move>({
      name: "moves_due",
      text: "select tenant_id, identity_id from contact_moves where run_at <= $1 order by run_at limit $2",
      values: [deps.clock.now(), identitiesMax],
    });
    let moved = 0;
    for (const move of due) {
      if (await deps.database.withTenant(move.tenant_id, (tx) => step(tx, move.identity_id, deps.clock.now()))) moved += 1;
    }
    return moved > 0;
  }

  return createLoop({ name: "contact moves", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** One batch of one identity. False: somebody else is at it. */
async function step(tx: Tx, identityId: string, now: Date): Promise<boolean> {
  const [state] = await tx.query<MoveState>({
    name: "move_state",
    text: `select last_pass, conversation_id, after_at::text, after_id from contact_moves
            where tenant_id = $1 and identity_id = $2 and run_at <= $3 for update skip locked`,
    values: [tx.tenantId, identityId, now],
  });
  if (state === undefined) return false;
  if (state.conversation_id === null) await moveConversations(tx, identityId);
  const conversationId = state.conversation_id ?? (await nextConversation(tx, identityId, null));
  if (conversationId === null) return endPass(tx, identityId, now, state.last_pass);
  const [last] = await moveMessages(tx, conversationId, state);
  if (last !== undefined && last.count === batchMax) return keep(tx, identityId, conversationId, last.at, last.id);
  const next = await nextConversation(tx, identityId, conversationId);
  return next === null ? endPass(tx, identityId, now, state.last_pass) : keep(tx, identityId, next, null, null);
}

/** Those whose transaction had begun before the merge. */
async function moveConversations(tx: Tx, identityId: string): Promise<void> {
  await tx.query({
    name: "move_conversations",
    text: `with held as (
             select v.id, ci.contact_id from contact_identities ci
               join channels h on h.tenant_id = $1 and h.kind = ci.kind
               join conversations v on v.tenant_id = $1 and v.channel_id = h.id and v.identity_id = ci.id
              where ci.tenant_id = $1 and ci.id = $2 and v.contact_id <> ci.contact_id order by v.id for no key update of v)
           update conversations v set contact_id = held.contact_id from held where v.tenant_id = $1 and v.id = held.id`,
    values: [tx.tenantId, identityId],
  });
}

async function nextConversation(tx: Tx, identityId: string, after: string | null): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "move_next_conversation",
    text: `select v.id from contact_identities ci
             join channels h on h.tenant_id = $1 and h.kind = ci.kind
             join conversations v on v.tenant_id = $1 and v.channel_id = h.id and v.identity_id = ci.id
            where ci.tenant_id = $1 and ci.id = $2 and ($3::uuid is null or v.id > $3) order by v.id limit 1`,
    values: [tx.tenantId, identityId, after],
  });
  return row?.id ?? null;
}

/**
 * The next messages of a conversation, locked in the order of their ids as statuses lock them; returns where they end,
 * and how many they are.
 */
function moveMessages(tx: Tx, conversationId: string, from: MoveState): Promise<{ at: string; id: string; count: number }[]> {
  return tx.query({
    name: "move_messages",
    text: `with page as materialized (
             select m.id, m.occurred_at from messages m
              where m.tenant_id = $1 and m.conversation_id = $2
                and ($3::timestamptz is null or (m.occurred_at, m.id) > ($3::timestamptz, $4::uuid))
              order by m.occurred_at, m.id limit ${batchMax}
           ), held as materialized (
             select m.id, v.contact_id from messages m join conversations v on v.tenant_id = $1 and v.id = $2
              where m.tenant_id = $1 and m.id in (select p.id from page p) and m.contact_id <> v.contact_id
              order by m.id for no key update of m
           ), moved as (
             update messages m
                set contact_id = held.contact_id,
                    author_id = case when m.author_kind = 'contact' then wire_id('cnt', held.contact_id) else m.author_id end
               from held where m.tenant_id = $1 and m.id = held.id
           )
           select p.occurred_at::text as at, p.id, (select count(*)::int from page) as count
             from page p order by p.occurred_at desc, p.id desc limit 1`,
    values: [tx.tenantId, conversationId, from.after_at, from.after_id],
  });
}

async function keep(tx: Tx, identityId: string, conversationId: string, at: string | null, id: string | null): Promise<true> {
  await tx.query({
    name: "move_keep",
    text: `update contact_moves set conversation_id = $3, after_at = $4::timestamptz, after_id = $5 where tenant_id = $1 and identity_id = $2`,
    values: [tx.tenantId, identityId, conversationId, at, id],
  });
  return true;
}

async function endPass(tx: Tx, identityId: string, now: Date, last: boolean): Promise<true> {
  await tx.query(
    last
      ? {
          name: "move_done",
          text: "delete from contact_moves where tenant_id = $1 and identity_id = $2",
          values: [tx.tenantId, identityId],
        }
      : {
          name: "move_again",
          text: `update contact_moves set run_at = $3, last_pass = true, conversation_id = null, after_at = null, after_id = null
                  where tenant_id = $1 and identity_id = $2`,
          values: [tx.tenantId, identityId, new Date(now.getTime() + secondPassMs)],
        },
  );
  return true;
}
