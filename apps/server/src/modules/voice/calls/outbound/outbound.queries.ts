import type { Database, Tx } from "#platform/db/database.ts";

/** Outbound calls to a number since then, and whether one is in progress. */
export async function callsTo(tx: Tx, to: string, since: Date): Promise<{ made: number; live: number }> {
  const [row] = await tx.query<{ made: number; live: number }>({
    name: "voice_calls_to",
    text: `select count(*) filter (where created_at > $3)::integer as made, count(*) filter (where ended_at is null)::integer as live
             from voice_calls where tenant_id = $1 and to_address = $2 and direction = 'outbound' and (created_at > $3 or ended_at is null)`,
    values: [tx.tenantId, to, since],
  });
  return row ?? { made: 0, live: 0 };
}

/** null: they may be called. */
export async function refusalOfContact(tx: Tx, contactId: string): Promise<"blocked" | "opted_out" | null> {
  const [row] = await tx.query<{ refusal: "blocked" | "opted_out" | null }>({
    name: "voice_contact_callable",
    text: `select case when blocked_at is not null then 'blocked' when opt_in = 'opted_out' then 'opted_out' end as refusal
             from contacts where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, contactId],
  });
  return row?.refusal ?? null;
}

/** Per account and round, so that a slow provider leaves room for the others. */
const perAccountMax = 2;

/**
 * Across tenants, as the worker: calls to be made now, whose lease lasts at least until `leasedUntil`; it is renewed
 * until `leaseUntil`. A call that waited longer is no longer made, because nobody expects it. Each is claimed only
 * once: if a process dies before it asked the provider, the call ends when its lease expires, because nobody knows
 * whether the provider was asked.
 */
export function claimDialling(
  database: Pick<Database, "worker">,
  times: { now: Date; leasedUntil: Date; leaseUntil: Date },
  limit: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "voice_calls_dial",
    text: `with due as materialized (
             select tenant_id, id, row_number() over (partition by tenant_id, telephony_account_id order by dial_at, id) as nth
               from voice_calls where dial_at <= $1 and ended_at is null and lease_until > $2
           ), claimed as materialized (
             select c.tenant_id, c.id from voice_calls c join due d on d.tenant_id = c.tenant_id and d.id = c.id
              where d.nth <= $5 and c.dial_at <= $1 and c.ended_at is null and c.lease_until > $2
              order by c.dial_at limit $4 for update of c skip locked)
           update voice_calls v set dial_at = null, lease_until = $3 from claimed c where v.tenant_id = c.tenant_id and v.id = c.id
           returning v.tenant_id, v.id`,
    values: [times.now, times.leasedUntil, times.leaseUntil, limit, perAccountMax],
  });
}

/**
 * The provider's id of a call, from its response or its callback, whichever came first. False: the call has another id,
 * or is over.
 */
export async function nameCall(tx: Tx, id: string, providerCallId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "voice_call_named",
    text: `update voice_calls set provider_call_id = $3
            where tenant_id = $1 and id = $2 and ended_at is null and (provider_call_id is null or provider_call_id = $3) returning 1`,
    values: [tx.tenantId, id, providerCallId],
  });
  return rows.length > 0;
}
