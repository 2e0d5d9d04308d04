import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/** Files to be fetched from platforms. What cannot be fetched is told by its media (`state: failed`), and its reference is gone. */
export function createMediaQueue(database: Database): Queue {
  return createQueue(database, { name: "media", tables: ["media_fetches"], topic: "media" });
}
