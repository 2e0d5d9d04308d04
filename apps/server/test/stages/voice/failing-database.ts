import type { Database, Tx } from "../../../src/platform/db/database.ts";

/** Statements of these names fail, as with a full disk; empty: none. */
export const failing = new Set<string>();

export function failingDatabase(database: Database): Database {
  const around = (tx: Tx): Tx => ({
    ...tx,
    query: (query) => {
      if (failing.has((query as { name?: string }).name ?? "")) throw new Error("could not extend file: No space left on device");
      return tx.query(query);
    },
  });
  return { ...database, withTenant: (tenantId, work, ...rest) => database.withTenant(tenantId, (tx) => work(around(tx)), ...rest) };
}
