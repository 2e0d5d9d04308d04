import type { Database } from "#platform/db/database.ts";
import { mailSource } from "./sending.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { retryFailedMails } from "./mail.queries.ts";

/** Mails to people. A retry skips mails whose link would no longer work. */
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
        const rows = await retryFailedMails(ctx.tx, ctx.now, limit);
        return rows.length;
      },
    },
  });
}
