import type { Tx } from "#platform/db/database.ts";
import { CountChanges, removeRecipientsOf } from "./recipients/counts.queries.ts";

/**
 * Removes contacts from all broadcasts, with their counts. Returns how many recipients were removed: at most `limit`,
 * so call it repeatedly.
 */
export async function removeRecipients(tx: Tx, contactIds: string[], limit: number): Promise<number> {
  const removed = await removeRecipientsOf(tx, contactIds, limit);
  const changes = new CountChanges();
  for (const { broadcast_id: id, status, reason, opted_out: optedOut } of removed) {
    changes.add(id, status, reason, -1);
    if (optedOut) changes.add(id, "opted_out", null, -1);
  }
  await changes.write(tx);
  return removed.length;
}
