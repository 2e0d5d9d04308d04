import { wireId } from "#platform/ids/ids.ts";
import type { SourceRow } from "./sources.queries.ts";
import type { KnowledgeSource } from "./sources.schema.ts";

/** Without its text, which lists leave out. */
export function renderSource(row: SourceRow): Omit<KnowledgeSource, "text"> {
  return {
    id: wireId("kns", row.id),
    name: row.name,
    kind: row.kind,
    url: row.url,
    mediaId: row.media_id === null ? null : wireId("med", row.media_id),
    categoryId: row.category_id === null ? null : wireId("kct", row.category_id),
    language: row.language,
    languageDetected: !row.language_given,
    status: row.status,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    chunkCount: row.chunk_count,
    charCount: row.char_count,
    lastFetchedAt: row.last_fetched_at?.toISOString() ?? null,
    refreshEveryHours: row.refresh_every_hours,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
