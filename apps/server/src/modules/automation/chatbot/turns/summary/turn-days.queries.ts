import type { Database, Tx } from "#platform/db/database.ts";

/** Chatbots of all tenants that are not deleted, in id order, after a given one. */
export function listChatbots(
  database: Pick<Database, "worker">,
  after: { tenantId: string; id: string },
  limit: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "chatbot_turn_days_chatbots",
    text: `select tenant_id, id from chatbots where deleted_at is null and (tenant_id, id) > ($1::uuid, $2::uuid)
            order by tenant_id, id limit $3`,
    values: [after.tenantId, after.id, limit],
  });
}

/**
 * Recounts a chatbot's turns of the days before `before` (YYYY-MM-DD). Exact whatever else happens: a turn and its row of change are
 * committed together, so this statement sees either both, and replaces them with its count, or neither, and the row remains to be added.
 */
export async function countDays(tx: Tx, chatbotId: string, before: string): Promise<void> {
  // Also the lock: two concurrent counts would each add theirs. The statement below begins once it is held, and so sees what the other
  // wrote.
  const [chatbot] = await tx.query<{ before: string }>({
    name: "chatbot_turn_days_begin",
    text: `update chatbots set turns_counted_before = greatest(turns_counted_before, $3::date)
            where tenant_id = $1 and id = $2 returning turns_counted_before::text as before`,
    values: [tx.tenantId, chatbotId, before],
  });
  if (chatbot === undefined) return;
  await tx.query({
    name: "chatbot_turn_days_count",
    text: `with replaced as (
             delete from chatbot_turn_days d where d.tenant_id = $1 and d.chatbot_id = $2 and d.day < $3::date)
           insert into chatbot_turn_days (tenant_id, chatbot_id, day, decision, turns)
           select $1, $2, (s.created_at at time zone 'UTC')::date, s.decision, count(*)::integer
             from chatbot_turns s
            where s.tenant_id = $1 and s.chatbot_id = $2 and s.created_at < $3::date::timestamp at time zone 'UTC'
            group by 3, 4`,
    values: [tx.tenantId, chatbotId, chatbot.before],
  });
}
