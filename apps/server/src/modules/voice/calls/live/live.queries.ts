import { restoredHolder } from "@parley/database";
import type { Database, Tx } from "#platform/db/database.ts";
import type { CallBrief, CallUsage, TurnRow } from "../calls.queries.ts";
import type { CallStatus, EndReason } from "../calls.schema.ts";
import type { Analysis } from "./analysis.ts";

export interface NewCall {
  id: string;
  direction: "inbound" | "outbound";
  voiceAgentId: string;
  phoneNumberId: string;
  accountId: string;
  provider: string;
  providerCallId: string | null;
  from: string | null;
  to: string;
  contactId: string | null;
  conversationId: string | null;
  model: string;
  price: string;
  minutesTakenAt: Date | null;
  /** For a call that is taken; absent: it was refused. */
  token?: { hash: Buffer; until: Date };
  refusal?: EndReason;
  callbackTicketId?: string | null;
  /** For an outbound call: it rings until then. */
  leaseUntil?: Date;
  outbound?: { consent: string; greeting: string | null; purpose: string | null };
}

/** Rejects with a unique violation if the provider has announced it before. */
export async function insertCall(tx: Tx, now: Date, call: NewCall): Promise<void> {
  const refused = call.refusal !== undefined;
  await tx.query({
    name: "voice_call_insert",
    text: `insert into voice_calls (tenant_id, id, voice_agent_id, phone_number_id, telephony_account_id, provider, provider_call_id,
             from_address, to_address, contact_id, conversation_id, model, price, minutes, minutes_taken_at, stream_token, lease_until, status,
             end_reason, cost, created_at, ended_at, callback_ticket_id, direction, consent, brief, dial_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`,
    values: [
      tx.tenantId,
      call.id,
      call.voiceAgentId,
      call.phoneNumberId,
      call.accountId,
      call.provider,
      call.providerCallId,
      call.from,
      call.to,
      call.contactId,
      call.conversationId,
      call.model,
      call.price,
      refused ? 0 : 1,
      call.minutesTakenAt,
      call.token?.hash ?? null,
      call.token?.until ?? call.leaseUntil ?? null,
      refused ? "no_answer" : "ringing",
      call.refusal ?? null,
      refused ? "0" : null,
      now,
      refused ? now : null,
      call.callbackTicketId ?? null,
      call.direction,
      call.outbound?.consent ?? null,
      call.outbound === undefined ? null : JSON.stringify({ greeting: call.outbound.greeting, purpose: call.outbound.purpose }),
      call.outbound === undefined ? null : now,
    ],
  });
}

export interface KnownCall {
  id: string;
  status: CallStatus;
  voice_agent_id: string;
  after_action: "hang_up" | "transfer" | "apology" | null;
}

export async function callOfProvider(tx: Tx, accountId: string, providerCallId: string, lock = false): Promise<KnownCall | null> {
  const [row] = await tx.query<KnownCall>({
    name: `voice_call_of_provider${lock ? "_lock" : ""}`,
    text: `select id, status, voice_agent_id, after_action from voice_calls
            where tenant_id = $1 and telephony_account_id = $2 and provider_call_id = $3 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, accountId, providerCallId],
  });
  return row ?? null;
}

export async function renewToken(tx: Tx, id: string, token: { hash: Buffer; until: Date }): Promise<void> {
  await tx.query({
    name: "voice_call_token",
    text: "update voice_calls set stream_token = $3, lease_until = $4 where tenant_id = $1 and id = $2 and status = 'ringing'",
    values: [tx.tenantId, id, token.hash, token.until],
  });
}

export interface TakenCall {
  id: string;
  voice_agent_id: string;
  telephony_account_id: string | null;
  provider_account_id: string | null;
  direction: "inbound" | "outbound";
  brief: CallBrief | null;
  provider: string;
  provider_call_id: string;
  from_address: string | null;
  to_address: string;
  contact_id: string | null;
  conversation_id: string | null;
  contact_name: string | null;
  tenant_name: string;
  price: string;
}

/** The names of the two sides of a call. */
export async function namesOf(tx: Tx, id: string): Promise<Pick<TakenCall, "tenant_name" | "contact_name">> {
  const [row] = await tx.query<Pick<TakenCall, "tenant_name" | "contact_name">>({
    name: "voice_call_names",
    text: `select (select t.name from tenants t where t.tenant_id = $1) as tenant_name,
             (select k.name from contacts k where k.tenant_id = $1 and k.id = c.contact_id) as contact_name
             from voice_calls c where c.tenant_id = $1 and c.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? { tenant_name: "", contact_name: null };
}

/**
 * Its stream has connected: the token is used up. null: there is no such call, or it is no longer expected. Without a
 * holder, the call is its lease's alone until the first renewal.
 */
export async function takeCall(
  tx: Tx,
  now: Date,
  input: { id: string; tokenHash: Buffer; holder: number | null; leaseUntil: Date },
): Promise<TakenCall | null> {
  const [row] = await tx.query<TakenCall>({
    name: "voice_call_take",
    text: `update voice_calls c set status = 'in_progress', answered_at = $3, stream_token = null, holder = $5, lease_until = $6
            where c.tenant_id = $1 and c.id = $2 and c.status = 'ringing' and c.stream_token = $4 and c.lease_until > $3
           returning c.id, c.direction, c.brief, c.provider, c.voice_agent_id, c.telephony_account_id, c.provider_call_id, c.from_address, c.to_address, c.contact_id, c.conversation_id,
             c.price::text, (select t.name from tenants t where t.tenant_id = $1) as tenant_name,
             (select k.name from contacts k where k.tenant_id = $1 and k.id = c.contact_id) as contact_name,
             (select a.provider_account_id from telephony_accounts a where a.tenant_id = $1 and a.id = c.telephony_account_id) as provider_account_id`,
    values: [tx.tenantId, input.id, now, input.tokenHash, input.holder, input.leaseUntil],
  });
  return row ?? null;
}

/**
 * The calls that a process still has, with pending requests and reports from the channel's platform. `ids`: what it has
 * taken; calls that it took while it had no number get `holder`.
 */
export function renewLeases(
  tx: Tx,
  ids: string[],
  holder: number,
  until: Date,
): Promise<{ id: string; requested: "hang_up" | "transfer" | null; peer_ended: "completed" | "failed" | null }[]> {
  return tx.query({
    name: "voice_calls_renew",
    text: `update voice_calls set holder = $3, lease_until = $4, requested = null from (
             select o.tenant_id, o.id, o.requested as was from voice_calls o
              where o.tenant_id = $1 and o.id = any($2::uuid[]) and o.ended_at is null and (o.holder is null or o.holder = $3) for no key update) o
            where voice_calls.tenant_id = $1 and voice_calls.id = o.id
           returning voice_calls.id, o.was as requested,
             (select v.peer_ended from voice_channel_calls v where v.tenant_id = $1 and v.call_id = voice_calls.id) as peer_ended`,
    values: [tx.tenantId, ids, holder, until],
  });
}

export interface Lease {
  until: Date;
  /** It was under way when the backup was made from which the installation was restored. */
  is_restored: boolean;
}

/** For a call that is not over. */
export async function leaseOf(tx: Tx, id: string): Promise<Lease> {
  const [row] = await tx.query<Lease>({
    name: "voice_call_lease",
    text: "select lease_until as until, holder is not distinct from $3 as is_restored from voice_calls where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, restoredHolder],
  });
  return row as Lease;
}

/** False: the call is not in progress. */
export async function request(tx: Tx, id: string, what: "hang_up" | "transfer"): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_call_request",
    text: "update voice_calls set requested = $3 where tenant_id = $1 and id = $2 and status = 'in_progress' returning 1",
    values: [tx.tenantId, id, what],
  });
  return rows.length > 0;
}

/** How many minutes have been reserved; null: the call is not in progress. */
export async function minutesOf(tx: Tx, id: string): Promise<number | null> {
  const [row] = await tx.query<{ minutes: number }>({
    name: "voice_call_minutes",
    text: "select minutes from voice_calls where tenant_id = $1 and id = $2 and status = 'in_progress'",
    values: [tx.tenantId, id],
  });
  return row?.minutes ?? null;
}

export async function addMinute(tx: Tx, id: string, minute: number): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_call_minute",
    text: "update voice_calls set minutes = $3 where tenant_id = $1 and id = $2 and status = 'in_progress' and minutes = $3 - 1 returning 1",
    values: [tx.tenantId, id, minute],
  });
  return rows.length > 0;
}

export async function endCall(
  tx: Tx,
  input: {
    id: string;
    status: CallStatus;
    reason: EndReason;
    after: "hang_up" | "transfer" | "apology" | null;
    minutes: number;
    cost: string;
    usage: CallUsage | object;
    latency: object;
    summaryAt: Date | null;
    callbackTicketId: string | null;
    endedAt: Date;
  },
): Promise<void> {
  await tx.query({
    name: "voice_call_end",
    text: `update voice_calls set status = $3, end_reason = $4, after_action = $5, minutes = $6, cost = $7, usage = $8, latency = $9,
             dial_at = null, summary_run_at = $10, ended_at = $11, callback_ticket_id = $12, stream_token = null, lease_until = null, requested = null
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      input.id,
      input.status,
      input.reason,
      input.after,
      input.minutes,
      input.cost,
      JSON.stringify(input.usage),
      JSON.stringify(input.latency),
      input.summaryAt,
      input.endedAt,
      input.callbackTicketId,
    ],
  });
}

/**
 * An agent's current calls, and its started minutes in the last 24 hours. Under the agent's lock. A call that has not
 * been admitted yet has no minutes and counts as none.
 */
export async function loadOf(tx: Tx, agentId: string, since: Date): Promise<{ live: number; minutes: number }> {
  const [row] = await tx.query<{ live: number; minutes: number }>({
    name: "voice_agent_load",
    text: `select (select count(*)::int from voice_calls c where c.tenant_id = $1 and c.voice_agent_id = $2 and c.ended_at is null and c.minutes > 0) as live,
                  (select coalesce(sum(c.minutes), 0)::int from voice_calls c
                    where c.tenant_id = $1 and c.voice_agent_id = $2 and c.created_at > $3) as minutes`,
    values: [tx.tenantId, agentId, since],
  });
  return row ?? { live: 0, minutes: 0 };
}

export async function isAppActive(tx: Tx): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_app_active",
    text: "select 1 from apps where tenant_id = $1 and is_active",
    values: [tx.tenantId],
  });
  return rows.length > 0;
}

export async function isBlocked(tx: Tx, contactId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_caller_blocked",
    text: "select 1 from contacts where tenant_id = $1 and id = $2 and blocked_at is not null",
    values: [tx.tenantId, contactId],
  });
  return rows.length > 0;
}

/** The newest callback ticket that is neither resolved nor closed; null: none. */
export async function openCallbackOf(tx: Tx, contactId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "voice_open_callback",
    text: `select t.id from voice_calls c join tickets t on t.tenant_id = $1 and t.id = c.callback_ticket_id
            where c.tenant_id = $1 and c.contact_id = $2 and c.callback_ticket_id is not null and t.status not in ('resolved', 'closed')
            order by c.created_at desc, c.id desc limit 1`,
    values: [tx.tenantId, contactId],
  });
  return row?.id ?? null;
}

/** Called again if it has changed. A deleted call gets no turns. */
export async function storeTurn(tx: Tx, callId: string, turn: TurnRow): Promise<void> {
  await tx.query({
    name: "voice_call_turn_store",
    text: `insert into voice_call_turns (tenant_id, call_id, n, speaker, text, interrupted, began_ms, ended_ms, latency_ms, hearing_ms, tools_ms,
             speaking_ms, tool, outcome, findings)
           select $1, c.id, $3, $4, $5, $6, $7, $8, $9, $13, $14, $15, $10, $11, $12 from voice_calls c where c.tenant_id = $1 and c.id = $2 for key share
           on conflict (tenant_id, call_id, n) do update set text = excluded.text, interrupted = excluded.interrupted,
             ended_ms = excluded.ended_ms, latency_ms = excluded.latency_ms, hearing_ms = excluded.hearing_ms, tools_ms = excluded.tools_ms,
             speaking_ms = excluded.speaking_ms, outcome = excluded.outcome, findings = excluded.findings`,
    values: [
      tx.tenantId,
      callId,
      turn.n,
      turn.speaker,
      turn.text,
      turn.interrupted,
      turn.began_ms,
      turn.ended_ms,
      turn.latency_ms,
      turn.tool,
      turn.outcome,
      turn.findings,
      turn.hearing_ms,
      turn.tools_ms,
      turn.speaking_ms,
    ],
  });
}

/** Across tenants, as the worker: calls that no process renews any more. */
export function listLost(database: Pick<Database, "worker">, now: Date, limit: number): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "voice_calls_lost",
    text: "select tenant_id, id from voice_calls where ended_at is null and lease_until <= $1 order by lease_until limit $2",
    values: [now, limit],
  });
}

/** As the worker: unless its lease has been renewed in the meantime. It is no longer made. */
export async function postponeLost(
  database: Pick<Database, "worker">,
  call: { tenant_id: string; id: string },
  now: Date,
  until: Date,
): Promise<void> {
  await database.worker({
    name: "voice_call_lost_later",
    text: "update voice_calls set lease_until = $4, dial_at = null where tenant_id = $1 and id = $2 and ended_at is null and lease_until <= $3",
    values: [call.tenant_id, call.id, now, until],
  });
}

/** Across tenants, as the worker: calls of dead processes are marked as lost at once. */
export async function markCallsLost(database: Pick<Database, "worker">, now: Date, holders: number[]): Promise<void> {
  await database.worker({
    name: "voice_calls_lose",
    text: "update voice_calls set lease_until = $1 where ended_at is null and lease_until > $1 and holder = any($2::integer[])",
    values: [now, holders],
  });
}

/** Across tenants, as the worker. A summary that is not delivered is due again after the lease. */
export function claimSummaries(
  database: Pick<Database, "worker">,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<{ tenant_id: string; id: string; summary_attempts: number }[]> {
  return database.worker({
    name: "voice_summaries_claim",
    text: `update voice_calls set summary_run_at = $2, summary_attempts = summary_attempts + 1
            where (tenant_id, id) in (
              select tenant_id, id from voice_calls where summary_run_at <= $1 order by summary_run_at limit $3 for update skip locked)
           returning tenant_id, id, summary_attempts`,
    values: [now, leaseUntil, limit],
  });
}

/** Only once: false if another process was faster, or the call was deleted. */
export async function storeSummary(tx: Tx, id: string, summary: string | null, analysis: Analysis | null): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_summary_store",
    text: `update voice_calls set summary = $3, sentiment = $4, outcome = $5, extracted = $6, summary_run_at = null
            where tenant_id = $1 and id = $2 and summary_run_at is not null returning 1`,
    values: [
      tx.tenantId,
      id,
      summary,
      analysis?.sentiment ?? null,
      analysis?.outcome ?? null,
      analysis === null ? null : JSON.stringify(analysis.extracted),
    ],
  });
  return rows.length > 0;
}

/** Across tenants, as the worker: by the retention of messages. Returns how many. */
export async function purgeCalls(database: Pick<Database, "worker">, now: Date, limit: number): Promise<number> {
  const rows = await database.worker({
    name: "voice_calls_purge",
    text: `delete from voice_calls where (tenant_id, id) in (
             select c.tenant_id, c.id from retention_settings r join voice_calls c on c.tenant_id = r.tenant_id
              where r.messages_days is not null and c.ended_at < $1::timestamptz - r.messages_days * interval '1 day'
                -- Its file goes before.
                and not exists (select 1 from voice_recordings f where f.tenant_id = c.tenant_id and f.call_id = c.id and f.media_id is not null)
              limit $2) returning 1`,
    values: [now, limit],
  });
  return rows.length;
}
