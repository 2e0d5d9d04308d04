import type { Database, Tx } from "#platform/db/database.ts";
import type { RoutedChannel } from "../ownership/shared-routes.queries.ts";

/**
 * Cross-tenant: the query finds expiring credentials; each tenant is notified inside its own transaction. A tenant already asked to act is
 * not notified again.
 */
export function dueWarnings(database: Database, now: Date, max: number): Promise<RoutedChannel[]> {
  return database.worker({
    name: "channels_warning_due",
    text: `select tenant_id, id as channel_id from channels
            where credentials_warn_at <= $1 and deleted_at is null and status in ('Pending', 'Connected', 'Error')
            order by credentials_warn_at limit $2`,
    values: [now, max],
  });
}

/** `of`: the end of refreshing that the tenant was warned of; `at`: when the next warning is due. */
export async function noteWarning(tx: Tx, id: string, of: Date | null, at: Date | null): Promise<void> {
  await tx.query({
    name: "channel_note_warning",
    text: "update channels set credentials_warned_of = $3, credentials_warn_at = $4 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, of, at],
  });
}
