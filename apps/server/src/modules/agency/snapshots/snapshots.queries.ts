import type { Tx } from "#platform/db/database.ts";

export async function lockSnapshots(tx: Tx): Promise<void> {
  await tx.query({
    name: "snapshots_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('snapshots ' || $1::text, 0))",
    values: [tx.tenantId],
  });
}
