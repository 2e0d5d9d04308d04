import { recordAudit } from "#platform/audit/audit.ts";
import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { bumpRevision } from "./definition/flows.queries.ts";
import { cancelRunsOfGrant } from "./runs/runs.queries.ts";
import { stopSchedule } from "./schedules/schedules.queries.ts";
import { pauseFlowsOfGrant, dropHooksOfGrant } from "./grant-ending.queries.ts";

/**
 * Pauses flows that an agency activated under the grant or whose active version it made; runs of its versions end where they are; addresses
 * that it created start nothing. Locks in the order of a run's step: runs before flows. A run that begins concurrently is stopped by its
 * own step (`grant_ended`). Activating such a flow with the organization's own credential makes it the organization's.
 */
export function flowEndings(deps: { ids: IdSource }): GrantEnding[] {
  const stopRuns = async (ctx: TxContext, grantId: string) =>
    (await cancelRunsOfGrant(ctx.tx, ctx.now, grantId)).map((id) => wireId("frun", id));

  async function stopFlows(ctx: TxContext, grantId: string): Promise<string[]> {
    const stopped = await pauseFlowsOfGrant(ctx.tx, ctx.now, grantId);
    for (const id of stopped) {
      await stopSchedule(ctx.tx, id);
      await recordAudit(ctx, deps.ids, "flow.paused", wireId("flow", id), { reason: "grant_ended" });
    }
    if (stopped.length > 0) await bumpRevision(ctx.tx);
    return stopped.map((id) => wireId("flow", id));
  }

  return [
    { kind: "flow_run", scope: "flows:write", tables: ["flow_versions"], stop: stopRuns },
    { kind: "flow", scope: "flows:write", tables: ["flows"], stop: stopFlows },
    {
      kind: "flow_address",
      scope: "flows:write",
      tables: ["flow_hooks"],
      stop: async (ctx, grantId) => (await dropHooksOfGrant(ctx.tx, grantId)).map((id) => wireId("flow", id)),
    },
  ];
}
