import type { SilentSide } from "../definition/definition.ts";
import { windowMinutesDefault } from "../definition/definition.ts";
import type { Database, Tx } from "#platform/db/database.ts";

export const batchMax = 1_000;

export type Kind = "window_closing" | `no_reply_${SilentSide}`;

export interface Watch {
  tenant_id: string;
  kind: Kind;
  minutes: number;
  /** Since when an active flow listens. */
  since: Date;
}

/** A conversation passing a watermark, with its position. */
export interface PassingConversation {
  id: string;
  channel_id: string;
  contact_id: string;
  at: Date;
  since_message_id?: string | null;
  /** The last message is there only as context: another app answers the customer, so our silence does not count. */
  context?: boolean | null;
}

/** Which tenants have flows that listen, and for what. Runs as the cross-tenant worker to find them. */
export function watched(database: Pick<Database, "worker">): Promise<Watch[]> {
  return database.worker({
    name: "flow_fronts_watched",
    text: `select w.tenant_id, w.kind, w.minutes, min(w.activated_at) as since from (
             select f.tenant_id, f.activated_at,
                    case t.trigger->>'type' when 'window.closing' then 'window_closing' else 'no_reply_' || (t.trigger->>'of') end as kind,
                    case t.trigger->>'type' when 'window.closing' then coalesce((t.trigger->>'minutesBefore')::integer, $1)
                         else (t.trigger->>'minutes')::integer end as minutes
               from flows f join flow_versions v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = f.active_version
              cross join lateral (select v.definition->'trigger' as trigger) t
              where f.status = 'active' and f.deleted_at is null and t.trigger->>'type' in ('window.closing', 'no_reply_for')) w
            group by w.tenant_id, w.kind, w.minutes order by w.tenant_id, w.kind, w.minutes`,
    values: [windowMinutesDefault],
  });
}

/** Reads the watermark and locks it against other workers; never before `first`. */
export async function lockWatermark(tx: Tx, kind: Kind, minutes: number, first: Date): Promise<Date> {
  const [row] = await tx.query<{ seen_until: Date }>({
    name: "flow_front",
    text: `insert into flow_fronts as f (tenant_id, kind, minutes, seen_until) values ($1, $2, $3, $4)
           on conflict (tenant_id, kind, minutes) do update set seen_until = greatest(f.seen_until, excluded.seen_until)
           returning seen_until`,
    values: [tx.tenantId, kind, minutes, first],
  });
  return row?.seen_until ?? first;
}

export async function advanceWatermark(tx: Tx, kind: Kind, minutes: number, to: Date): Promise<void> {
  await tx.query({
    name: "flow_front_move",
    text: "update flow_fronts set seen_until = $4 where tenant_id = $1 and kind = $2 and minutes = $3",
    values: [tx.tenantId, kind, minutes, to],
  });
}

/**
 * Uses the status index, no further back than a window lasts. Ordered by closing time; all that close at the same instant come together.
 */
export function closing(tx: Tx, from: Date, until: Date, since: Date): Promise<PassingConversation[]> {
  return tx.query<PassingConversation>({
    name: "flow_windows_closing",
    text: `select c.id, c.channel_id, c.contact_id, c.window_expires_at as at from conversations c
            where c.tenant_id = $1 and c.status in ('open', 'pending') and c.last_message_at > $4
              and c.window_expires_at > $2 and c.window_expires_at <= $3
            order by c.window_expires_at fetch first ${batchMax} rows with ties`,
    values: [tx.tenantId, from, until, since],
  });
}

/**
 * Uses the status index. `since_message_id`: the last message not written by a flow. What a flow writes into a silence is part of it;
 * otherwise its reminders would trigger themselves.
 */
export function silent(tx: Tx, from: Date, until: Date, direction: "inbound" | "outbound"): Promise<PassingConversation[]> {
  return tx.query<PassingConversation>({
    name: "flow_silences",
    text: `select s.id, s.channel_id, s.contact_id, s.at, m.id as since_message_id, m.context
             from (select c.id, c.channel_id, c.contact_id, c.last_message_at as at from conversations c
                    where c.tenant_id = $1 and c.status in ('open', 'pending') and c.last_message_at > $2 and c.last_message_at <= $3
                      and c.last_message->>'direction' = $4 and c.last_message->>'type' <> 'system'
                    order by c.last_message_at fetch first ${batchMax} rows with ties) s
             left join lateral (
               select o.id, o.content->'context' = 'true' as context from messages o
                where o.tenant_id = $1 and o.conversation_id = s.id and o.author_kind <> 'flow' and not o.is_note and o.type not in ('reaction', 'system')
                order by o.occurred_at desc, o.id desc limit 1) m on true
            order by s.at`,
    values: [tx.tenantId, from, until, direction],
  });
}
