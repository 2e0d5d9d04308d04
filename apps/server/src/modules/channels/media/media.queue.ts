import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/** Files to fetch from platforms. A file that cannot be fetched shows that in its media (`state: failed`), and its reference is gone. */
export function createMediaQueue(database: Database): Queue {
  return createQueue(database, { name: "media", tables: ["media_fetches"], keys: { media_fetches: "media_id" }, topic: "media" });
}
