import type { Database, Tx } from "#platform/db/database.ts";
import { type ChannelRow, channelColumns } from "../channels.queries.ts";

/** Schedules asking the platform who owns the credentials, with attempts reset. */
export async function planOwnershipCheck(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query({
    name: "channel_plan_ownership",
    text: `update channels set ownership_check_at = $3, ownership_attempts = 0, ownership_error = null where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, at],
  });
}

/** Cross-tenant: the query finds tenants with channels to check; the claim is made inside each. */
export function dueOwnershipChecks(database: Database, now: Date, max: number): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "channels_ownership_due",
    text: `select tenant_id, id from channels
            where ownership_check_at <= $1 and deleted_at is null and status in ('Pending', 'Connected', 'Error')
            order by ownership_check_at limit $2`,
    values: [now, max],
  });
}

/** Claims the channel for one call. `again`: when another process may retry, should this one die. null: it is no longer due. */
export async function claimOwnershipCheck(tx: Tx, now: Date, id: string, again: Date): Promise<(ChannelRow & { attempts: number }) | null> {
  const [row] = await tx.query<ChannelRow & { attempts: number }>({
    name: "channel_claim_ownership",
    text: `update channels c set ownership_check_at = $4, ownership_attempts = c.ownership_attempts + 1
            where c.tenant_id = $1 and c.id = $2 and c.ownership_check_at <= $3 and c.deleted_at is null
              and c.status in ('Pending', 'Connected', 'Error')
           returning ${channelColumns}, c.ownership_attempts as attempts`,
    values: [tx.tenantId, id, now, again],
  });
  return row ?? null;
}

/** `at` null: not asked again until something changes. */
export async function endOwnershipCheck(tx: Tx, id: string, at: Date | null, error: string | null): Promise<void> {
  await tx.query({
    name: "channel_end_ownership",
    text: `update channels set ownership_check_at = $3, ownership_error = $4 where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, at, error],
  });
}
