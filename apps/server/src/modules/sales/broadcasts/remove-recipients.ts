import type { Tx } from "#platform/db/database.ts";
import { CountChanges } from "./recipients/counts.queries.ts";

/**
 * Removes contacts from all broadcasts, with their counts. Returns how many recipients were removed: at most `limit`,
 * so call it again.
 */
export async function removeRecipients(tx: Tx, contactIds: string[], limit: number): Promise<number> {
  const gone = await tx.query<{ broadcast_id: string; status: string; reason: string | null; opted_out: boolean }>({
    name: "broadcast_forget",
    text: `with own as (
             select r.broadcast_id, r.n from broadcast_recipients r where r.tenant_id = $1 and r.contact_id = any($2::uuid[])
              order by r.broadcast_id, r.n limit $3 for update of r
           )
           delete from broadcast_recipients r using own
            where r.tenant_id = $1 and r.broadcast_id = own.broadcast_id and r.n = own.n
           returning r.broadcast_id, r.status, r.reason, r.opted_out_at is not null as opted_out`,
    values: [tx.tenantId, contactIds, limit],
  });
  const changes = new CountChanges();
  for (const { broadcast_id: id, status, reason, opted_out: optedOut } of gone) {
    changes.add(id, status, reason, -1);
    if (optedOut) changes.add(id, "opted_out", null, -1);
  }
  await changes.write(tx);
  return gone.length;
}
