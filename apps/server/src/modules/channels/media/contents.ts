import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { StagedFile } from "#platform/storage/staging.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { announceContent } from "./media.queries.ts";

/** The name of a content in storage. */
export const storageKey = (tenantId: string, contentId: string) => `${tenantId}/${contentId}`;

/**
 * Stores a staged file as a content of the tenant, once per hash, and returns its id; a caller that refers to it must call `attachContent`
 * in the same transaction. Safe to repeat and to run concurrently: the same bytes get the same name.
 */
export async function storeContent(
  deps: { database: Database; storage: MediaStorage; ids: IdSource; clock: Clock },
  tenantId: string,
  file: StagedFile,
  mimeType: string,
): Promise<string> {
  const content = await deps.database.withTenant(tenantId, (tx) =>
    announceContent(tx, deps.clock.now(), { id: deps.ids.uuid(), sha256: file.sha256, sizeBytes: file.sizeBytes }),
  );
  if (!content.stored) await deps.storage.put(storageKey(tenantId, content.id), file, mimeType);
  return content.id;
}
