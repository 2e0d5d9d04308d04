import type { Tx } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";

/** A name is read again if its owner writes after a week. */
const freshMs = 7 * 86_400_000;

/** Queues the people of these conversations, unless they were requested recently. */
export async function enqueueProfiles(tx: Tx, now: Date, conversationIds: string[]): Promise<void> {
  await tx.query({
    name: "profiles_enqueue",
    text: `insert into profile_fetches (tenant_id, identity_id, channel_id, state, run_at)
           select distinct on (ci.id) $1::uuid, ci.id, v.channel_id, 'ready', $3::timestamptz
             from conversations v join contact_identities ci on ci.tenant_id = $1 and ci.id = v.identity_id
            where v.tenant_id = $1 and v.id = any($2) and (ci.profile_at is null or ci.profile_at < $4)
            order by ci.id, v.channel_id
           on conflict do nothing`,
    values: [tx.tenantId, conversationIds, now, new Date(now.getTime() - freshMs)],
  });
}

export interface ProfiledPerson {
  kind: string;
  account: string;
  address: string | null;
  address_key: string | null;
  provider_user_id: string | null;
}

export async function findPerson(tx: Tx, identityId: string, lock: boolean): Promise<ProfiledPerson | null> {
  const [row] = await tx.query<ProfiledPerson>({
    name: lock ? "profile_person_locked" : "profile_person",
    text: `select kind, account, address, address_key, provider_user_id from contact_identities
            where tenant_id = $1 and id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, identityId],
  });
  return row ?? null;
}

interface ClaimedFetchRow {
  identity_id: string;
  attempts: number;
}

/** Ends a fetch that is still ours. False: another process has claimed it, or the person was deleted. */
export async function takeProfileFetch(tx: Tx, now: Date, held: ClaimedFetchRow): Promise<boolean> {
  const rows = await tx.query({
    name: "profile_fetch_end",
    text: `with ended as (
             delete from profile_fetches where tenant_id = $1 and identity_id = $2 and state = 'leased' and attempts = $3 returning identity_id)
           update contact_identities ci set profile_at = $4 from ended where ci.tenant_id = $1 and ci.id = ended.identity_id returning 1`,
    values: [tx.tenantId, held.identity_id, held.attempts, now],
  });
  return rows.length === 1;
}

export async function postponeProfileFetch(tx: Tx, held: ClaimedFetchRow, runAt: Date, tried: boolean): Promise<void> {
  await tx.query({
    name: "profile_fetch_postpone",
    text: `update profile_fetches set state = 'ready', lease_until = null, run_at = $4, waits = waits + $5
            where tenant_id = $1 and identity_id = $2 and state = 'leased' and attempts = $3`,
    values: [tx.tenantId, held.identity_id, held.attempts, runAt, tried ? 0 : 1],
  });
}

/** The platform asked the whole channel to wait. */
export async function postponeProfilesOfChannel(tx: Tx, channelId: string, runAt: Date): Promise<void> {
  await tx.query({
    name: "profile_fetches_postpone",
    text: `update profile_fetches set run_at = $3 where tenant_id = $1 and channel_id = $2 and state = 'ready' and run_at < $3`,
    values: [tx.tenantId, channelId, runAt],
  });
}

/**
 * Applies the name as if a message had carried it: see functions/resolve_identity.sql for which name wins and for the
 * event.
 */
export async function applyProfile(
  tx: Tx,
  now: Date,
  ids: IdSource,
  person: ProfiledPerson,
  profile: { name?: string; username?: string },
): Promise<void> {
  const byUser = person.provider_user_id !== null;
  await tx.query({
    name: "profile_apply",
    text: "select resolve_identity($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    values: [
      tx.tenantId,
      now,
      person.kind,
      person.account,
      byUser ? null : person.address,
      byUser ? null : person.address_key,
      person.provider_user_id,
      profile.name ?? null,
      profile.username ?? null,
      ids.uuid(),
      ids.uuid(),
      ids.uuid(),
      ids.uuid(),
      ids.uuid(),
    ],
  });
}
