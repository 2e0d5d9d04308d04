import type { Database } from "#platform/db/database.ts";
import type { Definition } from "../definition/definition.ts";
import { eventTypeOf } from "../definition/triggers.ts";
import { revisionsOf, activeFlowsOf } from "./active-flows.queries.ts";

export interface ActiveFlow {
  id: string;
  version: number;
  activatedAt: Date;
  definition: Definition;
}

/** A tenant's active flows by the type of event that starts them. */
type Page = ReadonlyMap<string, ActiveFlow[]>;

const pagesMax = 5_000;

/**
 * Caches the active flows of tenants, so that an event costs no query. Every batch of events checks once, for all its
 * tenants, whether anything has changed: an activation is known before the first event it applies to. Cross-tenant,
 * like the reader of the log.
 */
export function createActiveFlows(database: Pick<Database, "worker">) {
  const pages = new Map<string, { revision: number; page: Page }>();

  return {
    /** Only tenants that have ever had an active flow. */
    async read(tenantIds: string[]): Promise<ReadonlyMap<string, Page>> {
      const revisions = await revisionsOf(database, tenantIds);
      // Before anything is read from it, so that no tenant of this batch is dropped.
      if (pages.size + revisions.length > pagesMax) pages.clear();
      const stale = revisions.filter((row) => pages.get(row.tenant_id)?.revision !== row.revision);
      if (stale.length > 0) {
        const rows = await activeFlowsOf(
          database,
          stale.map((row) => row.tenant_id),
        );
        const flows = Map.groupBy(rows, (row) => row.tenant_id);
        for (const { tenant_id: tenantId, revision } of stale) {
          const active = (flows.get(tenantId) ?? []).map((row) => ({
            id: row.id,
            version: row.version,
            activatedAt: row.activated_at,
            definition: row.definition,
          }));
          const page = Map.groupBy(active, (flow) => eventTypeOf(flow.definition.trigger) ?? "");
          pages.set(tenantId, { revision, page });
        }
      }
      return new Map(
        revisions.flatMap(({ tenant_id: id }) => {
          const known = pages.get(id);
          return known === undefined ? [] : [[id, known.page] as const];
        }),
      );
    },
  };
}
