import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { enqueue, retryFailedSources } from "./sources/sources.queries.ts";

/** Sources to read. A retry reads a failed source again. */
export function createKnowledgeQueue(database: Database): Queue {
  return createQueue(database, {
    name: "knowledge",
    tables: ["knowledge_jobs"],
    topic: "knowledge",
    keys: { knowledge_jobs: "source_id" },
    failed: {
      table: "knowledge_sources",
      condition: "f.status = 'failed'",
      item: { id: "f.id", about: "f.name", reason: "f.error_message", attempts: "null::int", at: "f.updated_at" },
      async retry(ctx, limit, only) {
        const rows = await retryFailedSources(ctx.tx, limit, only);
        for (const { id } of rows) await enqueue(ctx.tx, ctx.now, id);
        return rows.length;
      },
    },
  });
}
