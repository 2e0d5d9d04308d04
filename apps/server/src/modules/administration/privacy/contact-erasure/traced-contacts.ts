import type { Tx } from "#platform/db/database.ts";
import { listTraces } from "../privacy.queries.ts";

/** The ids of the contacts being erased, as 32 hexadecimal digits: their rows may be gone. */
export async function tracedContacts(tx: Tx, requestId: string): Promise<string[]> {
  const rows = await listTraces(tx, requestId, ["id"]);
  return rows.flatMap(({ trace }) => (trace.startsWith("cnt_") ? trace.slice(4) : []));
}
