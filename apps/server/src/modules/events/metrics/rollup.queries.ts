import type { Database, Statement } from "#platform/db/database.ts";
import { addBins, encodeBins } from "./histogram.ts";
import { type ConversationState, type Duration, durationNames, type SurveyedGroup } from "./rollup.fold.ts";
import type { RollupRow, Tally } from "./rollup.tally.ts";

/**
 * Statements of the one reader of the log that counts for all tenants. They run as the cross-tenant worker: the log contains the tenants
 * with events. Every predicate still names the tenant. Statements that join with a batch have no name, so that they are planned for the
 * current size of the tables (see webhooks/delivering/sending.queries.ts).
 */
type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export const consumer = "metrics";
/** The consumer that runs the SLA clocks of conversations: their met and missed targets come from it. */
export const slaConsumer = "sla";

export interface ConversationKey {
  tenantId: string;
  conversationId: string;
}

interface StateRow {
  tenant_id: string;
  conversation_id: string;
  assignee_id: string | null;
  opened_at: Date;
  waiting_since: Date | null;
  first_answered: boolean;
  resolved: boolean;
  with_bot: boolean;
  division_id: string | null;
  label_ids: string[];
  surveyed: SurveyedGroup | null;
}

export async function readStates(
  database: Pick<Database, "worker">,
  keys: ConversationKey[],
): Promise<{ key: ConversationKey; state: ConversationState }[]> {
  if (keys.length === 0) return [];
  const rows = await database.worker<StateRow>({
    text: `select s.* from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
             join metric_conversations s on s.tenant_id = k.tenant_id and s.conversation_id = k.id`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.conversationId)],
  });
  return rows.map((row) => ({
    key: { tenantId: row.tenant_id, conversationId: row.conversation_id },
    state: {
      assigneeId: row.assignee_id,
      openedAt: row.opened_at.getTime(),
      waitingSince: row.waiting_since?.getTime() ?? null,
      firstAnswered: row.first_answered,
      resolved: row.resolved,
      withBot: row.with_bot,
      divisionId: row.division_id,
      labelIds: row.label_ids,
      surveyed: row.surveyed,
    },
  }));
}

/** The current state of conversations whose creation is no longer in the log. */
export interface ConversationFacts {
  tenant_id: string;
  id: string;
  assignee_id: string | null;
  created_at: Date;
  first_replied_at: Date | null;
  resolved_at: Date | null;
  with_bot: boolean;
  division_id: string | null;
  label_ids: string[];
}

export async function readConversations(database: Pick<Database, "worker">, keys: ConversationKey[]): Promise<ConversationFacts[]> {
  if (keys.length === 0) return [];
  return database.worker<ConversationFacts>({
    text: `select c.tenant_id, c.id, c.assignee_id, c.created_at, c.first_replied_at, c.resolved_at,
                  c.pending_reason is not distinct from 'bot' as with_bot, c.division_id, c.label_ids
             from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id) join conversations c on c.tenant_id = k.tenant_id and c.id = k.id`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.conversationId)],
  });
}

/** The current ids of labels by name: one per requested name, or null. */
export async function readLabelIds(
  database: Pick<Database, "worker">,
  asked: { tenantId: string; name: string }[],
): Promise<{ n: number; id: string }[]> {
  if (asked.length === 0) return [];
  return database.worker<{ n: number; id: string }>({
    text: `select (x.n - 1)::integer as n, l.id from unnest($1::uuid[], $2::text[]) with ordinality as x(tenant_id, name, n)
             join labels l on l.tenant_id = x.tenant_id and l.name_key = label_key(x.name)`,
    values: [asked.map(({ tenantId }) => tenantId), asked.map(({ name }) => name)],
  });
}

export interface Outcome {
  tenant_id: string;
  subject: "tickets" | "conversations";
  target: string;
  met: boolean;
  at: Date;
  channel_id: string | null;
  assignee_id: string | null;
  division_id: string | null;
  label_ids: string[];
}

export async function hasUncountedOutcomes(database: Pick<Database, "worker">): Promise<boolean> {
  const [row] = await database.worker<{ found: boolean }>({
    name: "metrics_outcomes_waiting",
    text: "select exists (select from sla_outcomes where not counted) as found",
  });
  return row?.found === true;
}

/** Locks the cursor for the transaction, so that there is only one writer of rollups. Waits for the current holder. */
export async function waitForCursor(query: Query): Promise<void> {
  await query({
    name: "metrics_cursor_lock",
    text: "select 1 from event_cursors where consumer = $1 for no key update",
    values: [consumer],
  });
}

/** Outcomes not counted yet; they count once this transaction commits. */
export function takeOutcomes(query: Query, limit: number): Promise<Outcome[]> {
  return query<Outcome>({
    name: "metrics_outcomes_take",
    text: `update sla_outcomes o set counted = true
             from (select x.tenant_id, x.id from sla_outcomes x where not x.counted order by x.tenant_id, x.created_at limit $1) n
            where o.tenant_id = n.tenant_id and o.id = n.id
           returning o.tenant_id, o.subject, o.target, o.met, o.at, o.channel_id, o.assignee_id, o.division_id, o.label_ids`,
    values: [limit],
  });
}

const amountColumns = [
  "messages_received",
  "sent_member",
  "sent_api",
  "sent_chatbot",
  "sent_flow",
  "sent_broadcast",
  "sent_platform",
  "messages_delivered",
  "messages_read",
  "messages_failed",
  "conversations_created",
  "conversations_reopened",
  "conversations_resolved",
  "new_contacts",
  "first_responses",
  "first_response_ms",
  "responses",
  "response_ms",
  "resolutions",
  "resolution_ms",
] as const;
/** Null when empty. */
const sparseColumns = [
  "conversations_labelled",
  "csat_asked",
  "csat_answered",
  "csat_points",
  "csat_satisfied",
  "sla_first_response_met",
  "sla_first_response_missed",
  "sla_next_response_met",
  "sla_next_response_missed",
  "sla_resolution_met",
  "sla_resolution_missed",
  "ticket_sla_met",
  "ticket_sla_missed",
] as const;
const binColumns = durationNames.map((duration) => `${duration}_bins` as const);

const placeTypes =
  "tenant_id uuid, label_id uuid, grain smallint, detail boolean, bucket_at timestamptz, channel_id uuid, assignee_id uuid, division_id uuid";
const placeColumns = placeTypes.replaceAll(/ (uuid|smallint|boolean|timestamptz)/g, "");

/**
 * Adds the histograms already stored to those of the batch. Read before the transaction: nobody else writes them
 * without moving the cursor, in which case the batch is not written at all.
 */
export async function addStoredBins(database: Pick<Database, "worker">, tally: Tally): Promise<void> {
  const rows = [...tally.rollups.values()].filter(({ bins }) => bins.size > 0);
  if (rows.length === 0) return;
  const stored = await database.worker<{ n: number } & Record<`${Duration}_bins`, Buffer | null>>({
    text: `select x.n, ${binColumns.map((c) => `r.${c}`).join(", ")}
             from json_to_recordset($1::json) as x(n integer, ${placeTypes})
             join metric_rollups r on r.tenant_id = x.tenant_id and r.label_id = x.label_id and r.grain = x.grain and r.detail = x.detail
              and r.bucket_at = x.bucket_at and r.channel_id = x.channel_id and r.assignee_id = x.assignee_id and r.division_id = x.division_id`,
    values: [JSON.stringify(rows.map(({ place }, n) => ({ n, ...place })))],
  });
  for (const found of stored) {
    for (const [duration, bins] of (rows[found.n] as RollupRow).bins) {
      const bytes = found[`${duration}_bins`];
      if (bytes !== null) addBins(bins, bytes);
    }
  }
}

const countColumns = [...amountColumns, ...sparseColumns];
const addRollups = `insert into metric_rollups as r (${placeColumns}, ${countColumns.join(", ")}, ${binColumns.join(", ")})
  select ${placeColumns}, ${amountColumns.map((c) => `coalesce(${c}, 0)`).join(", ")}, ${sparseColumns.join(", ")}, ${binColumns.join(", ")}
    from json_to_recordset($1::json) as x(${placeTypes}, ${countColumns.map((c) => `${c} ${c.endsWith("_ms") ? "bigint" : "integer"}`).join(", ")},
      ${binColumns.map((c) => `${c} bytea`).join(", ")})
  on conflict (${placeColumns}) do update
     set ${amountColumns.map((c) => `${c} = r.${c} + excluded.${c}`).join(", ")},
         ${sparseColumns.map((c) => `${c} = case when excluded.${c} is null then r.${c} else coalesce(r.${c}, 0) + excluded.${c} end`).join(", ")},
         ${binColumns.map((c) => `${c} = coalesce(excluded.${c}, r.${c})`).join(", ")}`;

/** Stores what a batch counted. Not safe to run twice: runs in the transaction that moved the cursor. */
export async function addTally(query: Query, tally: Tally): Promise<void> {
  const add = (text: string, rows: object[]) => (rows.length === 0 ? Promise.resolve([]) : query({ text, values: [JSON.stringify(rows)] }));
  await Promise.all([
    add(
      addRollups,
      [...tally.rollups.values()].map(({ place, amounts, bins }) => ({
        ...place,
        ...Object.fromEntries(amounts),
        ...Object.fromEntries([...bins].map(([duration, counts]) => [`${duration}_bins`, `\\x${encodeBins(counts).toString("hex")}`])),
      })),
    ),
    add(
      // A row that already has the bits is not written.
      `insert into metric_contact_days as d (tenant_id, day, channel_id, contact_id, before_noon, after_noon)
       select x.tenant_id, x.day, x.channel_id, x.contact_id, bit_or(x.before_noon), bit_or(x.after_noon) from json_to_recordset($1::json)
         as x(tenant_id uuid, day date, channel_id uuid, contact_id uuid, before_noon bigint, after_noon bigint)
        group by x.tenant_id, x.day, x.channel_id, x.contact_id
       on conflict (tenant_id, day, channel_id, contact_id) do update
          set before_noon = d.before_noon | excluded.before_noon, after_noon = d.after_noon | excluded.after_noon
        where (d.before_noon | excluded.before_noon, d.after_noon | excluded.after_noon) <> (d.before_noon, d.after_noon)`,
      [...tally.contacts.values()],
    ),
  ]);
}

export async function writeStates(query: Query, states: { key: ConversationKey; state: ConversationState }[]): Promise<void> {
  if (states.length === 0) return;
  await query({
    text: `insert into metric_conversations (tenant_id, conversation_id, assignee_id, opened_at, waiting_since, first_answered, resolved, with_bot,
             division_id, label_ids, surveyed)
           select x.tenant_id, x.conversation_id, x.assignee_id, x.opened_at, x.waiting_since, x.first_answered, x.resolved, x.with_bot,
                  x.division_id, x.label_ids, x.surveyed
             from json_to_recordset($1::json) as x(tenant_id uuid, conversation_id uuid, assignee_id uuid, opened_at timestamptz,
               waiting_since timestamptz, first_answered boolean, resolved boolean, with_bot boolean, division_id uuid, label_ids uuid[],
               surveyed jsonb)
           on conflict (tenant_id, conversation_id) do update
              set assignee_id = excluded.assignee_id, opened_at = excluded.opened_at, waiting_since = excluded.waiting_since,
                  first_answered = excluded.first_answered, resolved = excluded.resolved, with_bot = excluded.with_bot,
                  division_id = excluded.division_id, label_ids = excluded.label_ids, surveyed = excluded.surveyed`,
    values: [
      JSON.stringify(
        states.map(({ key, state }) => ({
          tenant_id: key.tenantId,
          conversation_id: key.conversationId,
          assignee_id: state.assigneeId,
          opened_at: new Date(state.openedAt).toISOString(),
          waiting_since: state.waitingSince === null ? null : new Date(state.waitingSince).toISOString(),
          first_answered: state.firstAnswered,
          resolved: state.resolved,
          with_bot: state.withBot,
          division_id: state.divisionId,
          label_ids: state.labelIds,
          surveyed: state.surveyed,
        })),
      ),
    ],
  });
}
