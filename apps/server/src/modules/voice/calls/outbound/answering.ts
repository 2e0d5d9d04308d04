import { type AccountRow, type DialEnd, telephonyProviders } from "#modules/voice/telephony/index.ts";
import type { VoiceAgentsService } from "#modules/voice/voice-agents/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { type CallRow, lockCall } from "../calls.queries.ts";
import type { EndReason } from "../calls.schema.ts";
import { type Finishing, unanswered } from "../live/finishing.ts";
import { renewToken } from "../live/live.queries.ts";
import { newToken, tokenMs } from "../live/token.ts";
import { nameCall } from "./outbound.queries.ts";

export interface AnsweringDeps {
  database: Database;
  clock: Clock;
  voiceAgents: Pick<VoiceAgentsService, "byId">;
}

/** `over`: somebody answered, but their stream never connected. */
const reasons: Record<DialEnd, EndReason> = {
  busy: "line_busy",
  no_answer: "not_answered",
  failed: "dial_failed",
  canceled: "dial_failed",
  over: "not_connected",
};

/** The provider's reports about outbound calls. */
export function createAnswering(deps: AnsweringDeps, finishing: Pick<Finishing, "finish">) {
  const isOurs = (call: CallRow | null, account: AccountRow): call is CallRow =>
    call !== null && call.direction === "outbound" && call.telephony_account_id === account.id;

  return {
    /** The markup that connects it to a stream, or hangs up if a machine answered or the call is over. */
    async answered(
      tenantId: string,
      account: AccountRow,
      wire: string,
      by: { callId: string; isMachine: boolean },
      urls: { streamUrl: string; afterUrl: string },
    ): Promise<string> {
      const { markup } = telephonyProviders[account.provider];
      const id = parseWireId("call", wire);
      if (id === null) return markup.hangUp(null, null);
      const token = await deps.database.withTenant(tenantId, async (tx) => {
        const call = await lockCall(tx, id);
        if (!isOurs(call, account) || call.status !== "ringing" || !(await nameCall(tx, id, by.callId))) return null;
        if (by.isMachine || (await deps.voiceAgents.byId(tx, call.voice_agent_id)) === null) return null;
        const made = newToken(tenantId, id);
        await renewToken(tx, id, { hash: made.hash, until: new Date(deps.clock.now().getTime() + tokenMs) });
        return made.token;
      });
      if (token !== null) return markup.stream({ ...urls, token });
      if (by.isMachine) await this.ended(tenantId, account, wire, "machine");
      return markup.hangUp(null, null);
    },

    /** Nobody is talking, or no longer is. A call with a stream is ended by its session. */
    async ended(tenantId: string, account: AccountRow, wire: string, how: DialEnd | "machine"): Promise<void> {
      const id = parseWireId("call", wire);
      if (id === null) return;
      const isThere = await deps.database.withTenant(tenantId, async (tx) => isOurs(await lockCall(tx, id), account));
      if (isThere) await finishing.finish(tenantId, id, unanswered(how === "machine" ? "machine" : reasons[how]), "unanswered");
    },
  };
}

export type Answering = ReturnType<typeof createAnswering>;
