import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { MediaKind } from "./media-type.ts";

export interface MediaRow {
  id: string;
  state: "pending" | "stored" | "failed" | "expired";
  content_id: string | null;
  kind: MediaKind;
  mime_type: string | null;
  filename: string | null;
  source: "upload" | "url" | "inbound";
  message_id: string | null;
  error: string | null;
  used_at: Date | null;
  expires_at: Date | null;
  created_at: Date;
  sha256: Buffer | null;
  size_bytes: number | null;
}

/**
 * Expired content counts as deleted, whenever maintenance runs. A recorded call is found only through its call. `viewer` null: the caller
 * sees everything. A customer's file is visible to whoever sees the conversation; an upload to everybody.
 */
export async function findMedia(tx: Tx, id: string, now: Date, viewer: Viewer | null = null): Promise<MediaRow | null> {
  const values: unknown[] = [tx.tenantId, id];
  const seen = viewer === null ? null : visibleTo(viewer, "v", (parameter) => `$${values.push(parameter)}`);
  const [row] = await tx.query<MediaRow>({
    name: seen === null ? "media_by_id" : `media_by_id_${seen.name}`,
    text: `select m.id, m.state, m.content_id, m.kind, m.mime_type, m.filename, m.source, m.message_id, m.error, m.used_at,
                  m.expires_at, m.created_at, c.sha256, c.size_bytes
             from media m left join media_contents c on c.tenant_id = $1 and c.id = m.content_id
            where m.tenant_id = $1 and m.id = $2 and m.source <> 'recording'
              ${
                seen === null
                  ? ""
                  : `and (m.message_id is null or exists (
                select from messages g join conversations v on v.tenant_id = $1 and v.id = g.conversation_id
                 where g.tenant_id = $1 and g.id = m.message_id and ${seen.condition}))`
              }`,
    values,
  });
  if (row === undefined) return null;
  const over = row.state === "stored" && row.expires_at !== null && row.expires_at <= now;
  return over ? { ...row, state: "expired", content_id: null, sha256: null, size_bytes: null } : row;
}

export async function insertUpload(
  tx: Tx,
  now: Date,
  media: { id: string; contentId: string; kind: MediaKind; mimeType: string; filename: string | null; source: "upload" | "url" },
): Promise<void> {
  await tx.query({
    name: "media_insert_upload",
    text: `insert into media (tenant_id, id, state, content_id, kind, mime_type, filename, source, created_at, updated_at)
           values ($1, $2, 'stored', $3, $4, $5, $6, $7, $8, $8)`,
    values: [tx.tenantId, media.id, media.contentId, media.kind, media.mimeType, media.filename, media.source, now],
  });
}

/** False: it was removed meanwhile. From now on it is not removed as unused. */
export async function markUsed(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query({
    name: "media_mark_used",
    text: "update media set used_at = coalesce(used_at, $3) where tenant_id = $1 and id = $2 returning 1",
    values: [tx.tenantId, id, now],
  });
  return rows.length > 0;
}

/**
 * Announces a content, or finds it by its hash. `stored`: its bytes are in storage. It counts as used from now on, so that it is not
 * removed between this and `attachContent`.
 */
export async function announceContent(
  tx: Tx,
  now: Date,
  content: { id: string; sha256: Buffer; sizeBytes: number },
): Promise<{ id: string; stored: boolean }> {
  const [row] = await tx.query<{ id: string; state: string }>({
    name: "media_content_announce",
    text: `insert into media_contents as c (tenant_id, id, sha256, size_bytes, state, unused_since, created_at)
           values ($1, $2, $3, $4, 'storing', $5, $5)
           on conflict (tenant_id, sha256) where state <> 'deleting'
           do update set unused_since = case when c.unused_since is null then null else excluded.unused_since end
           returning id, state`,
    values: [tx.tenantId, content.id, content.sha256, content.sizeBytes, now],
  });
  if (row === undefined) throw new Error("a content was neither made nor found");
  return { id: row.id, stored: row.state === "stored" };
}

/** Call it once the bytes are stored and this transaction refers to them. False: the content was removed meanwhile. */
export async function attachContent(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "media_content_attach",
    text: "update media_contents set state = 'stored', unused_since = null where tenant_id = $1 and id = $2 and state <> 'deleting' returning 1",
    values: [tx.tenantId, id],
  });
  return rows.length === 1;
}

/** Removes the media of a message deleted by its author, with the pending downloads. */
export async function removeMediaOfMessage(tx: Tx, now: Date, channelId: string, externalId: string): Promise<void> {
  await tx.query({
    name: "media_remove_of_message",
    text: `with gone as (
             delete from media m using messages q
              where q.tenant_id = $1 and q.channel_id = $2 and q.external_id = $3 and m.tenant_id = $1 and m.message_id = q.id
             returning m.content_id)
           update media_contents c set unused_since = $4 from gone where c.tenant_id = $1 and c.id = gone.content_id`,
    values: [tx.tenantId, channelId, externalId, now],
  });
}

/** Changes how a message shows one of its media. null: the message does not show it (any more). */
export async function updateMessageMedia(
  tx: Tx,
  messageId: string,
  mediaWireId: string,
  change: object,
): Promise<{ channel_id: string; conversation_id: string; contact_id: string; media: Record<string, unknown> } | null> {
  const [row] = await tx.query<{ channel_id: string; conversation_id: string; contact_id: string; media: Record<string, unknown> }>({
    name: "media_show_in_message",
    text: `with changed as (
             update messages m set media = (
               select jsonb_agg(case when x.e->>'id' = $3 then x.e || $4::jsonb else x.e end order by x.n)
                 from jsonb_array_elements(m.media) with ordinality x(e, n))
              where m.tenant_id = $1 and m.id = $2 and m.media @> jsonb_build_array(jsonb_build_object('id', $3::text))
             returning m.channel_id, m.conversation_id, m.contact_id, m.media)
           select c.channel_id, c.conversation_id, c.contact_id, x.e as media
             from changed c, jsonb_array_elements(c.media) x(e) where x.e->>'id' = $3`,
    values: [tx.tenantId, messageId, mediaWireId, JSON.stringify(change)],
  });
  return row ?? null;
}
