import type { ProviderError } from "@parley/connector-kit";
import { recordOptIn } from "#modules/contacts/contacts/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { contactsOfRefused } from "./refusals.queries.ts";

/** Whether the platform refuses a message because the person opted out there without us being notified. Pure. */
export function isOptOutRefusal(error: Pick<ProviderError, "class" | "code">): boolean {
  return error.class === "permanent" && error.code === "recipient_opted_out";
}

/** Records that the recipients of these messages have opted out, at the time of the refusal. Safe to run twice. */
export async function recordOptOuts(tx: Tx, ids: IdSource, now: Date, refused: { messageId: string; at: string }[]): Promise<void> {
  const rows = await contactsOfRefused(tx, JSON.stringify(refused.map(({ messageId, at }) => ({ id: messageId, at }))));
  const times = new Map(refused.map(({ messageId, at }) => [messageId, at]));
  for (const row of rows)
    await recordOptIn(tx, ids, now, {
      contactId: row.contact_id,
      identityId: null,
      optIn: "opted_out",
      at: times.get(row.id) ?? now.toISOString(),
      reason: "platform",
    });
}
