import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/** Names to be requested from platforms. A failed name is requested again when the person writes. */
export function createProfilesQueue(database: Database): Queue {
  return createQueue(database, {
    name: "profiles",
    tables: ["profile_fetches"],
    keys: { profile_fetches: "identity_id" },
    topic: "inbound",
  });
}
