import type { Tx } from "#platform/db/database.ts";
import type { Proof } from "../ownership/shared-routes.queries.ts";

export interface ChannelFacts {
  last_callback_at: Date | null;
  last_inbound_at: Date | null;
  pause_until: Date | null;
  /** The rate after throttling; null: nothing was sent yet. */
  rate: number | null;
  /** At most `waitingCounted`. */
  waiting: number;
  oldest_due_at: Date | null;
  /** How the channel's own id, and the account that it names, are proved to be the tenant's; null: not proved. */
  shared_channel: Proof | null;
  shared_account: Proof | null;
}

export const waitingCounted = 10_000;

export async function channelFacts(tx: Tx, channelId: string, now: Date): Promise<ChannelFacts> {
  const [row] = await tx.query<ChannelFacts>({
    name: "channel_health_facts",
    text: `select a.last_callback_at, a.last_inbound_at, p.pause_until,
             (select channel_rate(c.messages_per_second, p.rate, p.rate_at, $4) from channels c where c.tenant_id = $1 and c.id = $2) as rate,
             (select count(*)::int from (select 1 from outbound_dispatches d
               where d.tenant_id = $1 and d.channel_id = $2 and d.state = 'ready' limit $3) w) as waiting,
             (select min(first.run_at) from (values (0), (5), (9)) as lane(priority) cross join lateral (
               select d.run_at from outbound_dispatches d
                where d.tenant_id = $1 and d.channel_id = $2 and d.state = 'ready' and d.priority = lane.priority
                order by d.run_at limit 1) first) as oldest_due_at,
             (select r.proof from channel_routes r where r.tenant_id = $1 and r.channel_id = $2 and r.route_by = 'channel') as shared_channel,
             (select r.proof from channel_routes r where r.tenant_id = $1 and r.channel_id = $2 and r.route_by = 'account') as shared_account
             from (select 1) one
             left join channel_activity a on a.tenant_id = $1 and a.channel_id = $2
             left join channel_pacing p on p.tenant_id = $1 and p.channel_id = $2`,
    values: [tx.tenantId, channelId, waitingCounted, now],
  });
  return row as ChannelFacts;
}
