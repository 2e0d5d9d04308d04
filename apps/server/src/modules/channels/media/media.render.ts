import { wireId } from "#platform/ids/ids.ts";
import type { MediaRow } from "./media.queries.ts";
import type { Media, MessageMedia } from "./media.schema.ts";

export const mediaPath = (id: string) => `/api/v1/media/${wireId("med", id)}`;

export function renderMedia(row: MediaRow): Media {
  return {
    id: wireId("med", row.id),
    kind: row.kind,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    filename: row.filename,
    status: row.state,
    error: row.error,
    sha256: row.sha256?.toString("hex") ?? null,
    source: row.source,
    messageId: row.message_id === null ? null : wireId("msg", row.message_id),
    url: mediaPath(row.id),
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** As shown in a message. */
export function renderForMessage(media: Pick<MediaRow, "id" | "kind" | "mime_type" | "size_bytes" | "filename" | "state">): MessageMedia {
  return {
    id: wireId("med", media.id),
    kind: media.kind,
    mimeType: media.mime_type,
    sizeBytes: media.size_bytes,
    filename: media.filename,
    url: mediaPath(media.id),
    status: media.state,
  };
}
