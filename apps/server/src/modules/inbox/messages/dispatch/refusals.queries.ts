import type { ProviderError } from "@parley/connector-kit";
import type { Statement } from "#platform/db/database.ts";

/**
 * Whether an answer says that the platform takes none of the number's messages for now, rather than not this one. Pure.
 */
export function refusesNumber(error: Pick<ProviderError, "class" | "scope">): boolean {
  return error.class === "permanent" && (error.scope === "channel" || error.scope === "account");
}

/**
 * Records that the platform refuses a number's messages. Of many such answers within a second the first is enough. One
 * that meets a claim of the channel is skipped, because statements after a message must not wait for pacing
 * (docs/subsystems/channels/messaging.md); the next one will be recorded.
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
