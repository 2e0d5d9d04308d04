/** A year of what the reports count from rows instead of rollups, created by SQL: chatbot turns, surveys, flow runs, broadcasts. */
import type pg from "pg";
import type { Client } from "@parley/sdk";

export interface RowSizes {
  turns: number;
  runs: number;
  broadcasts: number;
}

/** Call after loadMetrics, whose conversations the surveys refer to. */
export async function loadRows(
  admin: pg.Client,
  parley: Client,
  { tenant, channel }: { tenant: string; channel: string },
  sizes: RowSizes,
): Promise<void> {
  const chatbot = await parley.chatbots.create({ name: "Assistant" });
  const flows: string[] = [];
  for (let i = 0; i < 12; i++) {
    const flow = await parley.flows.create({
      name: `Flow ${i}`,
      trigger: { type: "manual" },
      steps: [{ type: "add_tag", tag: "seen" }],
    });
    flows.push(uuidOf(flow.id));
  }
  await admin.query("set session_replication_role = replica");
  await loadYearBefore(admin, tenant);
  await loadTurns(admin, tenant, uuidOf(chatbot.id), sizes.turns);
  await loadPeople(admin, tenant);
  await loadSurveys(admin, tenant);
  await loadRuns(admin, tenant, flows, sizes.runs);
  await loadBroadcasts(admin, tenant, channel, sizes.broadcasts);
  await admin.query("reset session_replication_role");
  await admin.query(
    "vacuum analyze contacts, contact_identities, metric_rollups, metric_contact_days, chatbot_turns, csat_surveys, flow_runs, broadcasts, broadcast_counts",
  );
}

/** The comparison period is counted by day, so no other rows are needed. */
async function loadYearBefore(admin: pg.Client, tenant: string): Promise<void> {
  const columns = async (table: string, moved: Record<string, string>) => {
    const { rows } = await admin.query<{ name: string }>(
      "select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum",
      [table],
    );
    return rows.map(({ name }) => moved[name] ?? name).join(", ");
  };
  await admin.query(
    `insert into metric_rollups select ${await columns("metric_rollups", { bucket_at: "bucket_at - interval '366 days'" })}
       from metric_rollups where tenant_id = $1 and grain = 1440`,
    [tenant],
  );
  await admin.query(
    `insert into metric_contact_days select ${await columns("metric_contact_days", { day: "day - 366" })} from metric_contact_days where tenant_id = $1`,
    [tenant],
  );
}

async function loadTurns(admin: pg.Client, tenant: string, chatbot: string, count: number): Promise<void> {
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
}

/** As the nightly job does. */
export async function countTurnDays(admin: pg.Client, tenant: string): Promise<void> {
  await admin.query("delete from chatbot_turn_days where tenant_id = $1", [tenant]);
  await admin.query(
    `insert into chatbot_turn_days (tenant_id, chatbot_id, day, decision, turns)
     select tenant_id, chatbot_id, (created_at at time zone 'UTC')::date, decision, count(*) from chatbot_turns
      where tenant_id = $1 and created_at < date_trunc('day', now(), 'UTC') group by 1, 2, 3, 4`,
    [tenant],
  );
  await admin.query("update chatbots set turns_counted_before = (now() at time zone 'UTC')::date where tenant_id = $1", [tenant]);
  await admin.query("vacuum analyze chatbot_turn_days");
}

/** The people of the conversations: the latest ratings are shown with them. */
async function loadPeople(admin: pg.Client, tenant: string): Promise<void> {
  await admin.query(
    `insert into contacts (tenant_id, id, name, phone, phone_key, source, last_inbound_at, created_at, updated_at)
     select $1, contact_id, 'Person ' || n, '+447' || lpad(n::text, 9, '0'), '447' || lpad(n::text, 9, '0'), 'inbound', created_at, created_at, created_at
       from (select contact_id, created_at, row_number() over (order by created_at) as n from conversations where tenant_id = $1) c`,
    [tenant],
  );
  await admin.query(
    `insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, created_at)
     select $1, c.identity_id, c.contact_id, 'chat_app', p.phone_key, p.phone_key, c.created_at
       from conversations c join contacts p on p.tenant_id = $1 and p.id = c.contact_id where c.tenant_id = $1`,
    [tenant],
  );
}

/** One after each resolution; every third is answered. */
async function loadSurveys(admin: pg.Client, tenant: string): Promise<void> {
  await admin.query(
    `insert into csat_surveys (tenant_id, id, conversation_id, assignee_id, resolved_at, rating, answered_at, created_at)
     select $1, gen_random_uuid(), c.id, md5('agent' || c.n % 12)::uuid, c.at, case when c.n % 3 = 0 then 1 + (c.n / 3 * 7) % 5 end,
            case when c.n % 3 = 0 then c.at + interval '20 min' end, c.at + interval '10 min'
       from (select id, created_at + interval '2 h' as at, row_number() over (order by created_at) as n
               from conversations where tenant_id = $1 and status = 'resolved') c order by c.at`,
    [tenant],
  );
}

async function loadRuns(admin: pg.Client, tenant: string, flows: string[], count: number): Promise<void> {
  await admin.query(
    `insert into flow_runs (tenant_id, id, flow_id, version, contact_id, status, started_by, depth, context, place, steps, state, run_at, started_at, updated_at, ended_at)
     select $1, gen_random_uuid(), ($2::uuid[])[1 + g % cardinality($2::uuid[])], 1, md5('contact' || g)::uuid,
            (array['completed', 'completed', 'completed', 'handed_off', 'timed_out', 'cancelled'])[1 + g / 12 % 6], 'event', 0,
            jsonb_build_object('message', jsonb_build_object('text', repeat('What somebody wrote. ', 5))), 4, 4, 'idle', x.at, x.at, x.at + interval '1 min', x.at + interval '1 min'
       from generate_series(1, $3::integer) g cross join lateral (select now() - random() * interval '365 days' as at) x order by x.at`,
    [tenant, flows, count],
  );
}

async function loadBroadcasts(admin: pg.Client, tenant: string, channel: string, count: number): Promise<void> {
  await admin.query(
    `insert into broadcasts (tenant_id, id, title, channel_id, content, audience, status, state, run_at, recipients, frozen_at, created_by, created_at, updated_at, started_at, completed_at)
     select $1, md5('broadcast' || g)::uuid, 'Offer ' || g, $2, '{"type":"template","name":"offer","language":"en","variables":[]}', '{"all":true}',
            'completed', 'idle', x.at, 2000, x.at, 'api', x.at, x.at, x.at, x.at
       from generate_series(1, $3::integer) g cross join lateral (select now() - g * interval '365 days' / ($3::integer + 1) as at) x`,
    [tenant, channel, count],
  );
  await admin.query(
    `insert into broadcast_counts (tenant_id, broadcast_id, status, count)
     select $1, md5('broadcast' || g)::uuid, s.status, s.n from generate_series(1, $2::integer) g
      cross join (values ('delivered', 900), ('read', 800), ('replied', 200), ('failed', 100)) s(status, n)`,
    [tenant, count],
  );
}

const uuidOf = (wire: string) => wire.slice(wire.indexOf("_") + 1);
