import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";

/** For what calls of models find out about keys: nobody requested it. */
export const systemContext = (tx: Tx, now: Date): TxContext => ({
  tenantId: tx.tenantId,
  actor: { kind: "system", id: "ai" },
  scopes: new Set(),
  session: null,
  requestId: "",
  now,
  tx,
});
