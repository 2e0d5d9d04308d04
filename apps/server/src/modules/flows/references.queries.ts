import type { Tx } from "#platform/db/database.ts";

/** Of these those that are there. */
export async function listChannels(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<{ id: string }>({
    name: "flow_channels",
    text: "select id from channels where tenant_id = $1 and id = any($2::uuid[]) and deleted_at is null",
    values: [tx.tenantId, ids],
  });
  return rows.map((row) => row.id);
}

export async function listDivisions(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "flow_divisions",
    text: "select id from divisions where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
  return rows.map((row) => row.id);
}
