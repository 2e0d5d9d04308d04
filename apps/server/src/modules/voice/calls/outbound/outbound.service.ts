import type { ChannelDirectory } from "#modules/channels/channels/index.ts";
import { storeSystemMessage } from "#modules/inbox/messages/index.ts";
import type { PricingService } from "#modules/money/pricing/index.ts";
import { isWithin } from "#modules/people/agent-settings/index.ts";
import type { AccountsService, NumbersService } from "#modules/voice/telephony/index.ts";
import type { VoiceAgentRow, VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import type { Call } from "../calls.schema.ts";
import type { CallsService } from "../calls.service.ts";
import { insertCall, loadOf } from "../live/live.queries.ts";
import type { Minutes } from "../live/minutes.ts";
import { ringMs } from "./dialling.ts";
import { callsTo, refusalOfContact } from "./outbound.queries.ts";
import type { CreateCall } from "./outbound.schema.ts";

export interface OutboundDeps {
  database: Database;
  ids: IdSource;
  directory: ChannelDirectory;
  pricing: Pick<PricingService, "pricesOf">;
  voiceAgents: Pick<VoiceAgentsService, "find">;
  numbers: Pick<NumbersService, "find">;
  accounts: Pick<AccountsService, "find">;
}

const dayMs = 86_400_000;
/** Per number in 24 hours, so that people who do not want to talk are left alone. */
const callsPerDayMax = 3;

const refused = (message: string) => new AppError("conflict", { message });

/** Read before the transaction. */
export interface Prepared {
  price: string;
  model: string;
  channel: Awaited<ReturnType<ChannelDirectory["find"]>>;
}

/** Outbound calls: stored here with their first minute, dialled by the loop in dialling.ts. */
export function createOutbound(deps: OutboundDeps, calls: Pick<CallsService, "get" | "render">, minutes: Minutes) {
  /** Throws conflict if this agent cannot make any call now. */
  async function checkAgent(ctx: TxContext, { id, is_active: isActive, settings }: VoiceAgentRow): Promise<void> {
    if (!isActive) throw refused("The voice agent is not active. Activate it first.");
    if (settings.activeHours !== null && !isWithin(settings.activeHours, ctx.now))
      throw refused("It is outside the voice agent's active hours. Call within them, or change them.");
    const { maxConcurrentCalls, minutesPerDay } = settings.limits;
    const load = await loadOf(ctx.tx, id, new Date(ctx.now.getTime() - dayMs));
    if (load.live >= maxConcurrentCalls) throw refused(`The voice agent already has ${load.live} calls, which is its limit.`);
    if (minutesPerDay !== null && load.minutes >= minutesPerDay) throw refused("The voice agent's minutes for the day are used up.");
  }

  return {
    async prepare(ctx: Context, input: CreateCall): Promise<Prepared> {
      const agent = await deps.database.withTenant(ctx.tenantId, (tx) => deps.voiceAgents.find(tx, input.voiceAgentId));
      const { model } = agent.settings.speech;
      return {
        model,
        price: (await deps.pricing.pricesOf([model])).get(model) ?? "0",
        channel: agent.channel_id === null ? null : await deps.directory.find(ctx.tenantId, agent.channel_id),
      };
    },

    /**
     * 404 for an unknown agent or number; 409 conflict for an agent that makes no calls now, a person who is blocked or
     * opted out, and the fourth call to a number in 24 hours. Throws the errors of the first minute:
     * insufficient_credits, entitlement_exceeded, app_inactive.
     */
    async create(ctx: TxContext, input: CreateCall, { price, model, channel }: Prepared): Promise<Call> {
      const { tx, now } = ctx;
      const phone = normalizePhone(input.to);
      if (phone === null) throw invalidField("to", "invalid_format", "Use the international format, such as +49 30 1234567.");
      const agent = await deps.voiceAgents.find(tx, input.voiceAgentId, true);
      const number = await deps.numbers.find(tx, input.phoneNumberId);
      const account = await deps.accounts.find(tx, wireId("tla", number.telephony_account_id));
      await checkAgent(ctx, agent);
      // It was deleted or changed while this was being prepared.
      if (channel === null || agent.channel_id !== channel.id) throw notFound(input.voiceAgentId);
      if (phone.e164 === number.number) throw invalidField("to", "not_allowed", "The number cannot call itself.");
      const id = deps.ids.uuid();
      const notice = await storeSystemMessage(deps, tx, now, {
        channel,
        direction: "outbound",
        address: phone.digits,
        externalId: `call:${id}`,
        text: "Phone call",
        content: { kind: "call", callId: wireId("call", id), direction: "outbound" },
        occurredAt: now,
      });
      if (notice === null) throw new Error("the notice of a new call was stored before");
      // After the notice, which calls to the same person wait for.
      const lately = await callsTo(tx, phone.e164, new Date(now.getTime() - dayMs));
      if (lately.live > 0) throw refused("This number is already being called.");
      if (lately.made >= callsPerDayMax) throw refused(`This number was called ${lately.made} times in 24 hours, which is the limit.`);
      const refusal = await refusalOfContact(tx, notice.contactId);
      if (refusal !== null) throw refused(refusal === "blocked" ? "This contact is blocked." : "This contact has opted out.");
      const minutesTakenAt = await minutes.reserve(tx, now, id, 1, price);
      await insertCall(tx, now, {
        id,
        direction: "outbound",
        voiceAgentId: agent.id,
        phoneNumberId: number.id,
        accountId: account.id,
        provider: account.provider,
        providerCallId: null,
        from: number.number,
        to: phone.e164,
        contactId: notice.contactId,
        conversationId: notice.conversationId,
        model,
        price,
        minutesTakenAt,
        leaseUntil: new Date(now.getTime() + ringMs.lease),
        outbound: { consent: input.consent, greeting: input.greeting ?? null, purpose: input.purpose ?? null },
      });
      const wire = wireId("call", id);
      await recordAudit(ctx, deps.ids, "call.created", wire, { consent: input.consent, voiceAgentId: input.voiceAgentId });
      return calls.render(ctx, wire);
    },
  };
}

export type Outbound = ReturnType<typeof createOutbound>;
