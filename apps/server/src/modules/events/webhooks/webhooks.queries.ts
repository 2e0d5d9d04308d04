import type { Tx } from "#platform/db/database.ts";
import { WEBHOOK_ATTEMPTS_MAX } from "#platform/retry/schedule.ts";
import type { FilterCondition } from "./data-filter.ts";
import type { SignatureScheme } from "./webhooks.schema.ts";

/**
 * What the API reads and writes, always inside one tenant. The statements of the delivery loops are in
 * sending.queries.ts.
 */
export interface EndpointRow {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  channel_ids: string[] | null;
  status: "active" | "paused" | "disabled";
  disabled_reason: string | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  failure_count: number;
  headers: Buffer | null;
  header_names: string[];
  max_per_second: number | null;
  filter: FilterCondition[];
  signature_scheme: SignatureScheme;
  signing_key: Buffer | null;
  public_key: string | null;
  previous_public_key: string | null;
  created_at: Date;
  updated_at: Date;
}

/** What a request may set besides the main fields. */
export type Controls = Pick<
  EndpointRow,
  "headers" | "header_names" | "max_per_second" | "filter" | "signature_scheme" | "signing_key" | "public_key"
>;

const endpointColumns = `w.id, w.url, w.events, w.description, w.channel_ids, w.status, w.disabled_reason, w.secret, w.previous_secret,
  w.previous_secret_expires_at, w.failing_since, w.failure_count, w.headers, w.header_names,
  w.max_per_second, w.filter, w.signature_scheme, w.signing_key, w.public_key, w.previous_public_key, w.created_at, w.updated_at`;

export async function findEndpoint(tx: Tx, id: string, lock = false): Promise<EndpointRow | null> {
  const [row] = await tx.query<EndpointRow>({
    name: lock ? "webhook_lock" : "webhook_by_id",
    text: `select ${endpointColumns} from webhook_endpoints w where w.tenant_id = $1 and w.id = $2 and w.deleted_at is null${lock ? " for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first, after the given position. */
export function listEndpoints(tx: Tx, status: string | undefined, after: string[] | null, limit: number): Promise<EndpointRow[]> {
  return tx.query<EndpointRow>({
    name: "webhooks_list",
    text: `select ${endpointColumns} from webhook_endpoints w
            where w.tenant_id = $1 and w.deleted_at is null and ($3::text is null or w.status = $3)
              and ($4::timestamptz is null or (w.created_at, w.id) < ($4::timestamptz, $5::uuid))
            order by w.created_at desc, w.id desc limit $2`,
    values: [tx.tenantId, limit, status ?? null, after?.[0] ?? null, after?.[1] ?? null],
  });
}

export async function countEndpoints(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: "webhooks_count",
    text: "select count(*)::int as n from webhook_endpoints where tenant_id = $1 and deleted_at is null",
    values: [tx.tenantId],
  });
  return row?.n ?? 0;
}

export async function insertEndpoint(
  tx: Tx,
  row: {
    id: string;
    url: string;
    events: string[];
    description: string | null;
    channelIds: string[] | null;
    secret: Buffer;
    now: Date;
  } & Controls,
): Promise<void> {
  await tx.query({
    name: "webhook_insert",
    text: `insert into webhook_endpoints (tenant_id, id, url, events, description, channel_ids, status, secret, created_at, updated_at,
                                          headers, header_names, max_per_second, filter, signature_scheme, signing_key, public_key)
           values ($1, $2, $3, $4, $5, $6, 'active', $7, $8, $8, $9, $10, $11, $12, $13, $14, $15)`,
    values: [tx.tenantId, row.id, row.url, row.events, row.description, row.channelIds, row.secret, row.now, ...controlValues(row)],
  });
}

const controlValues = (row: Controls) => [
  row.headers,
  row.header_names,
  row.max_per_second,
  JSON.stringify(row.filter),
  row.signature_scheme,
  row.signing_key,
  row.public_key,
];

/** Becoming active ends the run of failures: the endpoint gets a fresh start, and the time without deliveries does not count. */
export async function updateEndpoint(
  tx: Tx,
  id: string,
  row: Pick<EndpointRow, "url" | "events" | "description" | "channel_ids" | "status"> & Controls,
  now: Date,
): Promise<void> {
  await tx.query({
    name: "webhook_update",
    text: `update webhook_endpoints w
              set url = $3, events = $4, description = $5, channel_ids = $6, status = $7, updated_at = $8,
                  headers = $9, header_names = $10, max_per_second = $11, filter = $12, signature_scheme = $13, signing_key = $14, public_key = $15,
                  previous_signing_key = case when $14::bytea is null then null else w.previous_signing_key end,
                  previous_public_key = case when $14::bytea is null then null else w.previous_public_key end,
                  alert = case when w.status <> 'active' and $7 = 'active' then null else w.alert end,
                  alerted_at = case when w.status <> 'active' and $7 = 'active' then null else w.alerted_at end,
                  disabled_reason = case when w.status <> 'active' and $7 = 'active' then null else w.disabled_reason end,
                  failing_since = case when w.status <> 'active' and $7 = 'active' then null else w.failing_since end,
                  failure_count = case when w.status <> 'active' and $7 = 'active' then 0 else w.failure_count end
            where w.tenant_id = $1 and w.id = $2`,
    values: [tx.tenantId, id, row.url, row.events, row.description, row.channel_ids, row.status, now, ...controlValues(row)],
  });
}

/** Removed for its owner immediately, with its secrets erased; the worker deletes the dependent rows. */
export async function markEndpointDeleted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query({
    name: "webhook_delete",
    text: `update webhook_endpoints set deleted_at = $3, updated_at = $3, status = 'disabled', secret = ''::bytea, previous_secret = null,
                  headers = null, header_names = '{}', signing_key = null, public_key = null, previous_signing_key = null, previous_public_key = null, alert = null
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now],
  });
}

/** `keys`: the Ed25519 pair, if the webhook has one. */
export async function storeRotation(
  tx: Tx,
  id: string,
  next: {
    secret: Buffer;
    previous: Buffer;
    keys: { private: Buffer; public: string; previousPrivate: Buffer } | null;
    expiresAt: Date;
    now: Date;
  },
): Promise<void> {
  await tx.query({
    name: "webhook_rotate",
    text: `update webhook_endpoints w set secret = $3, previous_secret = $4, previous_secret_expires_at = $5, updated_at = $6,
                  signing_key = $7, previous_signing_key = $8, public_key = $9, previous_public_key = case when $9::text is null then null else w.public_key end
            where w.tenant_id = $1 and w.id = $2`,
    values: [
      tx.tenantId,
      id,
      next.secret,
      next.previous,
      next.expiresAt,
      next.now,
      next.keys?.private ?? null,
      next.keys?.previousPrivate ?? null,
      next.keys?.public ?? null,
    ],
  });
}

/** Those of these channels that the tenant has. */
export async function knownChannels(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>({
    name: "webhook_channels_known",
    text: "select id from channels where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null",
    values: [tx.tenantId, ids],
  });
  return new Set(rows.map((r) => r.id));
}

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  replay_id: string | null;
  state: "ready" | "leased" | "delivered" | "failed" | "skipped";
  attempts: number;
  run_at: Date;
  last_status: number | null;
  last_error: string | null;
  created_at: Date;
  completed_at: Date | null;
}

const deliveryColumns = `d.id, d.endpoint_id, d.event_id, d.event_type, d.replay_id, d.state, d.attempts, d.run_at, d.last_status, d.last_error,
  d.created_at, d.completed_at`;

export function listDeliveries(
  tx: Tx,
  endpointId: string,
  state: string | null,
  after: string[] | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return tx.query<DeliveryRow>({
    name: "deliveries_list",
    text: `select ${deliveryColumns} from webhook_deliveries d
            where d.tenant_id = $1 and d.endpoint_id = $2 and ($4::text is null or d.state = $4)
              and ($5::timestamptz is null or (d.created_at, d.id) < ($5::timestamptz, $6::uuid))
            order by d.created_at desc, d.id desc limit $3`,
    values: [tx.tenantId, endpointId, limit, state, after?.[0] ?? null, after?.[1] ?? null],
  });
}

export async function findDelivery(tx: Tx, endpointId: string, id: string, lock = false): Promise<DeliveryRow | null> {
  const [row] = await tx.query<DeliveryRow>({
    name: lock ? "delivery_lock" : "delivery_by_id",
    text: `select ${deliveryColumns} from webhook_deliveries d
            where d.tenant_id = $1 and d.endpoint_id = $2 and d.id = $3${lock ? " for no key update" : ""}`,
    values: [tx.tenantId, endpointId, id],
  });
  return row ?? null;
}

export async function deliveryEvent(
  tx: Tx,
  eventId: string,
): Promise<{ id: string; type: string; data: Record<string, unknown>; created_at: Date } | null> {
  const [row] = await tx.query<{ id: string; type: string; data: Record<string, unknown>; created_at: Date }>({
    name: "delivery_event",
    text: "select id, type, data, created_at from event_log where tenant_id = $1 and id = $2",
    values: [tx.tenantId, eventId],
  });
  return row ?? null;
}

export interface AttemptRow {
  id: string;
  attempt: number;
  started_at: Date;
  duration_ms: number;
  response_status: number | null;
  response_body: string | null;
  error_kind: string | null;
  error: string | null;
  address: string | null;
}

export function listAttempts(tx: Tx, deliveryId: string): Promise<AttemptRow[]> {
  return tx.query<AttemptRow>({
    name: "delivery_attempts",
    text: `select id, attempt, started_at, duration_ms, response_status, response_body, error_kind, error, address
             from webhook_attempts where tenant_id = $1 and delivery_id = $2 order by attempt, started_at, id limit 100`,
    values: [tx.tenantId, deliveryId],
  });
}

export async function insertTestDelivery(
  tx: Tx,
  row: { id: string; endpointId: string; eventId: string; eventType: string; now: Date },
): Promise<void> {
  await tx.query({
    name: "delivery_test",
    text: `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, state, run_at, created_at)
           values ($1, $2, $3, $4, $5, 'ready', $6, $6)`,
    values: [tx.tenantId, row.id, row.endpointId, row.eventId, row.eventType, row.now],
  });
}

/** Makes it due now; a delivery without attempts left gets one more. */
export async function makeDeliveryDue(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query({
    name: "delivery_retry",
    text: `update webhook_deliveries set state = 'ready', run_at = $3, lease_until = null, completed_at = null, attempts = least(attempts, $4)
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now, WEBHOOK_ATTEMPTS_MAX - 1],
  });
}

export interface ReplayRow {
  id: string;
  endpoint_id: string;
  since: Date;
  until: Date;
  state: "ready" | "leased" | "done" | "cancelled";
  created: number;
  created_at: Date;
}

export async function insertReplay(tx: Tx, row: { id: string; endpointId: string; since: Date; until: Date; now: Date }): Promise<void> {
  await tx.query({
    name: "replay_insert",
    text: `insert into webhook_replays (tenant_id, id, endpoint_id, since, until, state, run_at, created_at)
           values ($1, $2, $3, $4, $5, 'ready', $6, $6)`,
    values: [tx.tenantId, row.id, row.endpointId, row.since, row.until, row.now],
  });
}

export async function findReplay(tx: Tx, endpointId: string, id: string): Promise<ReplayRow | null> {
  const [row] = await tx.query<ReplayRow>({
    name: "replay_by_id",
    text: `select id, endpoint_id, since, until, state, created, created_at from webhook_replays
            where tenant_id = $1 and endpoint_id = $2 and id = $3`,
    values: [tx.tenantId, endpointId, id],
  });
  return row ?? null;
}

export async function countOpenReplays(tx: Tx, endpointId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: "replays_open",
    text: "select count(*)::int as n from webhook_replays where tenant_id = $1 and endpoint_id = $2 and state in ('ready', 'leased')",
    values: [tx.tenantId, endpointId],
  });
  return row?.n ?? 0;
}
