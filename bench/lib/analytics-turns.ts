/** A year of a chatbot's turns, made by SQL: one for each seventh message, as in the rollups of metrics-data.ts. */
import { randomUUID } from "node:crypto";
import type pg from "pg";

export async function loadTurns(admin: pg.Client, tenant: string, count: number): Promise<void> {
  const chatbot = randomUUID();
  await admin.query("set session_replication_role = replica");
  await admin.query(
    "insert into chatbots (tenant_id, id, name, is_active, settings, version, created_at, updated_at) values ($1, $2, 'Assistant', false, '{}', 1, now(), now())",
    [tenant, chatbot],
  );
  await admin.query(
    `insert into chatbot_turns (tenant_id, id, chatbot_id, chatbot_version, conversation_id, epoch, decision, reason, inbound_ids, reply, trace, provider, model,
       input_tokens, output_tokens, cost, began_at, created_at)
     select $1, gen_random_uuid(), $2, 1, md5('conversation' || g / 2)::uuid, 1, (array['answered', 'answered', 'answered', 'handed_over', 'declined'])[1 + g % 5], null,
            array[gen_random_uuid()], repeat('An answer of some length. ', 8),
            jsonb_build_object('steps', jsonb_build_array(jsonb_build_object('step', 'gates', 'result', 'ask'), jsonb_build_object('step', 'search', 'result', '3 passages'),
              jsonb_build_object('step', 'model', 'result', 'answered'), jsonb_build_object('step', 'checks', 'result', 'passed')), 'passages', '[]'::jsonb, 'question', 'A question?'),
            'openai', 'small', 900, 80, 0.002, x.at, x.at
       from generate_series(1, $3::integer) g cross join lateral (select now() - random() * interval '365 days' as at) x order by x.at`,
    [tenant, chatbot, count],
  );
  await admin.query("reset session_replication_role");
  await admin.query("vacuum analyze chatbot_turns");
}
