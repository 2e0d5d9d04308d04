import type { ContactFollower } from "#modules/contacts/contacts/index.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { toNumber } from "#platform/money/money.ts";
import * as queries from "./calls.queries.ts";
import type { Call, CallStatus, CallWithTurns } from "./calls.schema.ts";
import { request } from "./live/live.queries.ts";
import { peaksOf } from "./recording/recordings.queries.ts";
import { renderRecording } from "./recording/recordings.service.ts";

export function createCallsService(deps: { ids: IdSource }) {
  async function find(ctx: TxContext, wire: string): Promise<queries.CallRow> {
    const id = parseWireId("call", wire);
    const row = id === null ? null : await queries.findCall(ctx.tx, id, await readViewer(ctx));
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    find,

    async get(ctx: TxContext, wire: string): Promise<CallWithTurns> {
      const row = await find(ctx, wire);
      const turns = await queries.listTurns(ctx.tx, row.id);
      const peaks = row.recording?.status === "ready" && !row.recording.is_expired ? await peaksOf(ctx.tx, row.id) : null;
      return { ...renderCall(row), recording: renderRecording(row.recording, peaks), turns: turns.map(renderTurn) };
    },

    /** The caller just created it. */
    async render(ctx: TxContext, wire: string): Promise<Call> {
      const row = await queries.findCall(ctx.tx, parseWireId("call", wire) as string, null);
      if (row === null) throw notFound(wire);
      return renderCall(row);
    },

    /** The process that has the call does it within seconds. 409 conflict unless the call is in progress. */
    async request(ctx: TxContext, wire: string, what: "hang_up" | "transfer"): Promise<Call> {
      const row = await find(ctx, wire);
      if (!(await request(ctx.tx, row.id, what)))
        throw new AppError("conflict", { message: `Only a call in progress can be changed. This one is ${row.status}.` });
      await recordAudit(ctx, deps.ids, `call.${what === "hang_up" ? "hung_up" : "transferred"}`, wire);
      return renderCall(row);
    },

    /** An unknown id matches nothing. */
    async list(
      ctx: TxContext,
      filter: {
        status?: CallStatus;
        direction?: queries.CallRow["direction"];
        voiceAgentId?: string;
        channelId?: string;
        contactId?: string;
        conversationId?: string;
      },
      after: string[] | null,
      limit: number,
    ): Promise<queries.CallRow[]> {
      const ids = [
        [filter.voiceAgentId, "vag"],
        [filter.channelId, "chn"],
        [filter.contactId, "cnt"],
        [filter.conversationId, "conv"],
      ] as const;
      const [voiceAgentId, channelId, contactId, conversationId] = ids.map(([wire, prefix]) =>
        wire === undefined ? undefined : parseWireId(prefix, wire),
      );
      if (voiceAgentId === null || channelId === null || contactId === null || conversationId === null) return [];
      return queries.listCalls(
        ctx.tx,
        {
          status: filter.status ?? null,
          direction: filter.direction ?? null,
          voiceAgentId: voiceAgentId ?? null,
          channelId: channelId ?? null,
          contactId: contactId ?? null,
          conversationId: conversationId ?? null,
        },
        await readViewer(ctx),
        after,
        limit,
      );
    },
  };
}

export type CallsService = ReturnType<typeof createCallsService>;

/** Calls move with a merged contact, and back again, including those that came in between: their conversation determines whose they are. */
export const callFollower: ContactFollower = {
  name: "voice_calls",
  async move(ctx, from, to, only) {
    const moved =
      only === null ? await queries.moveCallsOfContact(ctx.tx, from, to) : await queries.returnCallsOfContact(ctx.tx, from, to, only);
    return moved.map((row) => row.id);
  },
};

const optional = (prefix: "pnr" | "chn" | "cnt" | "conv" | "tkt", id: string | null) => (id === null ? null : wireId(prefix, id));

export function renderCall(row: queries.CallRow): Call {
  const { inputTokens = 0, outputTokens = 0, audioInputTokens = 0, audioOutputTokens = 0 } = row.usage;
  return {
    id: wireId("call", row.id),
    direction: row.direction,
    status: row.status,
    endReason: row.end_reason,
    voiceAgentId: wireId("vag", row.voice_agent_id),
    phoneNumberId: optional("pnr", row.phone_number_id),
    channelId: optional("chn", row.channel_id),
    provider: row.provider,
    providerCallId: row.provider_call_id,
    from: row.from_address,
    consent: row.consent,
    purpose: row.brief?.purpose ?? null,
    to: row.to_address,
    contactId: optional("cnt", row.contact_id),
    conversationId: optional("conv", row.conversation_id),
    model: row.model,
    minutes: row.minutes,
    cost: row.cost === null ? null : toNumber(row.cost),
    usage: { inputTokens, outputTokens, audioInputTokens, audioOutputTokens },
    latency: {
      p50Ms: row.latency.p50Ms ?? null,
      p95Ms: row.latency.p95Ms ?? null,
      hearingP50Ms: row.latency.hearingP50Ms ?? null,
      speakingP50Ms: row.latency.speakingP50Ms ?? null,
      voiceToVoiceP50Ms: row.latency.voiceToVoiceP50Ms ?? null,
    },
    recording: renderRecording(row.recording),
    summary: row.summary,
    sentiment: row.sentiment,
    outcome: row.outcome,
    extracted: row.extracted,
    callbackTicketId: optional("tkt", row.callback_ticket_id),
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    durationSeconds:
      row.answered_at === null || row.ended_at === null ? null : Math.round((row.ended_at.getTime() - row.answered_at.getTime()) / 1_000),
  };
}

function renderTurn(row: queries.TurnRow): CallWithTurns["turns"][number] {
  return {
    speaker: row.speaker,
    text: row.text,
    interrupted: row.interrupted,
    beganMs: row.began_ms,
    endedMs: row.ended_ms,
    latencyMs: row.latency_ms,
    hearingMs: row.hearing_ms,
    toolsMs: row.tools_ms,
    speakingMs: row.speaking_ms,
    tool: row.tool,
    outcome: row.outcome,
    findings: row.findings,
  };
}
