import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";

/** The voice agent acts on its own, on nobody's behalf; before a transaction. */
export const voiceCaller = (tenantId: string, now: Date): Omit<TxContext, "tx"> => ({
  tenantId,
  actor: { kind: "system", id: "voice" },
  scopes: new Set(),
  session: null,
  requestId: "",
  now,
});

export const voiceContext = (tx: Tx, now: Date): TxContext => ({ ...voiceCaller(tx.tenantId, now), tx });

export const ticketWireOf = (id: string | null) => (id === null ? null : wireId("tkt", id));
