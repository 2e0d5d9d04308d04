import type { Database, Tx } from "../../../src/platform/db/database.ts";

/** Statements of these names fail, as with a full disk; empty: none. */
export const failing = new Set<string>();

/** A transaction with a statement of these names is committed, and its response is lost; empty: none. */
export const losing = new Set<string>();

export function failingDatabase(database: Database): Database {
  const around = (tx: Tx, onLost: () => void): Tx => ({
    ...tx,
    query: (query) => {
      const { name = "" } = query as { name?: string };
      if (failing.has(name)) throw new Error("could not extend file: No space left on device");
      if (losing.has(name)) onLost();
      return tx.query(query);
    },
  });
  return {
    ...database,
    async withTenant(tenantId, work, ...rest) {
      let isLost = false;
      const result = await database.withTenant(tenantId, (tx) => work(around(tx, () => (isLost = true))), ...rest);
      if (isLost) throw new Error("Connection terminated unexpectedly");
      return result;
    },
  };
}
