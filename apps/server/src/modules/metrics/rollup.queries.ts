import type { Database, Statement } from "#platform/db/database.ts";
import { type LogPosition, logStart } from "#platform/events/tail.ts";
import type { ConversationState } from "./rollup.fold.ts";
import type { Tally } from "./rollup.tally.ts";

/**
 * Statements of the one reader of the log that counts for all tenants. They run as the cross-tenant worker: which tenants
 * have events is what the log tells. Every predicate still names the tenant. Those that join with a batch have no name, so
 * that they are planned for the size of the tables now (see webhooks/sending.queries.ts).
 */
type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export const consumer = "metrics";

export async function ensureCursor(database: Pick<Database, "worker">, now: Date): Promise<void> {
  await database.worker({
    name: "metrics_cursor_make",
    text: `insert into event_cursors (consumer, xid, event_id, updated_at) values ($1, $2::xid8, $3, $4) on conflict do nothing`,
    values: [consumer, logStart.xid, logStart.id, now],
  });
}

/** How far the log is counted. Reads the worker's table, which holds nothing of a tenant. */
export async function readCursor(database: Pick<Database, "worker">): Promise<LogPosition> {
  const [row] = await database.worker<LogPosition>({
    name: "metrics_cursor",
    text: "select xid::text as xid, event_id as id from event_cursors where consumer = $1",
    values: [consumer],
  });
  return row ?? logStart;
}

/** False: somebody else has moved it, and counted what lies between. */
export async function moveCursor(query: Query, from: LogPosition, to: LogPosition, now: Date): Promise<boolean> {
  const moved = await query({
    name: "metrics_cursor_move",
    text: `update event_cursors set xid = $4::xid8, event_id = $5, updated_at = $6
            where consumer = $1 and xid = $2::xid8 and event_id = $3 returning 1`,
    values: [consumer, from.xid, from.id, to.xid, to.id, now],
  });
  return moved.length === 1;
}

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
    },
  }));
}

/** What conversations are now whose beginning the log no longer holds. */
export interface ConversationFacts {
  tenant_id: string;
  id: string;
  assignee_id: string | null;
  created_at: Date;
  first_replied_at: Date | null;
  resolved_at: Date | null;
  with_bot: boolean;
}

export async function readConversations(database: Pick<Database, "worker">, keys: ConversationKey[]): Promise<ConversationFacts[]> {
  if (keys.length === 0) return [];
  return database.worker<ConversationFacts>({
    text: `select c.tenant_id, c.id, c.assignee_id, c.created_at, c.first_replied_at, c.resolved_at,
                  c.pending_reason is not distinct from 'bot' as with_bot
             from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id) join conversations c on c.tenant_id = k.tenant_id and c.id = k.id`,
    values: [keys.map((k) => k.tenantId), keys.map((k) => k.conversationId)],
  });
}

const rollupColumns = [
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

const addRollups = `insert into metric_rollups as r (tenant_id, grain, bucket_at, channel_id, assignee_id, ${rollupColumns.join(", ")})
  select x.tenant_id, x.grain, x.bucket_at, x.channel_id, x.assignee_id, ${rollupColumns.map((c) => `coalesce(x.${c}, 0)`).join(", ")}
    from json_to_recordset($1::json) as x(tenant_id uuid, grain smallint, bucket_at timestamptz, channel_id uuid, assignee_id uuid,
      ${rollupColumns.map((c) => `${c} ${c.endsWith("_ms") ? "bigint" : "integer"}`).join(", ")})
  on conflict (tenant_id, grain, bucket_at, channel_id, assignee_id) do update
     set ${rollupColumns.map((c) => `${c} = r.${c} + excluded.${c}`).join(", ")}`;

/** Stores what a batch counted. Not safe to run twice: runs in the transaction that moved the cursor. */
export async function addTally(query: Query, tally: Tally): Promise<void> {
  const add = (text: string, rows: Map<string, object>) =>
    rows.size === 0 ? Promise.resolve([]) : query({ text, values: [JSON.stringify([...rows.values()])] });
  await Promise.all([
    add(addRollups, tally.rollups),
    add(
      `insert into metric_histograms as h (tenant_id, duration, grain, bucket_at, channel_id, assignee_id, bin, observations)
       select x.* from json_to_recordset($1::json) as x(tenant_id uuid, duration text, grain smallint, bucket_at timestamptz,
         channel_id uuid, assignee_id uuid, bin smallint, observations integer)
       on conflict (tenant_id, duration, grain, bucket_at, channel_id, assignee_id, bin) do update
          set observations = h.observations + excluded.observations`,
      tally.histograms,
    ),
    add(
      // A row that has the bits already is left alone.
      `insert into metric_contact_days as d (tenant_id, day, channel_id, contact_id, quarters)
       select x.tenant_id, x.day, x.channel_id, x.contact_id, bit_or(x.quarters) from json_to_recordset($1::json)
         as x(tenant_id uuid, day date, channel_id uuid, contact_id uuid, quarters bit(96))
        group by x.tenant_id, x.day, x.channel_id, x.contact_id
       on conflict (tenant_id, day, channel_id, contact_id) do update
          set quarters = d.quarters | excluded.quarters where d.quarters | excluded.quarters <> d.quarters`,
      tally.contacts,
    ),
  ]);
}

export async function writeStates(query: Query, states: { key: ConversationKey; state: ConversationState }[]): Promise<void> {
  if (states.length === 0) return;
  await query({
    text: `insert into metric_conversations (tenant_id, conversation_id, assignee_id, opened_at, waiting_since, first_answered, resolved, with_bot)
           select x.tenant_id, x.conversation_id, x.assignee_id, x.opened_at, x.waiting_since, x.first_answered, x.resolved, x.with_bot
             from json_to_recordset($1::json) as x(tenant_id uuid, conversation_id uuid, assignee_id uuid, opened_at timestamptz,
               waiting_since timestamptz, first_answered boolean, resolved boolean, with_bot boolean)
           on conflict (tenant_id, conversation_id) do update
              set assignee_id = excluded.assignee_id, opened_at = excluded.opened_at, waiting_since = excluded.waiting_since,
                  first_answered = excluded.first_answered, resolved = excluded.resolved, with_bot = excluded.with_bot`,
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
        })),
      ),
    ],
  });
}
