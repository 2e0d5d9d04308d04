import { recordAudit } from "../audit/audit.ts";
import type { GrantEnding } from "../auth/acting-grant.ts";
import type { Scope } from "../auth/scopes.ts";
import { type IdSource, wireId } from "../ids/ids.ts";
import { isSetAsideSql } from "../jobs/set-aside.ts";
import type { ImportRow, ImportStore } from "./import-store.ts";

/** Cancels an agency's imports, also those set aside, which a retry would continue; rows already applied stay. */
export function importEnding<Settings extends object, Row extends ImportRow & Settings>(
  ids: IdSource,
  store: ImportStore<Settings, Row>,
  scope: Scope,
): GrantEnding {
  const { table } = store.source;
  return {
    kind: store.noun,
    scope,
    tables: [table],
    async stop(ctx, grantId) {
      const rows = await ctx.tx.query<{ id: string }>({
        name: `${table}_of_grant`,
        text: `select id from ${table}
                where tenant_id = $1 and grant_id = $2 and (state in ('ready', 'leased') or ${isSetAsideSql("state")})
                order by id for no key update`,
        values: [ctx.tx.tenantId, grantId],
      });
      const stopped: string[] = [];
      for (const { id } of rows) {
        await store.end(ctx.tx, ctx.now, id, "cancelled", "The grant under which the agency started it has ended.");
        const wire = wireId(store.prefix, id);
        await recordAudit(ctx, ids, `${store.noun}.cancelled`, wire, { reason: "grant_ended" });
        stopped.push(wire);
      }
      return stopped;
    },
  };
}
