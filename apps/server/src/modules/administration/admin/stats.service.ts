import { sumPeriods } from "#modules/money/billing/index.ts";
import type { Reach } from "#platform/auth/reach.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { AdminStats } from "./admin.schema.ts";
import * as queries from "./stats.queries.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function createStatsService(deps: { reach: Reach }) {
  return {
    /**
     * The cost grows with organizations, members and channels, and with the backlog up to a limit. Messages come from hourly and daily
     * counts (modules/money/billing/usage.ts), so a million of them cost nothing.
     */
    async get(ctx: TxContext): Promise<AdminStats> {
      const rows = deps.reach.rows(ctx);
      const since = (unitMs: number, units: number) => new Date((Math.floor(ctx.now.getTime() / unitMs) - units + 1) * unitMs);
      const organizations = countsByKey(await queries.countOrganizations(rows));
      const members = countsByKey(await queries.countMembers(rows));
      const channels = countsByKey(await queries.countChannels(rows));
      const conversations = countsByKey(await queries.countOpenConversations(rows));
      const work = countsByKey(await queries.countWork(rows));
      const hours = await sumPeriods(rows, "hour", since(hourMs, 24));
      const days = await sumPeriods(rows, "day", since(dayMs, 30));
      const [active = 0, suspended = 0] = [organizations["active"], organizations["suspended"]];
      return {
        organizations: { total: active + suspended, active, suspended },
        members: { active: members["active"] ?? 0, suspended: members["suspended"] ?? 0 },
        channels: { total: Object.values(channels).reduce((sum, n) => sum + n, 0), byStatus: channels },
        messages: {
          last24h: { in: hours.messages_in, out: hours.messages_out },
          last30d: { in: days.messages_in, out: days.messages_out },
        },
        conversations: { open: conversations["open"] ?? 0 },
        queues: { inbound: work["inbound"] ?? 0, outbound: work["outbound"] ?? 0, webhooks: work["webhooks"] ?? 0 },
      };
    },
  };
}

export type StatsService = ReturnType<typeof createStatsService>;

const countsByKey = (rows: { word: string; n: number }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ word, n }) => [word, n]));
