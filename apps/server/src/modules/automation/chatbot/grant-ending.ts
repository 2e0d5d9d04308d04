import { recordAudit } from "#platform/audit/audit.ts";
import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { stopChatbotsOfGrant } from "./chatbots.queries.ts";

/**
 * Switches off chatbots that an agency created or changed last under the grant; their conversations go to people. A change by the
 * organization makes a chatbot the organization's own.
 */
export function chatbotEnding(deps: { ids: IdSource }): GrantEnding {
  return {
    kind: "chatbot",
    scope: "chatbot:write",
    tables: ["chatbots"],
    async stop(ctx, grantId) {
      const rows = await stopChatbotsOfGrant(ctx.tx, grantId, ctx.now);
      const stopped = rows.map((row) => wireId("bot", row.id));
      for (const wire of stopped) await recordAudit(ctx, deps.ids, "chatbot.updated", wire, { isActive: false, reason: "grant_ended" });
      return stopped;
    },
  };
}
