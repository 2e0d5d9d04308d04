import { recordAudit } from "#platform/audit/audit.ts";
import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { stopVoiceAgentsOfGrant } from "./voice-agents.queries.ts";

/**
 * A voice agent that an agency created, or was the last to change, takes no more calls. Its current calls end by
 * themselves.
 */
export function voiceAgentEnding(deps: { ids: IdSource }): GrantEnding {
  return {
    kind: "voice_agent",
    scope: "voice:write",
    tables: ["voice_agents"],
    async stop(ctx, grantId) {
      const rows = await stopVoiceAgentsOfGrant(ctx.tx, grantId, ctx.now);
      const stopped = rows.map((row) => wireId("vag", row.id));
      for (const wire of stopped) await recordAudit(ctx, deps.ids, "voice_agent.updated", wire, { isActive: false, reason: "grant_ended" });
      return stopped;
    },
  };
}
