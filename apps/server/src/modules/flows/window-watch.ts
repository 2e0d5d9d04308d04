import type { Database, Tx } from "#platform/db/database.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { windowClosing, windowMinutesDefault } from "./definition.ts";

export interface WindowWatchDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
}

const pollMs = 15_000;
const batchMax = 1_000;
const minuteMs = 60_000;
/** No window is longer, so that what nobody has written in since is not looked at. */
const windowMsMax = 8 * 86_400_000;

/**
 * Tells of windows that close soon, for flows that ask. Each number of minutes has a front that moves on with the clock, some minutes before it: what
 * closes between where the front was and where it is now is told, in the transaction that moves it, so once. A window that a message prolongs comes past
 * the front again.
 */
export function createWindowWatch(deps: WindowWatchDeps): Loop {
  async function run(): Promise<boolean> {
    let more = false;
    for (const { tenant_id: tenantId, minutes } of await watched(deps.database)) {
      for (const before of [...minutes].sort((a, b) => a - b)) {
        try {
          more = (await deps.database.withTenant(tenantId, (tx) => look(tx, before))) || more;
        } catch (error) {
          deps.log.error({ err: error, tenantId: wireId("org", tenantId) }, "windows that close soon could not be looked for");
        }
      }
    }
    return more;
  }

  async function look(tx: Tx, minutes: number): Promise<boolean> {
    const now = deps.clock.now();
    const front = new Date(now.getTime() + minutes * minuteMs);
    const from = await holdFront(tx, minutes, now);
    if (from >= front) return false;
    const rows = await closing(tx, from, front, new Date(now.getTime() - windowMsMax));
    const last = rows.length < batchMax ? front : (rows.at(-1) as Closing).window_expires_at;
    await moveFront(tx, minutes, last);
    const events = rows.map((row) => ({
      id: deps.ids.uuid(),
      type: windowClosing,
      channelId: row.channel_id,
      conversationId: row.id,
      data: {
        channelId: wireId("chn", row.channel_id),
        conversationId: wireId("conv", row.id),
        contactId: wireId("cnt", row.contact_id),
        windowExpiresAt: row.window_expires_at.toISOString(),
        minutesBefore: minutes,
      },
    }));
    await appendEvents(tx, now, events);
    if (events.length > 0) deps.wake.hint("events");
    return rows.length >= batchMax;
  }

  return createLoop({ name: "closing windows", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

/** Which tenants have flows that ask, and how many minutes before. As the cross-tenant worker: that is the question. */
function watched(database: Pick<Database, "worker">): Promise<{ tenant_id: string; minutes: number[] }[]> {
  return database.worker({
    name: "flow_windows_watched",
    text: `select f.tenant_id, array_agg(distinct coalesce((v.definition->'trigger'->>'minutesBefore')::integer, $1)) as minutes
             from flows f join flow_versions v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = f.active_version
            where f.status = 'active' and f.deleted_at is null and v.definition->'trigger'->>'type' = 'window.closing'
            group by f.tenant_id`,
    values: [windowMinutesDefault],
  });
}

/** Where the front is, held against others who look; never in the past, for what is closed closes no more. */
async function holdFront(tx: Tx, minutes: number, now: Date): Promise<Date> {
  const [row] = await tx.query<{ seen_until: Date }>({
    name: "flow_window_front",
    text: `insert into flow_window_fronts as f (tenant_id, minutes, seen_until) values ($1, $2, $3)
           on conflict (tenant_id, minutes) do update set seen_until = greatest(f.seen_until, excluded.seen_until)
           returning seen_until`,
    values: [tx.tenantId, minutes, now],
  });
  return row?.seen_until ?? now;
}

async function moveFront(tx: Tx, minutes: number, to: Date): Promise<void> {
  await tx.query({
    name: "flow_window_front_move",
    text: "update flow_window_fronts set seen_until = $3 where tenant_id = $1 and minutes = $2",
    values: [tx.tenantId, minutes, to],
  });
}

interface Closing {
  id: string;
  channel_id: string;
  contact_id: string;
  window_expires_at: Date;
}

/** By the index of the status, no further back than a window is long. In the order in which they close; all that close at one instant come together. */
function closing(tx: Tx, from: Date, until: Date, since: Date): Promise<Closing[]> {
  return tx.query<Closing>({
    name: "flow_windows_closing",
    text: `select c.id, c.channel_id, c.contact_id, c.window_expires_at from conversations c
            where c.tenant_id = $1 and c.status in ('open', 'pending') and c.last_message_at > $4
              and c.window_expires_at > $2 and c.window_expires_at <= $3
            order by c.window_expires_at fetch first ${batchMax} rows with ties`,
    values: [tx.tenantId, from, until, since],
  });
}
