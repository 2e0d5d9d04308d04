import type { Database, Tx } from "#platform/db/database.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { appendEvents } from "#platform/events/log.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { noReply, windowClosing } from "../definition/definition.ts";
import {
  batchMax,
  type Watch,
  type PassingConversation,
  watched,
  lockWatermark,
  advanceWatermark,
  closing,
  silent,
} from "./timed-events.queries.ts";

export interface TimedEventDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
}

const pollMs = 15_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** No window is longer, so conversations without a message since then are skipped. */
const windowMsMax = 8 * dayMs;
/** Silence that was due longer ago than this, while nothing ran, is no longer reported. */
const lateMsMax = dayMs;

/**
 * Writes events for conversations in which something is a number of minutes ahead (a window closes) or behind (the last
 * message), for flows that listen. Each kind and number of minutes has a watermark that advances with the clock:
 * conversations between the last position and now get an event in the transaction that advances it, and therefore
 * exactly one. A conversation that continues with a new message passes the watermark again.
 */
export function createTimedEventLoop(deps: TimedEventDeps): Loop {
  async function run(): Promise<boolean> {
    let more = false;
    for (const watch of await watched(deps.database)) {
      try {
        more = (await deps.database.withTenant(watch.tenant_id, (tx) => writeEvents(tx, watch))) || more;
      } catch (error) {
        deps.log.error({ err: error, tenantId: wireId("org", watch.tenant_id), kind: watch.kind }, "conversations could not be looked up");
      }
    }
    return more;
  }

  async function writeEvents(tx: Tx, { kind, minutes, since }: Watch): Promise<boolean> {
    const now = deps.clock.now();
    const ahead = kind === "window_closing";
    const watermark = new Date(now.getTime() + (ahead ? minutes : -minutes) * minuteMs);
    // A closed window does not close soon; silence is reported late, but not if it was due before a flow listened.
    const first = ahead ? now : new Date(Math.max(since.getTime() - minutes * minuteMs, watermark.getTime() - lateMsMax));
    const from = await lockWatermark(tx, kind, minutes, first);
    if (from >= watermark) return false;
    const rows = ahead
      ? await closing(tx, from, watermark, new Date(now.getTime() - windowMsMax))
      : await silent(tx, from, watermark, kind === "no_reply_us" ? "inbound" : "outbound");
    await advanceWatermark(tx, kind, minutes, rows.length < batchMax ? watermark : (rows.at(-1) as PassingConversation).at);
    const reported = kind === "no_reply_us" ? rows.filter((row) => row.context !== true) : rows;
    const events = reported.map((row) => ({
      id: deps.ids.uuid(),
      type: ahead ? windowClosing : noReply,
      channelId: row.channel_id,
      conversationId: row.id,
      data: {
        channelId: wireId("chn", row.channel_id),
        conversationId: wireId("conv", row.id),
        contactId: wireId("cnt", row.contact_id),
        ...(ahead
          ? { windowExpiresAt: row.at.toISOString(), minutesBefore: minutes }
          : {
              of: kind === "no_reply_us" ? "us" : "customer",
              minutes,
              silentSince: row.at.toISOString(),
              sinceMessageId: row.since_message_id == null ? null : wireId("msg", row.since_message_id),
            }),
      },
    }));
    await appendEvents(tx, now, events);
    if (events.length > 0) deps.wake.hint("events");
    return rows.length >= batchMax;
  }

  return createLoop({ name: "windows and silence", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}
