import type { Tx } from "#platform/db/database.ts";
import type { BroadcastRow } from "../broadcasts.queries.ts";
import type { BroadcastCounts } from "../broadcasts.schema.ts";
import { endAroundQuietHours } from "../quiet-hours.ts";
import { ratesOfChannels } from "./counts.queries.ts";

/** Rounded up. Pure. */
export function secondsFor(messages: number, perSecond: number, perMinute: number | null): number {
  return Math.ceil(messages / Math.min(perSecond, perMinute === null ? Number.POSITIVE_INFINITY : perMinute / 60));
}

/**
 * When a broadcast that is being sent would be complete at its rate, pausing in its quiet hours by their zone's clock;
 * null: it is not being sent, or its recipients are not fixed yet. Pure.
 */
export function completionOf(
  row: Pick<BroadcastRow, "status" | "frozen_at" | "rate_per_minute" | "quiet_hours">,
  counts: Pick<BroadcastCounts, "pending" | "sending">,
  perSecond: number | undefined,
  now: Date,
): Date | null {
  if (row.status !== "sending" || row.frozen_at === null || perSecond === undefined) return null;
  const seconds = secondsFor(counts.pending + counts.sending, perSecond, row.rate_per_minute);
  return row.quiet_hours === null ? new Date(now.getTime() + seconds * 1_000) : endAroundQuietHours(row.quiet_hours, now, seconds);
}

/**
 * Messages per second, as adjusted by throttling, for the channels with broadcasts being sent. Queries only if there
 * are any.
 */
export async function ratesOf(
  tx: Tx,
  now: Date,
  rows: readonly Pick<BroadcastRow, "status" | "channel_id">[],
): Promise<Map<string, number>> {
  const ids = [...new Set(rows.filter(({ status }) => status === "sending").map((row) => row.channel_id))];
  if (ids.length === 0) return new Map();
  const rates = await ratesOfChannels(tx, now, ids);
  return new Map(rates.map(({ id, rate }) => [id, rate]));
}
