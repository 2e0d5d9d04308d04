import type { Database, Tx } from "#platform/db/database.ts";

export interface Move {
  tenant_id: string;
  identity_id: string;
}

export interface MoveState {
  last_pass: boolean;
  conversation_id: string | null;
  after_at: string | null;
  after_id: string | null;
}

/** Rows locked at a time: about 20 ms. */
export const batchMax = 500;

/** Longer than any transaction lives: the second pass finds what was written by a transaction that began before the merge. */
export const secondPassMs = 60_000;

/** Moves those whose transaction began before the merge. */
export async function moveConversations(tx: Tx, identityId: string): Promise<void> {
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

export async function nextConversation(tx: Tx, identityId: string, after: string | null): Promise<string | null> {
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

/** The next messages of a conversation, locked in id order, in which statuses lock them; returns where they end, and how many there are. */
export function moveMessages(tx: Tx, conversationId: string, from: MoveState): Promise<{ at: string; id: string; count: number }[]> {
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

/** Moves it to the back of the queue as well, so that a person with many messages does not delay others. */
export async function keep(
  tx: Tx,
  identityId: string,
  now: Date,
  conversationId: string,
  at: string | null,
  id: string | null,
): Promise<true> {
  await tx.query({
    name: "move_keep",
    text: `update contact_moves set conversation_id = $3, after_at = $4::timestamptz, after_id = $5, run_at = $6
            where tenant_id = $1 and identity_id = $2`,
    values: [tx.tenantId, identityId, conversationId, at, id, now],
  });
  return true;
}

export async function endPass(tx: Tx, identityId: string, now: Date, last: boolean): Promise<true> {
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

export function movesDue(database: Pick<Database, "worker">, now: Date, except: string[], limit: number): Promise<Move[]> {
  return database.worker({
    name: "moves_due",
    text: "select tenant_id, identity_id from contact_moves where run_at <= $1 and tenant_id <> all($3::uuid[]) order by run_at limit $2",
    values: [now, limit, except],
  });
}

export function lockMove(tx: Tx, identityId: string, now: Date): Promise<MoveState[]> {
  return tx.query({
    name: "move_state",
    text: `select last_pass, conversation_id, after_at::text, after_id from contact_moves
            where tenant_id = $1 and identity_id = $2 and run_at <= $3 for update skip locked`,
    values: [tx.tenantId, identityId, now],
  });
}
