import { createHmac, timingSafeEqual } from "node:crypto";
import type { Tx } from "../db/database.ts";

/**
 * What caused an event, if a flow run did: how many flows come before it in the chain, and which run (frun_…). As in
 * `event_log.origin`.
 */
export interface Origin {
  depth: number;
  runId: string;
}

/** The header by which a flow's request names its run, so that its effects count towards the same chain. */
export const originHeader = "x-flow-origin";

export interface Origins {
  write(tenantId: string, origin: Origin): string;
  /** null: none was sent, or it is not one of ours for this tenant. A request without one starts its own chain. */
  read(tenantId: string, header: string | string[] | undefined): Origin | null;
}

/** Signed for the tenant, so that nobody else can claim that a flow sent a request. */
export function createOrigins(key: Buffer): Origins {
  const macOf = (tenantId: string, text: string) =>
    createHmac("sha256", key).update(`${tenantId} ${text}`).digest("base64url").slice(0, 22);
  return {
    write(tenantId, { depth, runId }) {
      const text = `${depth}.${runId}`;
      return `${text}.${macOf(tenantId, text)}`;
    },
    read(tenantId, header) {
      const found = typeof header === "string" ? /^((\d{1,4})\.(frun_[0-9a-f]{32}))\.([A-Za-z0-9_-]{22})$/.exec(header) : null;
      if (found === null) return null;
      const [, text, depth, runId, mac] = found as unknown as [string, string, string, string, string];
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(tenantId, text))) ? { depth: Number(depth), runId } : null;
    },
  };
}

/**
 * Every event of this transaction carries it, whichever code writes the event. Our own number and id: nothing to
 * escape.
 */
export async function setOrigin(tx: Tx, { depth, runId }: Origin): Promise<void> {
  await tx.query({ text: `set local app.origin = '${JSON.stringify({ depth, runId })}'` });
}
