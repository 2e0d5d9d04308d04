import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";

export interface OptInWord {
  contactId: string;
  optIn: "opted_in" | "opted_out";
  /** When it was said; an older word than the last one changes nothing. */
  at: string;
  reason: "platform" | "stop_word" | "start_word";
}

/** What a customer says about further messages. Safe to run twice: a change of nothing is no event. */
export async function recordOptIn(tx: Tx, ids: IdSource, now: Date, word: OptInWord): Promise<void> {
  const [row] = await tx.query<{ before: string }>({
    name: "contact_opt_in",
    text: `update contacts c set opt_in = $3, opt_in_at = $4, updated_at = case when c.opt_in = $3 then c.updated_at else $5 end
             from (select opt_in from contacts where tenant_id = $1 and id = $2 for no key update) old
            where c.tenant_id = $1 and c.id = $2 and (c.opt_in_at is null or c.opt_in_at <= $4)
              and (not $6 or c.opt_in = 'opted_out')
           returning old.opt_in as before`,
    // Whoever never opted out and writes "start" asks for something else.
    values: [tx.tenantId, word.contactId, word.optIn, word.at, now, word.reason === "start_word"],
  });
  if (row === undefined || row.before === word.optIn) return;
  await appendEvents(tx, now, [
    {
      id: ids.uuid(),
      type: "contact.updated",
      data: {
        contactId: wireId("cnt", word.contactId),
        changes: { optIn: { from: row.before, to: word.optIn } },
        reason: word.reason,
      },
    },
  ]);
}
