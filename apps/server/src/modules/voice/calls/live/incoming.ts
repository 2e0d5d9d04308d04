import type { ChannelDirectory } from "#modules/channels/channels/index.ts";
import type { BotControl } from "#modules/inbox/conversations/index.ts";
import { storeSystemMessage } from "#modules/inbox/messages/index.ts";
import { isWithin } from "#modules/people/agent-settings/index.ts";
import type { PricingService } from "#modules/money/pricing/index.ts";
import { type AccountRow, type AnnouncedCall, numberCalled, telephonyProviders } from "#modules/voice/telephony/index.ts";
import type { VoiceAgentRow, VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import { callEvent } from "../calls.events.ts";
import type { EndReason } from "../calls.schema.ts";
import { refusalOf } from "./admission.ts";
import { type CallbackDeps, callbackTicket } from "./callback-tickets.ts";
import * as queries from "./live.queries.ts";
import type { Minutes } from "./minutes.ts";
import { newToken, tokenMs } from "./token.ts";
import { ticketWireOf, voiceContext } from "./voice-context.ts";

export interface IncomingDeps extends CallbackDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  directory: ChannelDirectory;
  pricing: Pick<PricingService, "pricesOf">;
  metrics: Metrics;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
  botControl: Pick<BotControl, "markCustomerWaiting">;
}

/** A transfer is possible: there is a number, and it is within its hours. */
export function transferNumber(agent: Pick<VoiceAgentRow, "settings">, now: Date): string | null {
  const { phoneNumber, hours } = agent.settings.transfer;
  return phoneNumber !== null && (hours === null || isWithin(hours, now)) ? phoneNumber : null;
}

/** Handles an announced call: decides whether it is taken, and returns the markup. */
export function createIncoming(deps: IncomingDeps, minutes: Minutes) {
  /** A call that is not taken is over. */
  interface CallDecision {
    token: string | null;
    agent: VoiceAgentRow;
    refused: EndReason | null;
  }

  interface IncomingCall {
    tenantId: string;
    account: AccountRow;
    call: AnnouncedCall;
    numberId: string;
    agentId: string;
    price: string;
    channel: Awaited<ReturnType<ChannelDirectory["find"]>>;
  }

  /** One transaction. `refusal`: known beforehand; its reason is stored with the call. Throws what paying throws. */
  async function write(tx: Tx, known: IncomingCall, refusal: EndReason | null): Promise<CallDecision> {
    const now = deps.clock.now();
    const { call, channel } = known;
    const agent = await deps.voiceAgents.byId(tx, known.agentId, true);
    if (agent === null) throw new AppError("not_found");
    // Announced before: the response was lost, so it gets another token.
    const before = await queries.callOfProvider(tx, known.account.id, call.callId, true);
    if (before !== null) {
      if (before.status !== "ringing") return { token: null, agent, refused: null };
      const { token, hash } = newToken(tx.tenantId, before.id);
      await queries.renewToken(tx, before.id, { hash, until: new Date(now.getTime() + tokenMs) });
      return { token, agent, refused: null };
    }
    const id = deps.ids.uuid();
    const phone = call.from === null ? null : normalizePhone(call.from);
    const notice =
      phone === null || channel === null
        ? null
        : await storeSystemMessage(deps, tx, now, {
            channel,
            direction: "inbound",
            address: phone.digits,
            externalId: `call:${id}`,
            text: "Phone call",
            content: { kind: "call", callId: wireId("call", id), direction: "inbound" },
            occurredAt: now,
          });
    let reason = refusal ?? (await refusalOf(tx, agent, now));
    const blocked = notice !== null && (await queries.isBlocked(tx, notice.contactId));
    if (blocked) reason = "inactive";
    const row = {
      id,
      direction: "inbound" as const,
      voiceAgentId: agent.id,
      phoneNumberId: known.numberId,
      accountId: known.account.id,
      provider: known.account.provider,
      providerCallId: call.callId,
      from: call.from,
      to: call.to,
      contactId: notice?.contactId ?? null,
      conversationId: notice?.conversationId ?? null,
      model: agent.settings.speech.model,
      price: known.price,
    };
    if (reason !== null) {
      // A caller who is connected to a person instead needs no call back.
      const callbackTicketId =
        blocked || transferNumber(agent, now) !== null
          ? null
          : await callbackTicket(deps, tx, now, agent, {
              from_address: row.from,
              contact_id: row.contactId,
              conversation_id: row.conversationId,
            });
      await queries.insertCall(tx, now, { ...row, minutesTakenAt: null, refusal: reason, callbackTicketId });
      if (notice !== null && !blocked) await deps.botControl.markCustomerWaiting(voiceContext(tx, now), notice.conversationId);
      const facts = {
        id,
        voice_agent_id: agent.id,
        channel_id: null,
        direction: "inbound" as const,
        provider: known.account.provider,
        from_address: call.from,
        to_address: call.to,
        contact_id: row.contactId,
        conversation_id: row.conversationId,
      };
      await appendEvents(tx, now, [
        callEvent(deps.ids, "call.missed", facts, { endReason: reason, callbackTicketId: ticketWireOf(callbackTicketId) }),
      ]);
      return { token: null, agent, refused: reason };
    }
    const { token, hash } = newToken(tx.tenantId, id);
    const minutesTakenAt = await minutes.reserve(tx, now, id, 1, known.price);
    await queries.insertCall(tx, now, { ...row, minutesTakenAt, token: { hash, until: new Date(now.getTime() + tokenMs) } });
    return { token, agent, refused: null };
  }

  return {
    /** The response to a call of this account. If the number is not the account's, or nobody answers it, it hangs up. */
    async announce(
      tenantId: string,
      account: AccountRow,
      call: AnnouncedCall,
      urls: { streamUrl: string; afterUrl: string },
    ): Promise<string> {
      const { markup } = telephonyProviders[account.provider];
      const called = normalizePhone(call.to);
      const number = called === null ? null : await deps.database.withTenant(tenantId, (tx) => numberCalled(tx, account.id, called.e164));
      if (number === null || number.voice_agent_id === null) return markup.hangUp(null, null);
      const agentId = number.voice_agent_id;
      const agent = await deps.database.withTenant(tenantId, (tx) => deps.voiceAgents.byId(tx, agentId));
      if (agent === null) return markup.hangUp(null, null);
      const { model } = agent.settings.speech;
      const known: IncomingCall = {
        tenantId,
        account,
        call,
        numberId: number.id,
        agentId,
        price: (await deps.pricing.pricesOf([model])).get(model) ?? "0",
        channel: agent.channel_id === null ? null : await deps.directory.find(tenantId, agent.channel_id),
      };
      const attempt = (refusal: EndReason | null) =>
        retryConflicts(() => deps.database.withTenant(tenantId, (tx) => write(tx, known, refusal)));
      const written = await attempt(null).catch((error: unknown) => {
        const code = error instanceof AppError ? error.code : null;
        if (code === "insufficient_credits" || code === "entitlement_exceeded" || code === "app_inactive") return attempt(code);
        throw error;
      });
      deps.wake.hint("events");
      if (written.refused !== null) deps.metrics.calls.inc({ status: "no_answer", reason: written.refused });
      if (written.token !== null) return markup.stream({ ...urls, token: written.token });
      const { language } = written.agent.settings.speech;
      const to = transferNumber(written.agent, deps.clock.now());
      return to === null ? markup.hangUp(written.agent.settings.messages.unavailable, language) : markup.dial(null, language, to);
    },
  };
}

export type Incoming = ReturnType<typeof createIncoming>;
