import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { SetAsideState } from "#platform/jobs/set-aside.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { AutoPause, BroadcastStatus, PauseReason, QuietHours } from "./broadcasts.schema.ts";
import type { BroadcastContent } from "./content/message-content.ts";
import type { StoredAudience } from "./recipients/target-audience.ts";

/** The baseline of the limits: the counts at the last resume, and its instant. Empty: from the start. */
export interface LimitBaseline {
  attempted?: number;
  failed?: number;
  optedOut?: number;
  /** Messages that the platform refused because of their template. */
  template?: number;
  at?: string;
}

export interface BroadcastRow {
  id: string;
  title: string;
  channel_id: string;
  content: BroadcastContent;
  audience: StoredAudience;
  status: BroadcastStatus;
  scheduled_at: Date | null;
  rate_per_minute: number | null;
  quiet_hours: QuietHours | null;
  auto_pause: AutoPause | null;
  limits_from: LimitBaseline;
  pause_reason: PauseReason | null;
  error: string | null;
  state: "idle" | "ready" | "leased" | SetAsideState;
  run_at: Date;
  attempts: number;
  tries: number;
  rules: AudienceRules | null;
  /** With microseconds. */
  after_at: string | null;
  after_id: string | null;
  recipients: number;
  frozen_at: Date | null;
  next_at: Date | null;
  round: number;
  rewinding: boolean;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  deleted_at: Date | null;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `b.id, b.title, b.channel_id, b.content, b.audience, b.status, b.scheduled_at, b.rate_per_minute, b.quiet_hours, b.auto_pause,
  b.limits_from, b.pause_reason, b.error, b.state, b.run_at, b.attempts, b.tries, b.rules, b.after_at::text, b.after_id, b.recipients, b.frozen_at,
  b.next_at, b.round, b.rewinding, b.created_by, b.created_at, b.updated_at, b.started_at, b.completed_at, b.deleted_at, b.created_at::text as position`;

/** One lane per channel, so that one number's broadcasts do not delay another's. */
export const broadcastSource: ClaimSource = { table: "broadcasts", lane: "channel_id", order: "t.run_at, t.id", key: ["id"], columns: [] };

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

export async function insertBroadcast(
  tx: Tx,
  now: Date,
  b: Pick<
    BroadcastRow,
    | "id"
    | "title"
    | "channel_id"
    | "content"
    | "audience"
    | "scheduled_at"
    | "rate_per_minute"
    | "quiet_hours"
    | "auto_pause"
    | "created_by"
  >,
): Promise<BroadcastRow> {
  const [row] = await tx.query<BroadcastRow>({
    name: "broadcast_insert",
    text: `insert into broadcasts as b (tenant_id, id, title, channel_id, content, audience, status, scheduled_at, rate_per_minute, quiet_hours, auto_pause,
             state, run_at, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, 'draft', $7, $8, $9, $10, 'idle', $12, $11, $12, $12) returning ${columns}`,
    values: [
      tx.tenantId,
      b.id,
      b.title,
      b.channel_id,
      json(b.content),
      json(b.audience),
      b.scheduled_at,
      b.rate_per_minute,
      json(b.quiet_hours),
      json(b.auto_pause),
      b.created_by,
      now,
    ],
  });
  return row as BroadcastRow;
}

/** Also finds one that is being deleted, for the process that clears it. */
export async function findBroadcast(tx: Tx, id: string, options: { lock?: boolean; deleted?: boolean } = {}): Promise<BroadcastRow | null> {
  const { lock = false, deleted = false } = options;
  const [row] = await tx.query<BroadcastRow>({
    name: `broadcast_by_id${lock ? "_locked" : ""}${deleted ? "_any" : ""}`,
    text: `select ${columns} from broadcasts b where b.tenant_id = $1 and b.id = $2 ${deleted ? "" : "and b.deleted_at is null"}
           ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export interface BroadcastFilter {
  status: string | undefined;
  channelId: string | undefined;
  /** Filters by start time. */
  since: Date | undefined;
  until: Date | undefined;
}

export function listBroadcasts(tx: Tx, filter: BroadcastFilter, after: string[] | null, limit: number): Promise<BroadcastRow[]> {
  const values: unknown[] = [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit];
  const by = (condition: string, value: string | Date | undefined) =>
    value === undefined ? "" : `and b.${condition} $${values.push(value)}`;
  const given = (["status", "channelId", "since", "until"] as const).filter((name) => filter[name] !== undefined);
  return tx.query<BroadcastRow>({
    name: ["broadcasts_list", ...given].join("_"),
    text: `select ${columns} from broadcasts b
            where b.tenant_id = $1 and b.deleted_at is null ${by("status =", filter.status)} ${by("channel_id =", filter.channelId)}
              ${by("started_at >=", filter.since)} ${by("started_at <", filter.until)}
              and ($2::timestamptz is null or (b.created_at, b.id) < ($2::timestamptz, $3::uuid))
            order by b.created_at desc, b.id desc limit $4`,
    values,
  });
}

/** Writes a row that the caller has locked. */
export async function saveBroadcast(tx: Tx, now: Date, b: BroadcastRow): Promise<void> {
  b.updated_at = now;
  await tx.query({
    name: "broadcast_save",
    text: `update broadcasts b
              set title = $3, channel_id = $4, content = $5, audience = $6, status = $7, scheduled_at = $8, rate_per_minute = $9, quiet_hours = $10,
                  auto_pause = $11, limits_from = $12, pause_reason = $13, error = $14, state = $15, run_at = $16, tries = $17, lease_until = null,
                  rules = $18, after_at = $19::timestamptz, after_id = $20, recipients = $21, frozen_at = $22, next_at = $23, round = $24, rewinding = $25,
                  updated_at = $26, started_at = $27, completed_at = $28, deleted_at = $29
            where b.tenant_id = $1 and b.id = $2`,
    values: [
      tx.tenantId,
      b.id,
      b.title,
      b.channel_id,
      json(b.content),
      json(b.audience),
      b.status,
      b.scheduled_at,
      b.rate_per_minute,
      json(b.quiet_hours),
      json(b.auto_pause),
      json(b.limits_from),
      b.pause_reason,
      b.error,
      b.state,
      b.run_at,
      b.tries,
      json(b.rules),
      b.after_at,
      b.after_id,
      b.recipients,
      b.frozen_at,
      b.next_at,
      b.round,
      b.rewinding,
      now,
      b.started_at,
      b.completed_at,
      b.deleted_at,
    ],
  });
}

/** Deletes it with its counts, after its recipients have been deleted. */
export async function removeBroadcast(tx: Tx, id: string): Promise<void> {
  await tx.query({ name: "broadcast_delete", text: "delete from broadcasts where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
}

export interface SendingChannel {
  kind: string;
  external_id: string;
  connected: boolean;
  app_active: boolean;
  /** Messages per second, as adjusted by throttling. */
  rate: number;
  /** How many broadcast messages wait in the channel's queue, counted up to a maximum. */
  waiting: number;
  /** When the platform last refused a message for a reason that concerns the whole number. */
  refused_at: Date | null;
}

/** null: the channel does not exist (any more). */
export async function findSendingChannel(tx: Tx, now: Date, channelId: string, waitingMax: number): Promise<SendingChannel | null> {
  const [row] = await tx.query<SendingChannel>({
    name: "broadcast_channel",
    text: `select c.kind, c.external_id, c.status = 'Connected' as connected,
                  exists (select from apps a where a.tenant_id = $1 and a.is_active) as app_active,
                  channel_rate(c.messages_per_second, p.rate, p.rate_at, $3) as rate, p.refused_at,
                  (select count(*)::int from (
                     select 1 from outbound_dispatches d
                      where d.tenant_id = $1 and d.channel_id = c.id and d.state = 'ready' and d.priority = 9 limit $4) w) as waiting
             from channels c left join channel_pacing p on p.tenant_id = $1 and p.channel_id = c.id
            where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null`,
    values: [tx.tenantId, channelId, now, waitingMax],
  });
  return row ?? null;
}

export function countStartedInMonth(tx: Tx, now: Date): Promise<{ count: number }[]> {
  return tx.query({
    name: "broadcasts_of_month",
    text: "select count(*)::int as count from broadcasts where tenant_id = $1 and started_at >= date_trunc('month', $2::timestamptz, 'UTC')",
    values: [tx.tenantId, now],
  });
}

export async function activeByGrant(tx: Tx, grantId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "broadcasts_of_grant",
    text: `select id from broadcasts where tenant_id = $1 and grant_id = $2 and status in ('scheduled', 'sending') and deleted_at is null order by id`,
    values: [tx.tenantId, grantId],
  });
  return rows.map((row) => row.id);
}
