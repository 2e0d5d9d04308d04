import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Staging } from "#platform/storage/staging.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { storageKey, storeContent } from "./contents.ts";
import { attachContent } from "./media.queries.ts";
import { deleteRecordedCall, findRecordedCall, insertRecordedCall } from "./recorded-calls.queries.ts";

export interface RecordedCallsDeps {
  database: Database;
  storage: MediaStorage;
  staging: Staging;
  ids: IdSource;
  clock: Clock;
}

/** Recorded calls as files: stored, limited and removed like other media, but served only by their calls. */
export function createRecordedCalls(deps: RecordedCallsDeps) {
  return {
    /**
     * Stores a file; to keep it, call `attach` in the transaction that refers to it. A crash in between leaves a content that nothing uses,
     * which maintenance removes.
     */
    async store(
      tenantId: string,
      content: AsyncIterable<Uint8Array>,
      bytesMax: number,
      mimeType: string,
    ): Promise<{ contentId: string; sizeBytes: number }> {
      const file = await deps.staging.write(content, bytesMax);
      try {
        return { contentId: await storeContent(deps, tenantId, file, mimeType), sizeBytes: file.sizeBytes };
      } finally {
        await file.discard();
      }
    },

    /** Returns the media id (uuid). Throws if the content was removed meanwhile: store it again. */
    async attach(tx: Tx, now: Date, file: { contentId: string; mimeType: string; filename: string }): Promise<string> {
      if (!(await attachContent(tx, file.contentId))) throw new Error("a content was removed before anything referred to it");
      const id = deps.ids.uuid();
      await insertRecordedCall(tx, now, { id, ...file });
      return id;
    },

    /** null: it is gone, or its retention has ended. */
    async open(tx: Tx, now: Date, id: string): Promise<Content | null> {
      const row = await findRecordedCall(tx, id, now);
      if (row === null || row.content_id === null || row.sha256 === null || row.size_bytes === null) return null;
      const key = storageKey(tx.tenantId, row.content_id);
      return {
        contentType: row.mime_type,
        disposition: "inline",
        filename: row.filename,
        sizeBytes: row.size_bytes,
        tag: row.sha256.toString("hex"),
        read: (range) => deps.storage.read(key, range),
      };
    },

    delete: deleteRecordedCall,
  };
}

export type RecordedCalls = ReturnType<typeof createRecordedCalls>;
