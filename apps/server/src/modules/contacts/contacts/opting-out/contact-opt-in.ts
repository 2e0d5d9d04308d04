import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { activitiesOf, recordActivities } from "../activities.ts";

export interface OptInChange {
  /** As found in the same transaction. If it was merged meanwhile, the survivor's wish is recorded. */
  contactId: string;
  optIn: "opted_in" | "opted_out";
  /** When it was said; an older wish than the last one changes nothing. */
  at: string;
  reason: "platform" | "stop_word" | "start_word";
}

interface Living {
  id: string;
  opt_in: string;
  merged_into_id: string | null;
}

/** Records a customer's opt-out or opt-in. Safe to run twice: without a change there is no event. */
export async function recordOptIn(tx: Tx, ids: IdSource, now: Date, word: OptInChange): Promise<void> {
  const contact = await lockLiving(tx, word.contactId);
  // A person who never opted out and writes "start" asks for something else.
  if (contact === null || (word.reason === "start_word" && contact.opt_in !== "opted_out")) return;
  const changed = await tx.query({
    name: "contact_opt_in",
    text: `update contacts c set opt_in = $3, opt_in_at = $4, updated_at = case when c.opt_in = $3 then c.updated_at else $5 end
            where c.tenant_id = $1 and c.id = $2 and (c.opt_in_at is null or c.opt_in_at <= $4) returning 1`,
    values: [tx.tenantId, contact.id, word.optIn, word.at, now],
  });
  if (changed.length === 0 || contact.opt_in === word.optIn) return;
  const changes = { optIn: { from: contact.opt_in, to: word.optIn } };
  await recordActivities(tx, ids, now, { kind: "system", id: word.reason }, activitiesOf(contact.id, changes, { reason: word.reason }));
  await appendEvents(tx, now, [
    {
      id: ids.uuid(),
      type: "contact.updated",
      data: {
        contactId: wireId("cnt", contact.id),
        changes,
        reason: word.reason,
      },
    },
  ]);
}

/** The contact, or its survivor, under its lock; null when it was deleted. */
async function lockLiving(tx: Tx, contactId: string): Promise<Living | null> {
  for (let id = contactId; ; ) {
    const [row] = await tx.query<Living>({
      name: "contact_lock_living",
      // A contact that was merged long ago is read without a lock.
      text: `select c.id, c.opt_in, c.merged_into_id from contacts c
              where c.tenant_id = $1 and c.id = (
                select coalesce(f.merged_into_id, f.id) from contacts f where f.tenant_id = $1 and f.id = $2)
                for no key update of c`,
      values: [tx.tenantId, id],
    });
    if (row === undefined || row.merged_into_id === null) return row ?? null;
    id = row.merged_into_id;
  }
}
