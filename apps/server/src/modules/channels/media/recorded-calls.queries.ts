import type { Tx } from "#platform/db/database.ts";

/** A recorded call as a file. It belongs to its call, and is not found among the media of messages. */
export async function insertRecordedCall(
  tx: Tx,
  now: Date,
  file: { id: string; contentId: string; mimeType: string; filename: string },
): Promise<void> {
  await tx.query({
    name: "media_insert_recording",
    text: `insert into media (tenant_id, id, state, content_id, kind, mime_type, filename, source, used_at, created_at, updated_at)
           values ($1, $2, 'stored', $3, 'audio', $4, $5, 'recording', $6, $6, $6)`,
    values: [tx.tenantId, file.id, file.contentId, file.mimeType, file.filename, now],
  });
}

export interface RecordedCall {
  content_id: string | null;
  mime_type: string;
  filename: string;
  sha256: Buffer | null;
  size_bytes: number | null;
}

/** null: it is gone, or its retention has ended. */
export async function findRecordedCall(tx: Tx, id: string, now: Date): Promise<RecordedCall | null> {
  const [row] = await tx.query<RecordedCall>({
    name: "media_recording",
    text: `select m.content_id, m.mime_type, m.filename, c.sha256, c.size_bytes
             from media m join media_contents c on c.tenant_id = $1 and c.id = m.content_id
            where m.tenant_id = $1 and m.id = $2 and m.source = 'recording' and (m.expires_at is null or m.expires_at > $3)`,
    values: [tx.tenantId, id, now],
  });
  return row ?? null;
}

/** Its content is removed later, like any that nothing uses. */
export async function deleteRecordedCall(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "media_delete_recording",
    text: `with gone as (delete from media where tenant_id = $1 and id = $2 and source = 'recording' returning content_id)
           update media_contents c set unused_since = $3 from gone where c.tenant_id = $1 and c.id = gone.content_id`,
    values: [tx.tenantId, id, now],
  });
}
