import type { Tx } from "#platform/db/database.ts";
import type { Period } from "#platform/http/period.ts";
import type { Decision } from "../turn.types.ts";

export interface CountedTurns {
  chatbot_id: string;
  name: string;
  decision: Decision;
  turns: number;
}

/** For each chatbot that is there, its turns of the period, by what it decided. */
export function countTurns(tx: Tx, { since, until }: Period): Promise<CountedTurns[]> {
  return tx.query<CountedTurns>({
    name: "chatbot_turns_summary",
    // chatbot by chatbot, so that the index by chatbot and time is read
    text: `select b.id as chatbot_id, b.name, u.decision, u.turns
             from chatbots b
            cross join lateral (
              select s.decision, count(*)::integer as turns from chatbot_turns s
               where s.tenant_id = $1 and s.chatbot_id = b.id and s.created_at >= $2 and s.created_at < $3
               group by s.decision) u
            where b.tenant_id = $1 and b.deleted_at is null`,
    values: [tx.tenantId, since, until],
  });
}
