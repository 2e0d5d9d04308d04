import { recordAudit } from "#platform/audit/audit.ts";
import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { findBroadcast, activeByGrant } from "./broadcasts.queries.ts";
import { changeStatus, pause } from "./pausing.ts";

/**
 * A broadcast that an agency scheduled under a grant becomes a draft again. One that is being sent is paused, and
 * waiting recipients stay pending. A broadcast becomes the organization's own when it is scheduled, sent, resumed or
 * changed with the organization's own credential. While it is scheduled, another title alone does not count as a change:
 * it needs no broadcasts:send.
 */
export function broadcastEnding(deps: { ids: IdSource }): GrantEnding {
  return {
    kind: "broadcast",
    scope: "broadcasts:send",
    tables: ["broadcasts"],
    async stop(ctx, grantId) {
      const stopped: string[] = [];
      for (const id of await activeByGrant(ctx.tx, grantId)) {
        const row = await findBroadcast(ctx.tx, id, { lock: true });
        if (row === null || (row.status !== "scheduled" && row.status !== "sending")) continue;
        const wire = wireId("brd", id);
        const action = row.status === "sending" ? "paused" : "unscheduled";
        if (row.status === "sending") await pause(ctx.tx, deps.ids, ctx.now, row, "grant_ended");
        else {
          row.scheduled_at = null;
          row.state = "idle";
          await changeStatus(ctx.tx, deps.ids, ctx.now, row, "draft");
        }
        await recordAudit(ctx, deps.ids, `broadcast.${action}`, wire, { reason: "grant_ended" });
        stopped.push(wire);
      }
      return stopped;
    },
  };
}
