import type { ProviderError } from "@parley/connector-kit";
import { recordOptIn } from "#modules/contacts/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";

/** Whether the platform refuses a message because the person wants none: they said so there, and we did not hear of it. Pure. */
export function saysOptedOut(error: Pick<ProviderError, "class" | "code">): boolean {
  return error.class === "permanent" && error.code === "recipient_opted_out";
}

/** Whoever these messages were for has opted out, at the time of the refusal. Safe to run twice. */
export async function noteOptOuts(tx: Tx, ids: IdSource, now: Date, refused: { messageId: string; at: string }[]): Promise<void> {
  const rows = await tx.query<{ id: string; contact_id: string }>({
    name: "contacts_of_refused_messages",
    text: "select m.id, m.contact_id from messages m where m.tenant_id = $1 and m.id = any($2::uuid[]) order by m.contact_id, m.id",
    values: [tx.tenantId, refused.map(({ messageId }) => messageId)],
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
