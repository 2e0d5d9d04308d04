import { noFlattening } from "#platform/db/plans.ts";
import type { ProviderError } from "@parley/connector-kit";
import type { Statement, Tx } from "#platform/db/database.ts";

/** Whether an answer means that the platform currently accepts none of the number's messages, rather than not this one. Pure. */
export function refusesNumber(error: Pick<ProviderError, "class" | "scope">): boolean {
  return error.class === "permanent" && (error.scope === "channel" || error.scope === "account");
}

/**
 * Records that the platform refuses a number's messages. Of many such answers within a second, the first is enough. If a claim holds the
 * channel, the record is skipped, because statements after a message must not wait for pacing (docs/subsystems/channels/messaging.md); the
 * next refusal will be recorded.
 */
export function recordRefusal(tenantId: string, channelId: string, now: Date): Statement {
  return {
    name: "channel_refused",
    text: `update channel_pacing p set refused_at = $3::timestamptz
             from (select f.tenant_id, f.channel_id from channel_pacing f
                    where f.tenant_id = $1 and f.channel_id = $2 and (f.refused_at is null or f.refused_at <= $3::timestamptz - interval '1 s')
                      for update skip locked) free
            where p.tenant_id = $1 and p.channel_id = free.channel_id`,
    values: [tenantId, channelId, now],
  };
}

export function contactsOfRefused(tx: Tx, refused: string): Promise<{ id: string; contact_id: string }[]> {
  return tx.query({
    name: "contacts_of_refused_messages",
    // Skips contacts with an opt-out at least as new: the many refusals of a broadcast then cost one read.
    text: `select x.id, m.contact_id from jsonb_to_recordset($2::jsonb) as x (id uuid, at timestamptz)
            cross join lateral (select m.contact_id from messages m where m.tenant_id = $1 and m.id = x.id ${noFlattening}) m
            cross join lateral (select c.opt_in, c.opt_in_at from contacts c where c.tenant_id = $1 and c.id = m.contact_id ${noFlattening}) c
            where c.opt_in <> 'opted_out' or c.opt_in_at is null or c.opt_in_at < x.at
            order by m.contact_id, x.id`,
    values: [tx.tenantId, refused],
  });
}
