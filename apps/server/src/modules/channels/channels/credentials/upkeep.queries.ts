import type { Database, Tx } from "#platform/db/database.ts";
import { type ChannelRow, channelColumns } from "../channels.queries.ts";
import { type CredentialEnds, nextWarning } from "./credentials.ts";
import type { IssuedBy } from "../authorization/provider-app.ts";

/** Channels with something due. Cross-tenant: the query finds the tenants; the claim is made inside each. */
export function dueChannels(database: Database, now: Date, max: number): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "channels_upkeep_due",
    text: `select tenant_id, id from channels
            where upkeep_at <= $1 and deleted_at is null and (upkeep_lease_until is null or upkeep_lease_until < $1)
              and status in ('Pending', 'Connected', 'Error')
            order by upkeep_at limit $2`,
    values: [now, max],
  });
}

/** Claims the channel for one call; null: another process has it, or it is no longer due. */
export async function claimUpkeep(tx: Tx, now: Date, id: string, leaseUntil: Date): Promise<ChannelRow | null> {
  const [row] = await tx.query<ChannelRow>({
    name: "channel_claim_upkeep",
    text: `update channels c set upkeep_lease_until = $4, upkeep_attempts = c.upkeep_attempts + 1
            where c.tenant_id = $1 and c.id = $2 and c.upkeep_at <= $3 and c.deleted_at is null
              and (c.upkeep_lease_until is null or c.upkeep_lease_until < $3) and c.status in ('Pending', 'Connected', 'Error')
           returning ${channelColumns}`,
    values: [tx.tenantId, id, now, leaseUntil],
  });
  return row ?? null;
}

export interface NextUpkeep {
  upkeep: "activate" | "refresh" | null;
  at: Date | null;
  error: string | null;
}

/** Plans the next step with attempts reset: a new plan ignores earlier failures. Releases the claim. */
export async function planUpkeep(tx: Tx, id: string, next: NextUpkeep): Promise<void> {
  await tx.query({
    name: "channel_plan_upkeep",
    text: `update channels set upkeep = $3, upkeep_at = $4, upkeep_error = $5, upkeep_attempts = 0, upkeep_lease_until = null
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, next.upkeep, next.at, next.error],
  });
}

/** Plans the same step again, later. Releases the claim. */
export async function postponeUpkeep(tx: Tx, id: string, at: Date, error: string): Promise<void> {
  await tx.query({
    name: "channel_postpone_upkeep",
    text: `update channels set upkeep_at = $3, upkeep_error = $4, upkeep_lease_until = null
            where tenant_id = $1 and id = $2 and upkeep is not null`,
    values: [tx.tenantId, id, at, error],
  });
}

/** Requests an immediate refresh, unless one is in progress or already waits for its next attempt. */
export async function requestRefresh(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "channel_hasten_refresh",
    text: `update channels set upkeep = 'refresh', upkeep_at = $3
            where tenant_id = $1 and id = $2 and upkeep_attempts = 0 and upkeep_lease_until is null and upkeep is distinct from 'activate'`,
    values: [tx.tenantId, id, now],
  });
}

export interface NewCredentials extends CredentialEnds {
  refreshedAt: Date | null;
  /** null: entered by hand. */
  issuedBy: IssuedBy | null;
}

/** Counts up the version with new credentials: a process that still holds the old ones may no longer change the channel. */
export async function countCredentials(tx: Tx, now: Date, row: WarnedOf, fresh: NewCredentials): Promise<void> {
  await tx.query({
    name: "channel_count_credentials",
    text: `update channels set credentials_version = credentials_version + 1, credentials_expire_at = $3, credentials_refreshed_at = $4,
             credentials_renewable_until = $5, credentials_warn_at = $6, credentials_app = $7, credentials_app_id = $8
            where tenant_id = $1 and id = $2`,
    values: [
      tx.tenantId,
      row.id,
      fresh.expiresAt,
      fresh.refreshedAt,
      fresh.renewableUntil,
      nextWarning(now, fresh, row.credentials_warned_of)?.at ?? null,
      fresh.issuedBy?.app ?? null,
      fresh.issuedBy?.id ?? null,
    ],
  });
}

type WarnedOf = Pick<ChannelRow, "id" | "credentials_warned_of">;
