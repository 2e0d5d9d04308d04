import type { Tx } from "#platform/db/database.ts";
import type { Period } from "#platform/http/period.ts";
import type { Decision } from "../turn.types.ts";

export interface CountedTurns {
  chatbot_id: string;
  name: string;
  decision: Decision;
  turns: number;
}

const dayMs = 86_400_000;
const [firstMs, lastMs] = [Date.parse("0001-01-01"), Date.parse("9999-12-31")];
/** A day within PostgreSQL's range. */
const dayOf = (ms: number) => new Date(Math.min(Math.max(ms, firstMs), lastMs)).toISOString().slice(0, 10);

/**
 * For each existing chatbot, its turns of the period, by decision. Whole UTC days that have been counted are read as such, the parts before
 * and after them from the turns.
 */
export function countTurns(tx: Tx, { since, until }: Period): Promise<CountedTurns[]> {
  const firstDay = dayOf(Math.ceil(since.getTime() / dayMs) * dayMs);
  return tx.query<CountedTurns>({
    name: "chatbot_turns_summary",
    // Chatbot by chatbot, so that the indexes by chatbot and time are used. Without a whole counted day, the first part is everything.
    text: `select b.id as chatbot_id, b.name, u.decision, sum(u.turns)::integer as turns
             from chatbots b
            cross join lateral (
              select case when least(b.turns_counted_before, $5::date) > $4::date then least(b.turns_counted_before, $5::date) end as end_day) w
            cross join lateral (
              select d.decision, sum(d.turns) as turns from chatbot_turn_days d
               where d.tenant_id = $1 and d.chatbot_id = b.id and d.day >= $4::date and d.day < w.end_day
               group by d.decision
              union all
              select s.decision, count(*) from chatbot_turns s
               where s.tenant_id = $1 and s.chatbot_id = b.id and s.created_at >= $2
                 and s.created_at < case when w.end_day is null then $3 else $4::date::timestamp at time zone 'UTC' end
               group by s.decision
              union all
              select s.decision, count(*) from chatbot_turns s
               where s.tenant_id = $1 and s.chatbot_id = b.id and s.created_at >= w.end_day::timestamp at time zone 'UTC' and s.created_at < $3
               group by s.decision) u
            where b.tenant_id = $1 and b.deleted_at is null
            group by b.id, b.name, u.decision having sum(u.turns) > 0`,
    values: [tx.tenantId, since, until, firstDay, dayOf(until.getTime())],
  });
}
