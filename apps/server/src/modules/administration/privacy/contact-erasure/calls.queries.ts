import type { Tx } from "#platform/db/database.ts";

/**
 * Asks the processes that have calls with these people to end them. True: a call is not over, or a channel's platform has not been told yet
 * that it is. A call that is only ringing ends by itself within a minute.
 */
export async function endCalls(tx: Tx, people: string[]): Promise<boolean> {
  await tx.query({
    name: "erase_calls_end",
    text: "update voice_calls set requested = 'hang_up' where tenant_id = $1 and contact_id = any($2) and status = 'in_progress'",
    values: [tx.tenantId, people],
  });
  const rows = await tx.query({
    name: "erase_calls_not_over",
    text: `select 1 from voice_calls c left join voice_channel_calls v on v.tenant_id = $1 and v.call_id = c.id
            where c.tenant_id = $1 and c.contact_id = any($2) and (c.ended_at is null or v.release_at is not null) limit 1`,
    values: [tx.tenantId, people],
  });
  return rows.length > 0;
}

export function lockCalls(tx: Tx, people: string[], limit: number): Promise<{ id: string }[]> {
  return tx.query({
    name: "erase_calls_find",
    text: "select id from voice_calls where tenant_id = $1 and contact_id = any($2) order by id limit $3 for update",
    values: [tx.tenantId, people, limit],
  });
}

/** Returns the contents of the recordings' files. */
export async function dropRecordings(tx: Tx, callIds: string[]): Promise<{ content_id: string | null }[]> {
  const recordings = await tx.query<{ media_id: string | null }>({
    name: "erase_recordings",
    text: "delete from voice_recordings where tenant_id = $1 and call_id = any($2) returning media_id",
    values: [tx.tenantId, callIds],
  });
  return tx.query({
    name: "erase_recorded_files",
    text: "delete from media where tenant_id = $1 and id = any($2) returning content_id",
    values: [tx.tenantId, recordings.flatMap((row) => row.media_id ?? [])],
  });
}

/** Includes their turns. */
export async function dropCalls(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_calls",
    text: "delete from voice_calls where tenant_id = $1 and id = any($2)",
    values: [tx.tenantId, ids],
  });
}
