import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { enqueue, retryFailedSources } from "./sources/sources.queries.ts";

/** Sources to read. A retry reads a failed source again. */
export function createKnowledgeQueue(database: Database): Queue {
  return createQueue(database, {
    name: "knowledge",
    tables: ["knowledge_jobs"],
    topic: "knowledge",
    failed: {
      table: "knowledge_sources",
      condition: "f.status = 'failed'",
      async retry(ctx, limit) {
        const rows = await retryFailedSources(ctx.tx, limit);
        for (const { id } of rows) await enqueue(ctx.tx, ctx.now, id);
        return rows.length;
      },
    },
  });
}
