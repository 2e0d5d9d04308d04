import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/**
 * What has to be done at the payment gateway. A failed payment request stays failed and shows why; a new one is created
 * instead.
 */
export function createBillingQueue(database: Database): Queue {
  return createQueue(database, { name: "billing", tables: ["payment_requests"], topic: "billing" });
}
