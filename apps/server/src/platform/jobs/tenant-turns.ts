import { retryConflicts } from "../db/conflicts.ts";
import { type Database, isConnectionFailure, type Tx } from "../db/database.ts";
import type { Log } from "../log/log.ts";

/**
 * A loop's work in one tenant's transaction after another, in which one tenant's failure does not stop the others.
 * Tenants whose transaction failed in the last round are skipped in this one: otherwise their due work could hide other
 * tenants'.
 */
export interface TenantTurns {
  /** What is due in this round, listed without the tenants to skip. Once a round. */
  list<T>(due: (skippedTenantIds: string[]) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction of the round and returns its result; undefined: it failed, which is logged. Repeated after a
   * conflict. Throws only if the database cannot be reached.
   */
  run<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined>;
}

/** `failure`: what the log says when a transaction failed. */
export function createTenantTurns(deps: { database: Pick<Database, "withTenant">; log: Log }, failure: string): TenantTurns {
  const failed = new Set<string>();
  return {
    async list(due) {
      const listed = await due([...failed]);
      failed.clear();
      return listed;
    },
    async run(tenantId, work) {
      try {
        return await retryConflicts(() => deps.database.withTenant(tenantId, work));
      } catch (error) {
        if (isConnectionFailure(error)) throw error;
        failed.add(tenantId);
        deps.log.error({ err: error, tenantId }, failure);
        return undefined;
      }
    },
  };
}
