import type { Database } from "#platform/db/database.ts";

export async function releaseSlot(database: Pick<Database, "worker">, tenantId: string, id: string): Promise<void> {
  await database.worker({
    name: "stream_place_leave",
    text: "delete from event_stream_places where tenant_id = $1 and id = $2",
    values: [tenantId, id],
  });
}

export function takeSlot(
  database: Pick<Database, "worker">,
  tenantId: string,
  id: string,
  credentialId: string,
  processId: string,
  ofCredentialMax: number,
  ofTenantMax: number,
  deadAfterSeconds: number,
): Promise<{ full: "credential" | "tenant" | null }[]> {
  return database.worker({
    name: "stream_place_take",
    text: "select take_event_stream($1, $2, $3, $4, $5, $6, $7 * interval '1 s') as full",
    values: [tenantId, id, credentialId, processId, ofCredentialMax, ofTenantMax, deadAfterSeconds],
  });
}

export async function releaseAllBut(database: Pick<Database, "worker">, processId: string, kept: string[]): Promise<void> {
  await database.worker({
    name: "stream_places_tidy",
    text: "delete from event_stream_places where process_id = $1 and id <> all($2::uuid[])",
    values: [processId, kept],
  });
}

export async function releaseAll(database: Pick<Database, "worker">, processId: string): Promise<void> {
  await database.worker({
    name: "stream_places_close",
    text: "delete from event_stream_places where process_id = $1",
    values: [processId],
  });
}
