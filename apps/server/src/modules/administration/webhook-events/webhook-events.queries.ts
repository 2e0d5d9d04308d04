import type { ReachedRows } from "#platform/auth/reach.ts";
import { firstIdAt } from "#platform/ids/ids.ts";
import type { outcomes, recordStates } from "./webhook-events.schema.ts";

export interface RecordRow {
  direction: "inbound" | "outbound";
  tenant_id: string;
  id: string;
  /** The id of the channel or the endpoint. */
  about_id: string;
  event_id: string | null;
  type: string;
  stored_state: "ready" | "leased" | "failed" | Exclude<(typeof outcomes)[number], "failed">;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  processed_at: Date | null;
  channel_kind: string | null;
}

export interface RecordFilter {
  direction?: "inbound" | "outbound" | undefined;
  state?: (typeof recordStates)[number] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
}

const inbound = {
  table: "inbound_events",
  id: "e.seq",
  at: "e.received_at",
  columns: `'inbound' as direction, e.tenant_id, e.seq as id, e.channel_id as about_id, null::uuid as event_id, 'callback' as type, e.state as stored_state,
    e.attempts, e.last_error, e.received_at as created_at, e.processed_at`,
};
const outbound = {
  table: "webhook_deliveries",
  id: "e.id",
  at: "e.created_at",
  columns: `'outbound' as direction, e.tenant_id, e.id, e.endpoint_id as about_id, e.event_id, e.event_type as type, e.state as stored_state, e.attempts,
    e.last_error, e.created_at, e.completed_at as processed_at`,
};

const conditions = {
  pending: "e.state = 'ready'",
  processing: "e.state = 'leased'",
  done: "e.state in ('processed', 'ignored', 'delivered', 'skipped')",
  failed: "e.state = 'failed'",
} as const;

/** Ids may be slightly ahead if their source kept counting while its clock stood still. */
const idSlackMs = 60_000;

/**
 * Newest first by id, which grows with time: both halves scan their own index from the start of the page and stop after a page, for each
 * organization in turn if all are requested. The statement has no name: the two tables are queues, and a plan made while one was empty must
 * not be cached (modules/events/webhooks/delivering/sending.queries.ts).
 */
export function listRecords(rows: ReachedRows, filter: RecordFilter, after: string | null, limit: number): Promise<RecordRow[]> {
  const values: unknown[] = [...rows.values, limit];
  const limitAt = `$${values.length}`;
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const [since, sinceId, until, untilId, afterId] = [
    filter.since === undefined ? null : value(filter.since),
    filter.since === undefined ? null : value(firstIdAt(filter.since.getTime() - idSlackMs)),
    filter.until === undefined ? null : value(filter.until),
    filter.until === undefined ? null : value(firstIdAt(filter.until.getTime() + idSlackMs)),
    after === null ? null : value(after),
  ];
  const half = (of: typeof inbound) => {
    const where = [rows.kind === "all" ? "e.tenant_id = t.tenant_id" : rows.where("e.tenant_id")];
    if (filter.state !== undefined) where.push(conditions[filter.state]);
    if (since !== null) where.push(`${of.at} >= ${since}::timestamptz and ${of.id} >= ${sinceId}::uuid`);
    if (until !== null) where.push(`${of.at} < ${until}::timestamptz and ${of.id} < ${untilId}::uuid`);
    if (afterId !== null) where.push(`${of.id} < ${afterId}::uuid`);
    const page = `select ${of.columns} from ${of.table} e where ${where.join(" and ")} order by ${of.id} desc limit ${limitAt}`;
    return rows.kind === "all"
      ? `(select p.* from tenants t cross join lateral (${page}) p order by p.id desc limit ${limitAt})`
      : `(${page})`;
  };
  const halves = [...(filter.direction === "outbound" ? [] : [half(inbound)]), ...(filter.direction === "inbound" ? [] : [half(outbound)])];
  return rows.query<RecordRow>({
    text: `select p.*, c.kind as channel_kind
             from (select * from (${halves.join(" union all ")}) both_halves order by id desc limit ${limitAt}) p
             left join channels c on p.direction = 'inbound' and c.tenant_id = p.tenant_id and c.id = p.about_id
            order by p.id desc`,
    values,
  });
}

/** Includes the payload: the platform's callback while it is kept, the event while it is in the log. */
export async function findRecord(
  rows: ReachedRows,
  direction: "inbound" | "outbound",
  id: string,
): Promise<(RecordRow & { payload: string | null; event_data: unknown; event_created_at: Date | null }) | null> {
  const of = direction === "inbound" ? inbound : outbound;
  const wanted = `select e.* from ${of.table} e where ${of.id} = $${rows.values.length + 1}`;
  const source =
    rows.kind === "all"
      ? `(select e.* from tenants t cross join lateral (${wanted} and e.tenant_id = t.tenant_id) e) e`
      : `(${wanted} and ${rows.where("e.tenant_id")}) e`;
  const [row] = await rows.query<RecordRow & { payload: string | null; event_data: unknown; event_created_at: Date | null }>({
    name: `webhook_event_${direction}_${rows.kind}`,
    text:
      direction === "inbound"
        ? `select ${of.columns}, e.payload, null::json as event_data, null::timestamptz as event_created_at, c.kind as channel_kind
             from ${source} left join channels c on c.tenant_id = e.tenant_id and c.id = e.channel_id`
        : `select ${of.columns}, null as payload, l.data as event_data, l.created_at as event_created_at, null as channel_kind
             from ${source} left join event_log l on l.tenant_id = e.tenant_id and l.id = e.event_id`,
    values: [...rows.values, id],
  });
  return row ?? null;
}
