import type { Database } from "#platform/db/database.ts";
import { mailSource } from "./sending.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";

/** Mails to people. One whose link would no longer work is not sent again. */
export function createMailQueue(database: Database): Queue {
  return createQueue(database, {
    name: "mail",
    tables: [mailSource],
    topic: "mail",
    completed: { table: "mails", column: "sent_at", condition: "state = 'sent'" },
    failed: {
      table: "mails",
      condition: "f.state = 'failed' and f.give_up_at > $1",
      async retry(ctx, limit) {
        const rows = await ctx.tx.query({
          name: "mails_queue_retry",
          text: `update mails set state = 'ready', run_at = $2, error = null
                  where tenant_id = $1 and id in (
                    select id from mails where tenant_id = $1 and state = 'failed' and give_up_at > $2 order by id limit $3 for update skip locked)
                 returning 1`,
          values: [ctx.tenantId, ctx.now, limit],
        });
        return rows.length;
      },
    },
  });
}
