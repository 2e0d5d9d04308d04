import type { Tx } from "#platform/db/database.ts";
import { parseWireId } from "#platform/ids/ids.ts";

export interface RetainedMedia {
  id: string;
  /** null: its content is not stored. */
  contentId: string | null;
  sizeBytes: number | null;
  mimeType: string | null;
  filename: string | null;
  source: "upload" | "url" | "inbound";
}

/**
 * Adds one hold that keeps media from being removed as unused. null: there is no media with this id; a recorded call belongs to its call.
 */
export async function retainMedia(tx: Tx, wire: string): Promise<RetainedMedia | null> {
  const id = parseWireId("med", wire);
  if (id === null) return null;
  const [row] = await tx.query<RetainedMedia>({
    name: "media_hold",
    text: `with held as (
             update media set holders = holders + 1 where tenant_id = $1 and id = $2 and source <> 'recording'
             returning id, content_id, mime_type, filename, source)
           select h.id, h.content_id as "contentId", c.size_bytes as "sizeBytes", h.mime_type as "mimeType", h.filename, h.source
             from held h left join media_contents c on c.tenant_id = $1 and c.id = h.content_id`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Releases one hold. Media without holds is an upload like any other: it is removed after its days, unless something uses it. */
export async function releaseMedia(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "media_release",
    text: "update media set holders = holders - 1 where tenant_id = $1 and id = $2 and holders > 0",
    values: [tx.tenantId, id],
  });
}

/** Releases one hold and discards what nobody needs: media without holds that no message ever used is removed at once, and its content later. */
export async function discardMedia(tx: Tx, now: Date, id: string): Promise<void> {
  await releaseMedia(tx, id);
  await tx.query({
    name: "media_discard",
    text: `with gone as (
             delete from media where tenant_id = $1 and id = $2 and holders = 0 and used_at is null and source <> 'inbound' returning content_id)
           update media_contents c set unused_since = $3 from gone where c.tenant_id = $1 and c.id = gone.content_id`,
    values: [tx.tenantId, id, now],
  });
}
