import { throughConversation, type Viewer } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { consents } from "./outbound/outbound.schema.ts";
import type { CallStatus, EndReason, Extracted, outcomes, sentiments } from "./calls.schema.ts";

export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  audioInputTokens: number;
  audioOutputTokens: number;
}

/** Percentiles over a call's answers; absent: nothing was measured. */
export interface CallLatency {
  p50Ms?: number;
  p95Ms?: number;
  hearingP50Ms?: number;
  speakingP50Ms?: number;
  voiceToVoiceP50Ms?: number;
}

/** For outbound calls. */
export interface CallBrief {
  greeting: string | null;
  purpose: string | null;
}

export interface CallRow {
  id: string;
  /** null: no recording was started, and nobody was asked. */
  recording: {
    status: "recording" | "processing" | "ready" | "no_consent" | "deleted";
    began_ms: number | null;
    duration_ms: number | null;
    size_bytes: number | null;
    is_complete: boolean;
    is_expired: boolean;
    media_id: string | null;
  } | null;
  voice_agent_id: string;
  phone_number_id: string | null;
  telephony_account_id: string | null;
  /** null: a telephone call. */
  channel_id: string | null;
  direction: "inbound" | "outbound";
  /** The telephony provider, or the channel's kind. */
  provider: string;
  provider_call_id: string | null;
  from_address: string | null;
  to_address: string;
  contact_id: string | null;
  conversation_id: string | null;
  status: CallStatus;
  end_reason: EndReason | null;
  after_action: "hang_up" | "transfer" | "apology" | null;
  model: string;
  price: string;
  minutes: number;
  minutes_taken_at: Date | null;
  cost: string | null;
  usage: Partial<CallUsage>;
  latency: CallLatency;
  summary: string | null;
  sentiment: (typeof sentiments)[number] | null;
  outcome: (typeof outcomes)[number] | null;
  extracted: Extracted | null;
  callback_ticket_id: string | null;
  consent: (typeof consents)[number] | null;
  brief: CallBrief | null;
  created_at: Date;
  answered_at: Date | null;
  ended_at: Date | null;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `c.id, c.voice_agent_id, c.phone_number_id, c.telephony_account_id, c.channel_id, c.direction, c.provider, c.provider_call_id, c.from_address,
  c.to_address, c.contact_id, c.conversation_id, c.status, c.end_reason, c.after_action, c.model, c.price::text, c.minutes, c.minutes_taken_at,
  c.cost::text, c.usage, c.latency, c.summary, c.sentiment, c.outcome, c.extracted, c.callback_ticket_id, c.consent, c.brief, c.created_at, c.answered_at, c.ended_at, c.created_at::text as position,
  (select json_build_object('status', r.status, 'began_ms', r.began_ms, 'duration_ms', r.duration_ms, 'size_bytes', r.size_bytes,
            'is_complete', r.is_complete, 'media_id', r.media_id, 'is_expired', coalesce(m.state = 'expired', false))
     from voice_recordings r left join media m on m.tenant_id = $1 and m.id = r.media_id
    where r.tenant_id = $1 and r.call_id = c.id) as recording`;

/** A member who may not see a conversation does not see its calls either. */
function seen(viewer: Viewer | null, values: unknown[]): { name: string; condition: string } {
  if (viewer === null) return { name: "", condition: "true" };
  const { name, condition } = throughConversation(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  return { name: `_${name}`, condition };
}

export async function findCall(tx: Tx, id: string, viewer: Viewer | null): Promise<CallRow | null> {
  const values: unknown[] = [tx.tenantId, id];
  const { name, condition } = seen(viewer, values);
  const [row] = await tx.query<CallRow>({
    name: `voice_call_by_id${name}`,
    text: `select ${columns} from voice_calls c where c.tenant_id = $1 and c.id = $2 and ${condition}`,
    values,
  });
  return row ?? null;
}

export async function tenantName(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ name: string }>({
    name: "voice_tenant_name",
    text: "select name from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.name ?? "";
}

export async function lockCall(tx: Tx, id: string): Promise<CallRow | null> {
  const [row] = await tx.query<CallRow>({
    name: "voice_call_lock",
    text: `select ${columns} from voice_calls c where c.tenant_id = $1 and c.id = $2 for no key update`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export interface CallFilter {
  status: CallStatus | null;
  direction: CallRow["direction"] | null;
  voiceAgentId: string | null;
  channelId: string | null;
  contactId: string | null;
  conversationId: string | null;
}

/** Newest first. */
export function listCalls(tx: Tx, filter: CallFilter, viewer: Viewer | null, after: string[] | null, limit: number): Promise<CallRow[]> {
  const { status, direction, voiceAgentId, channelId, contactId, conversationId } = filter;
  const values: unknown[] = [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit, status];
  const { name, condition } = seen(viewer, values);
  const conditions = [condition];
  const names: string[] = [];
  for (const [column, value] of [
    ["direction", direction],
    ["voice_agent_id", voiceAgentId],
    ["channel_id", channelId],
    ["contact_id", contactId],
    ["conversation_id", conversationId],
  ] as const) {
    if (value === null) continue;
    conditions.push(`c.${column} = $${values.push(value)}`);
    names.push(column);
  }
  return tx.query<CallRow>({
    name: `voice_calls_list${name}_${names.join("_")}`,
    text: `select ${columns} from voice_calls c
            where c.tenant_id = $1 and ($2::timestamptz is null or (c.created_at, c.id) < ($2, $3::uuid))
              and ($5::text is null or c.status = $5) and ${conditions.join(" and ")}
            order by c.created_at desc, c.id desc limit $4`,
    values,
  });
}

export interface TurnRow {
  n: number;
  speaker: "caller" | "agent" | "tool";
  text: string;
  interrupted: boolean;
  began_ms: number;
  ended_ms: number | null;
  latency_ms: number | null;
  hearing_ms: number | null;
  tools_ms: number | null;
  speaking_ms: number | null;
  tool: string | null;
  outcome: string | null;
  findings: string[];
}

/** In order. */
export function listTurns(tx: Tx, callId: string): Promise<TurnRow[]> {
  return tx.query<TurnRow>({
    name: "voice_call_turns",
    text: `select n, speaker, text, interrupted, began_ms, ended_ms, latency_ms, hearing_ms, tools_ms, speaking_ms, tool, outcome, findings
             from voice_call_turns
            where tenant_id = $1 and call_id = $2 order by n`,
    values: [tx.tenantId, callId],
  });
}

export function moveCallsOfContact(tx: Tx, from: string, to: string): Promise<{ id: string }[]> {
  return tx.query({
    name: "voice_calls_move",
    text: "update voice_calls set contact_id = $3 where tenant_id = $1 and contact_id = $2 returning id",
    values: [tx.tenantId, from, to],
  });
}

/** The named ones, and those of conversations that are the other contact's. */
export function returnCallsOfContact(tx: Tx, from: string, to: string, named: string[]): Promise<{ id: string }[]> {
  return tx.query({
    name: "voice_calls_return",
    text: `update voice_calls c set contact_id = $3
            where c.tenant_id = $1 and c.contact_id = $2
              and (c.id = any($4::uuid[])
                   or exists (select 1 from conversations v where v.tenant_id = $1 and v.id = c.conversation_id and v.contact_id = $3))
           returning c.id`,
    values: [tx.tenantId, from, to, named],
  });
}

/**
 * For calls that started in the calendar month (UTC) of `now`: the reserved minutes of those in progress, the charged
 * minutes of the others.
 */
export async function minutesOfMonth(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.query<{ minutes: number }>({
    name: "voice_minutes_of_month",
    text: `select coalesce(sum(c.minutes), 0)::integer as minutes from voice_calls c
            where c.tenant_id = $1 and c.created_at >= date_trunc('month', $2::timestamptz, 'UTC')`,
    values: [tx.tenantId, now],
  });
  return row?.minutes ?? 0;
}
