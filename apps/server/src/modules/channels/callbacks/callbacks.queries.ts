import type { InboundSettings } from "#modules/channels/inbound/index.ts";
import { reopenWindowHoursDefault } from "#modules/organizations/tenants/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";

export interface Route {
  tenant_id: string;
  channel_id: string;
}

/**
 * The channels addressed by an id in a callback of the shared provider app: those whose tenant has proved the id, never
 * those that only name it. Cross-tenant by nature, but returns one tenant's channels at most
 * (functions/prove_route.sql).
 */
export function sharedRoutes(database: Database, kind: string, by: string, externalId: string): Promise<Route[]> {
  return database.worker<Route>({
    name: "routes_shared",
    text: `select tenant_id, channel_id from channel_routes
            where kind = $1 and route_by = $2 and external_id = $3 and proof is not null`,
    values: [kind, by, externalId],
  });
}

/** The channels addressed by an id in a callback of a tenant's own provider app: channels of that tenant only. */
export function tenantRoutes(database: Database, tenantId: string, kind: string, by: string, externalId: string): Promise<Route[]> {
  return database.worker<Route>({
    name: "routes_of_tenant",
    text: "select tenant_id, channel_id from channel_routes where tenant_id = $1 and kind = $2 and route_by = $3 and external_id = $4",
    values: [tenantId, kind, by, externalId],
  });
}

/** The tenant of the channel whose id is in a callback address. Cross-tenant by nature. */
export async function channelOwner(database: Database, kind: string, channelId: string): Promise<Route | null> {
  const [row] = await database.worker<Route>({
    name: "route_of_channel",
    text: "select tenant_id, channel_id from channel_routes where channel_id = $1 and kind = $2 limit 1",
    values: [channelId, kind],
  });
  return row ?? null;
}

export interface NewInboundEvent {
  tenantId: string;
  channelId: string;
  providerEventId: string;
  seq: string;
  rank: number;
  payload: unknown;
  receivedAt: string;
  /**
   * The proved id by which the channel receives the item at the shared address; null: the item came to the address of the tenant's own app.
   */
  provedBy: "channel" | "account" | null;
}

/**
 * Stores items of many callbacks and tenants at once; with `lease` they are claimed for a process. Known items are skipped. The receiver of
 * an item at the shared address was looked up earlier and may be cached, so this statement checks the proof again; items whose proof is
 * lost are not stored but returned as `lost`, to be looked up again.
 */
export async function insertInboundEvents(
  database: Database,
  items: NewInboundEvent[],
  lease: { until: Date; holder: number } | null,
): Promise<{ stored: Set<string>; lost: Set<string> }> {
  const rows = await database.worker<{ seq: string; lost: boolean }>({
    name: "inbound_insert",
    text: `with given as materialized (
             select e.*, e."provedBy" is null or exists (
                      select from channel_routes r where r.tenant_id = e."tenantId" and r.channel_id = e."channelId"
                         and r.route_by = e."provedBy" and r.proof is not null) as may
               from json_to_recordset($1::json) as e("tenantId" uuid, "channelId" uuid, "providerEventId" text, seq uuid, rank smallint,
                 payload json, "receivedAt" timestamptz, "provedBy" text)),
           made as (
             insert into inbound_events (tenant_id, channel_id, provider_event_id, seq, rank, payload, state, attempts, run_at, lease_until, holder,
                                         received_at)
             select e."tenantId", e."channelId", e."providerEventId", e.seq, e.rank, e.payload::text,
                    case when $2::timestamptz is null then 'ready' else 'leased' end, case when $2::timestamptz is null then 0 else 1 end,
                    e."receivedAt", $2, $3::integer, e."receivedAt"
               from given e where e.may
              order by e."tenantId", e."channelId", e."providerEventId"
             on conflict do nothing returning seq)
           select seq, false as lost from made union all select seq, true from given where not may`,
    values: [JSON.stringify(items), lease?.until ?? null, lease?.holder ?? null],
  });
  const of = (lost: boolean) => new Set(rows.filter((row) => row.lost === lost).map((row) => row.seq));
  return { stored: of(false), lost: of(true) };
}

export interface InboundRow {
  tenant_id: string;
  channel_id: string;
  provider_event_id: string;
  seq: string;
  rank: number;
  payload: string;
  attempts: number;
  /** See Claimed. */
  deaths?: number;
  received_at: Date;
}

export const inboundBatchMax = 200;

export const inboundSource: ClaimSource = {
  table: "inbound_events",
  lane: "channel_id",
  order: "t.run_at, t.rank, t.seq",
  key: ["channel_id", "provider_event_id"],
  columns: ["seq", "rank", "payload", "received_at"],
  setAside: "state = 'failed', last_error = reason, processed_at = $1",
  // Rows claimed beyond this only wait in memory, in this order.
  inProgress: { partitionBy: "tenant_id", rows: inboundBatchMax },
};

export interface Verdict {
  channel_id: string;
  provider_event_id: string;
  state: "processed" | "ignored" | "ready" | "failed";
  run_at: string;
  last_error: string | null;
}

/**
 * Closes processed rows and drops their payload, because the message now holds what is worth keeping. one_expected() and the coalesce hide
 * two wrong estimates from the planner (a hundred rows given; hardly any row open, as observed while the queue was empty): it must find
 * rows by key instead of reading all open rows for each verdict (measured: 65 ms for 186 rows, 3 ms this way).
 */
export async function finishInbound(tx: Tx, now: Date, verdicts: Verdict[]): Promise<void> {
  await tx.query({
    name: "inbound_finish",
    text: `update inbound_events e
              set state = v.state, run_at = v.run_at, lease_until = null, last_error = v.last_error,
                  payload = case when v.state in ('processed', 'ignored') then null else e.payload end,
                  processed_at = case when v.state <> 'ready' then $2::timestamptz end
             from (select * from jsonb_to_recordset($3::jsonb) as x(n integer, channel_id uuid, provider_event_id text, state text,
                     run_at timestamptz, last_error text) where one_expected(x.n)) v
            where e.tenant_id = $1 and e.channel_id = v.channel_id and e.provider_event_id = v.provider_event_id
              and coalesce(e.state, '') in ('leased', 'ready')`,
    values: [tx.tenantId, now, JSON.stringify(verdicts.map((verdict, n) => ({ n, ...verdict })))],
  });
}

export interface ReceiveResult {
  n: number;
  outcome: "stored" | "duplicate";
  message_id: string | null;
  conversation_id: string | null;
  contact_id: string | null;
}

export function receiveMessages(tx: Tx, now: Date, items: object[]): Promise<ReceiveResult[]> {
  return tx.query<ReceiveResult>({
    name: "receive_messages",
    text: "select n, outcome, message_id, conversation_id, contact_id from receive_messages($1, $2, $3)",
    values: [tx.tenantId, now, JSON.stringify(items)],
  });
}

export function applyStatuses(
  tx: Tx,
  now: Date,
  items: object[],
): Promise<{ n: number; outcome: "applied" | "stale" | "missing"; message_id: string }[]> {
  return tx.query({
    name: "apply_statuses",
    text: "select n, outcome, message_id from apply_statuses($1, $2, $3)",
    values: [tx.tenantId, now, JSON.stringify(items)],
  });
}

export async function readInboundSettings(tx: Tx): Promise<InboundSettings> {
  const [row] = await tx.query<{ settings: Partial<InboundSettings>; surveys_enabled: boolean; has_chatbot: boolean }>({
    name: "tenant_inbound_settings",
    text: `select t.settings, exists (select from agent_settings a where a.tenant_id = $1 and a.csat_enabled) as surveys_enabled,
                  exists (select from chatbots b where b.tenant_id = $1 and b.is_active and b.deleted_at is null) as has_chatbot
             from tenants t where t.tenant_id = $1`,
    values: [tx.tenantId],
  });
  return {
    ...row?.settings,
    surveysEnabled: row?.surveys_enabled ?? false,
    hasChatbot: row?.has_chatbot ?? false,
    reopenWindowHours: row?.settings.reopenWindowHours ?? reopenWindowHoursDefault,
  };
}
