import type { Database } from "#platform/db/database.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { enqueue } from "./sources/sources.queries.ts";

/** Sources to be read. A retry reads a source that could not be read once more. */
export function createKnowledgeQueue(database: Database): Queue {
  return createQueue(database, {
    name: "knowledge",
    tables: ["knowledge_jobs"],
    topic: "knowledge",
    failed: {
      table: "knowledge_sources",
      condition: "f.status = 'failed'",
      async retry(ctx, limit) {
        const rows = await ctx.tx.query<{ id: string }>({
          name: "knowledge_queue_retry",
          text: `update knowledge_sources set status = 'pending', error_code = null, error_message = null
                  where tenant_id = $1 and id in (
                    select id from knowledge_sources where tenant_id = $1 and status = 'failed' order by id limit $2 for update skip locked)
                 returning id`,
          values: [ctx.tenantId, limit],
        });
        for (const { id } of rows) await enqueue(ctx.tx, ctx.now, id);
        return rows.length;
      },
    },
  });
}
