import type { Tx } from "#platform/db/database.ts";
import type { Period } from "#platform/http/period.ts";
import type { CallStatus } from "../calls.schema.ts";

export interface CountedCalls {
  voice_agent_id: string;
  name: string;
  direction: "inbound" | "outbound";
  status: CallStatus;
  calls: number;
  minutes: number;
  seconds: number;
  cost: string;
}

/** null: any. */
export interface CountedFilter {
  voiceAgentId: string | null;
  direction: CountedCalls["direction"] | null;
  status: CallStatus | null;
}

/** For each voice agent, deleted ones too, its calls that started in the period, by direction and status. */
export function countCalls(tx: Tx, { since, until }: Period, { voiceAgentId, direction, status }: CountedFilter): Promise<CountedCalls[]> {
  return tx.query<CountedCalls>({
    name: "voice_calls_summary",
    // agent by agent, so that only the index by agent and time is read
    text: `select a.id as voice_agent_id, a.name, c.*
             from voice_agents a
            cross join lateral (
              select s.direction, s.status, count(*)::integer as calls, sum(s.minutes)::integer as minutes, coalesce(sum(s.cost), 0)::text as cost,
                coalesce(round(extract(epoch from sum(s.ended_at - s.answered_at))), 0)::integer as seconds
                from voice_calls s
               where s.tenant_id = $1 and s.voice_agent_id = a.id and s.created_at >= $2 and s.created_at < $3
                 and ($5::text is null or s.direction = $5) and ($6::text is null or s.status = $6)
               group by s.direction, s.status) c
            where a.tenant_id = $1 and ($4::uuid is null or a.id = $4)`,
    values: [tx.tenantId, since, until, voiceAgentId, direction, status],
  });
}

export interface Latencies {
  /** null: for all of them together. */
  voice_agent_id: string | null;
  p50: number;
  p95: number;
}

/** For each agent's answers in these calls, and for all together. */
export function latenciesOf(tx: Tx, { since, until }: Period, { voiceAgentId, direction, status }: CountedFilter): Promise<Latencies[]> {
  return tx.query<Latencies>({
    name: "voice_latencies_summary",
    text: `select c.voice_agent_id, percentile_disc(0.5) within group (order by u.latency_ms) as p50,
             percentile_disc(0.95) within group (order by u.latency_ms) as p95
             from voice_calls c join voice_call_turns u on u.tenant_id = $1 and u.call_id = c.id
            where c.tenant_id = $1 and c.created_at >= $2 and c.created_at < $3 and u.latency_ms is not null
              and ($4::uuid is null or c.voice_agent_id = $4) and ($5::text is null or c.direction = $5) and ($6::text is null or c.status = $6)
            group by grouping sets ((c.voice_agent_id), ())
           having count(*) > 0`,
    values: [tx.tenantId, since, until, voiceAgentId, direction, status],
  });
}
