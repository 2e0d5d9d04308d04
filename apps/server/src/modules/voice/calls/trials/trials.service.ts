import type { Ledger, LedgerContext } from "#modules/money/billing/index.ts";
import type { PricingService } from "#modules/money/pricing/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import type { VoiceAgentRow, VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import { toMicros, toNumber } from "#platform/money/money.ts";
import { tenantName } from "../calls.queries.ts";
import { transferNumber } from "../live/incoming.ts";
import { createTools, type ToolDeps } from "../live/tool-effects.ts";
import type { Connect } from "../realtime/connecting.ts";
import { createTextConversation, type Reply } from "./text-conversation.ts";
import { voiceAllowance } from "../voice-allowance.ts";
import type { TestVoiceAgent, VoiceAgentTest } from "./trials.schema.ts";

export interface TrialDeps extends ToolDeps {
  database: Database;
  ids: IdSource;
  timers: Timers;
  log: Log;
  ledger: Ledger;
  entitlements: Pick<EntitlementsService, "take" | "giveBack">;
  pricing: Pick<PricingService, "pricesOf">;
  voiceAgents: Pick<VoiceAgentsService, "find" | "requireKey">;
}

/** Well above the longest answer. */
const heldMs = 10 * 60_000;

interface Trial {
  reply: Reply;
  model: string;
  cost: string;
}

/** A text conversation with a voice agent: its session at the provider, its tools without their effects. */
export function createTrials(deps: TrialDeps, connect: Connect) {
  async function converse(ctx: Context, agent: VoiceAgentRow, name: string, input: TestVoiceAgent): Promise<Reply | null> {
    const { settings } = agent;
    const nonce = deps.ids.uuid().replaceAll("-", "").slice(-12);
    const sources: string[] = [];
    const runTool = createTools(deps, {
      tenantId: ctx.tenantId,
      agent,
      contactId: null,
      conversationId: null,
      nonce,
      sources,
      isDryRun: true,
    });
    const { model, aiKeyId } = settings.speech;
    const answer = createTextConversation(
      {
        settings,
        facts: {
          tenantName: name,
          callerName: null,
          nonce,
          weCalled: false,
          purpose: null,
          people: transferNumber(agent, ctx.now) === null ? null : "connect",
          hasContact: true,
          hasChat: true,
          recording: "off",
        },
      },
      {
        timers: deps.timers,
        sources,
        report: (error, what) => deps.log.error({ err: error, voiceAgentId: agent.id }, what),
        connect: (session, listener) => connect({ tenantId: ctx.tenantId, model, aiKeyId, session, listener }),
        async runTool(tool, given) {
          const result = await runTool(tool, given);
          sources.push(...(result.sources ?? []));
          return result;
        },
      },
    );
    return answer(input.turns);
  }

  return {
    /**
     * Calls the provider, outside any transaction. A started minute is reserved beforehand, and charged if there is an
     * answer.
     */
    async run(ctx: Context, wire: string, input: TestVoiceAgent): Promise<Trial> {
      if (input.turns.at(-1)?.speaker !== "caller")
        throw invalidField("turns", "not_allowed", "The last turn must be the caller's: the voice agent answers it.");
      const inTenant = <T>(work: (tx: Tx, ledger: LedgerContext) => Promise<T>) =>
        deps.database.withTenant(ctx.tenantId, (tx) => work(tx, { tx, now: ctx.now, actor: ctx.actor }));
      const { agent, name } = await inTenant(async (tx) => {
        const found = await deps.voiceAgents.find(tx, wire);
        await deps.voiceAgents.requireKey(tx);
        return { agent: found, name: await tenantName(tx) };
      });
      const { model } = agent.settings.speech;
      const price = (await deps.pricing.pricesOf([model])).get(model) ?? "0";
      const costs = toMicros(price) > 0n;
      const id = deps.ids.uuid();
      const held = `voice:test:${id}:1`;
      const expiresAt = new Date(ctx.now.getTime() + heldMs);
      const isTaken = await inTenant(async (tx, ledger) => {
        if (costs) await deps.ledger.reserve(ledger, { amount: price, reference: held, reason: "Voice agent test", expiresAt });
        return deps.entitlements.take(tx, ctx.now, voiceAllowance.name, 1);
      });
      let reply: Reply | null = null;
      try {
        reply = await converse(ctx, agent, name, input);
      } finally {
        const isAnswered = reply !== null;
        if (isTaken && !isAnswered) await inTenant((tx) => deps.entitlements.giveBack(tx, ctx.now, voiceAllowance.name, 1));
        if (costs)
          await inTenant(async (_, ledger) => {
            await deps.ledger.release(ledger, { reference: held, reason: "Voice agent test" });
            if (!isAnswered) return;
            const booked = { modelName: model, costPerRequest: price, requests: 1, unit: "minute" as const };
            await deps.ledger.chargeOnce(ledger, {
              amount: price,
              reference: `voice:test:${id}`,
              reason: "Voice agent test",
              price: booked,
              reservationId: held,
            });
          });
      }
      if (reply === null)
        throw new AppError("provider_error", {
          message: "No realtime provider responded. Test the AI keys, and check that they offer this model.",
        });
      return { reply, model, cost: price };
    },

    async record(ctx: TxContext, wire: string, { reply, model, cost }: Trial): Promise<VoiceAgentTest> {
      await recordAudit(ctx, deps.ids, "voice_agent.tested", wire, { stopped: reply.stopped });
      return { ...reply, model, cost: toNumber(cost) };
    },
  };
}

export type Trials = ReturnType<typeof createTrials>;
