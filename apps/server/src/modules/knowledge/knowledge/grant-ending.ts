import { recordAudit } from "#platform/audit/audit.ts";
import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { reschedule, stopRefreshOfGrant } from "./sources/sources.queries.ts";

/**
 * A URL that an agency entered is no longer fetched automatically, because somebody else controls what it returns. What
 * was read stays. A change by the organization makes the source the organization's own.
 */
export function sourceEnding(deps: { ids: IdSource }): GrantEnding {
  return {
    kind: "knowledge_source",
    scope: "knowledge:write",
    tables: ["knowledge_sources"],
    async stop(ctx, grantId) {
      const rows = await stopRefreshOfGrant(ctx.tx, grantId, ctx.now);
      for (const { id } of rows) {
        await reschedule(ctx.tx, id, null);
        await recordAudit(ctx, deps.ids, "knowledge_source.updated", wireId("kns", id), {
          fields: ["refreshEveryHours"],
          reason: "grant_ended",
        });
      }
      return rows.map((row) => wireId("kns", row.id));
    },
  };
}
