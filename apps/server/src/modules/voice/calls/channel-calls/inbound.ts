import type { CallHandler, ReceivedCall } from "#modules/channels/inbound/index.ts";
import type { Topic } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import { answeringAgents, insertRinging, recordEnd } from "./channel-calls.queries.ts";

/** From the platform's callback to the answer: platforms end calls that ring for longer than 30 to 60 seconds. */
export const ringsMs = 60_000;

/**
 * Handles platforms' callbacks about customers' calls, in the transaction that stores them: a call is a row before
 * anybody is contacted. Whether it is taken is decided right after (answering.ts).
 */
export function createCallHandler(deps: { log: Log }): CallHandler {
  return {
    answered: async (tx, channelIds) => new Set((await answeringAgents(tx, channelIds)).keys()),

    async received(tx, now, calls): Promise<readonly Topic[]> {
      const agents = await answeringAgents(
        tx,
        calls.map(({ message }) => message.channelId),
      );
      let rings = false;
      for (const call of calls) {
        const agent = agents.get(call.message.channelId);
        const { conversationId, contactId } = call.message;
        // Nobody answers the channel any more: the message is the only record of the call, as if nobody ever had.
        if (agent === undefined || conversationId === null || contactId === null) continue;
        const { offered } = call;
        if (offered.offer === null) deps.log.warn({ callId: call.id, why: offered.unusable }, "a call of a channel cannot be answered");
        await insertRinging(tx, now, {
          id: call.id,
          channelId: call.message.channelId,
          kind: call.message.channel.description.kind,
          externalId: call.message.event.externalId,
          agentId: agent.agentId,
          model: agent.model,
          from: callerOf(call),
          to: offered.to ?? call.message.channel.externalId,
          contactId,
          conversationId,
          offer: offered.offer,
          leaseUntil: new Date(now.getTime() + ringsMs),
        });
        rings = true;
      }
      return rings ? ["calls"] : [];
    },

    async ended(tx, channelId, { externalId, error }) {
      if (error !== undefined) deps.log.warn({ code: error.providerCode, message: error.message }, "a call of a channel failed");
      const { known, isOurs } = await recordEnd(tx, { channelId, externalId, outcome: error === undefined ? "completed" : "failed" });
      return { known, topics: isOurs ? ["calls"] : [] };
    },
  };
}

/** A number in the format of telephone calls; null: the platform hides it. */
function callerOf({ message }: ReceivedCall): string | null {
  const { address } = message.event.person;
  if (address === undefined) return null;
  return normalizePhone(`+${address}`)?.e164 ?? address;
}
