import type { ProviderError } from "@parley/connector-kit";
import { recordOptIn } from "#modules/contacts/contacts/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { eachByKey } from "#platform/db/plans.ts";
import type { IdSource } from "#platform/ids/ids.ts";

/** Whether the platform refuses a message because the person opted out there and we did not hear of it. Pure. */
export function isOptOutRefusal(error: Pick<ProviderError, "class" | "code">): boolean {
  return error.class === "permanent" && error.code === "recipient_opted_out";
}

/** Records that the recipients of these messages have opted out, at the time of the refusal. Safe to run twice. */
export async function recordOptOuts(tx: Tx, ids: IdSource, now: Date, refused: { messageId: string; at: string }[]): Promise<void> {
  const rows = await tx.query<{ id: string; contact_id: string }>({
    name: "contacts_of_refused_messages",
    // A contact with an opt-out at least as new is skipped: the many refusals of a broadcast cost one look.
    text: `select x.id, m.contact_id from jsonb_to_recordset($2::jsonb) as x (id uuid, at timestamptz)
            cross join lateral (select m.contact_id from messages m where m.tenant_id = $1 and m.id = x.id ${eachByKey}) m
            cross join lateral (select c.opt_in, c.opt_in_at from contacts c where c.tenant_id = $1 and c.id = m.contact_id ${eachByKey}) c
            where c.opt_in <> 'opted_out' or c.opt_in_at is null or c.opt_in_at < x.at
            order by m.contact_id, x.id`,
    values: [tx.tenantId, JSON.stringify(refused.map(({ messageId, at }) => ({ id: messageId, at })))],
  });
  const times = new Map(refused.map(({ messageId, at }) => [messageId, at]));
  for (const row of rows)
    await recordOptIn(tx, ids, now, {
      contactId: row.contact_id,
      optIn: "opted_out",
      at: times.get(row.id) ?? now.toISOString(),
      reason: "platform",
    });
}
