import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { Log } from "#platform/log/log.ts";
import { noteActivity } from "./channels.queries.ts";

/** When a channel last had traffic, for its health; to the minute, so that a thousand callbacks cost one write. */
export interface ChannelActivity {
  /** Resolves when stored, or immediately if it was stored a moment ago. Never rejects: the time is only displayed. */
  note(what: "callback" | "inbound", channels: Iterable<{ tenantId: string; channelId: string }>): Promise<void>;
}

const everyMs = 60_000;
const knownMax = 50_000;

export function createChannelActivity(deps: { database: Database; clock: Clock; log: Log }): ChannelActivity {
  const noted = new Map<string, number>();
  return {
    async note(what, channels) {
      const now = deps.clock.now();
      const due = new Map<string, { tenant: string; channel: string }>();
      for (const { tenantId, channelId } of channels) {
        const key = `${what}/${channelId}`;
        const last = noted.get(key);
        if (last !== undefined && Math.abs(now.getTime() - last) < everyMs) continue;
        if (noted.size >= knownMax) noted.clear();
        noted.set(key, now.getTime());
        due.set(channelId, { tenant: tenantId, channel: channelId });
      }
      if (due.size === 0) return;
      const column = what === "callback" ? "last_callback_at" : "last_inbound_at";
      try {
        // Cross-tenant: one callback body has items for channels of many tenants.
        await noteActivity(deps.database, JSON.stringify([...due.values()]), now, what, column);
      } catch (error) {
        for (const channelId of due.keys()) noted.delete(`${what}/${channelId}`);
        deps.log.warn({ err: error }, "the activity of channels could not be stored; the next callback retries");
      }
    },
  };
}
