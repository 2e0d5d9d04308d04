import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";

/** The context for changes to keys caused by model calls, which nobody requested. */
export const systemContext = (tx: Tx, now: Date): TxContext => ({
  tenantId: tx.tenantId,
  actor: { kind: "system", id: "ai" },
  scopes: new Set(),
  session: null,
  requestId: "",
  now,
  tx,
});
