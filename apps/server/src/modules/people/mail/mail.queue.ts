import type { Database } from "#platform/db/database.ts";
import { mailSource } from "./sending.ts";
import { createQueue, type Queue } from "#platform/jobs/queue.ts";
import { discardFailedMail, retryFailedMails } from "./mail.queries.ts";

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
      item: { id: "f.id", about: "f.kind", reason: "f.error", attempts: "f.attempts", at: "f.run_at" },
      async discard(ctx, id) {
        return (await discardFailedMail(ctx.tx, id)).length > 0;
      },
      async retry(ctx, limit, id) {
        const rows = await retryFailedMails(ctx.tx, ctx.now, limit, id);
        return rows.length;
      },
    },
  });
}
