import type { Tx } from "#platform/db/database.ts";

/** For how long a resolved conversation can be reopened; null: the default. */
export async function reopenHoursOf(tx: Tx): Promise<number | null> {
  const [row] = await tx.query<{ hours: number | null }>({
    name: "notice_reopen_window",
    text: "select (settings->>'reopenWindowHours')::float8 as hours from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.hours ?? null;
}

/** One item of receive_messages(). */
export async function storeNotice(
  tx: Tx,
  now: Date,
  item: object,
): Promise<{ outcome: string; message_id: string; conversation_id: string; contact_id: string } | null> {
  const [row] = await tx.query<{ outcome: string; message_id: string; conversation_id: string; contact_id: string }>({
    name: "receive_notice",
    text: "select outcome, message_id, conversation_id, contact_id from receive_messages($1, $2, $3)",
    values: [tx.tenantId, now, JSON.stringify([item])],
  });
  return row ?? null;
}
