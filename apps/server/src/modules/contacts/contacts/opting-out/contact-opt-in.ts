import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { activitiesOf, recordActivities } from "../activities.ts";
import { setOptIn, lockContactOrSurvivor, type UnmergedContact } from "./contact-opt-in.queries.ts";
import { addOptInThrough, optInOfAll, optInOfRow } from "./opt-in.ts";

export interface OptInChange {
  /** As found in the same transaction. If it has been merged meanwhile, the change applies to the survivor. */
  contactId: string;
  /** Of the address through which it was said (uuid); null: unknown. */
  identityId: string | null;
  optIn: "opted_in" | "opted_out";
  /** When it was written; a decision older than the last one changes nothing. */
  at: string;
  reason: "platform" | "stop_word" | "start_word";
}

/**
 * Records a customer's opt-out or opt-in. An opt-out applies to everybody who has been merged into the contact; an opt-in to whoever has the
 * address, should the merge be undone. Safe to run twice: without a change there is no event.
 */
export async function recordOptIn(tx: Tx, ids: IdSource, now: Date, word: OptInChange): Promise<void> {
  const contact = await lockSurvivor(tx, word.contactId);
  // "start" from a person who never opted out means something else.
  if (contact === null || (word.reason === "start_word" && optInOfAll(optInOfRow(contact)).optIn !== "opted_out")) return;
  const { through } =
    word.optIn === "opted_in" && word.identityId !== null && contact.survivor
      ? addOptInThrough(optInOfRow(contact), word.identityId, word.at)
      : { through: undefined };
  const changed = await setOptIn(tx, contact.id, word.optIn, word.at, through, now);
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

/** The contact, or its survivor, locked; null if it was deleted. */
async function lockSurvivor(tx: Tx, contactId: string): Promise<UnmergedContact | null> {
  for (let id = contactId; ; ) {
    const [row] = await lockContactOrSurvivor(tx, id);
    if (row === undefined || row.merged_into_id === null) return row ?? null;
    id = row.merged_into_id;
  }
}
