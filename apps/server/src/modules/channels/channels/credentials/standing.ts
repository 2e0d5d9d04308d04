import { type ChannelAccess, type ChannelStanding, providerErrorOf } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelStore } from "../channel-store.ts";
import { type ChannelRow, findChannel, updateChannel } from "../channels.queries.ts";
import type { InstalledConnector } from "../connectors.ts";

/**
 * Asks the platform for a channel's quality rating and limit when it connects; returns nothing if it does not respond. No state depends on
 * the answer, so a refusal is not stored: the channel's health check asks again and reports why. Never inside a transaction.
 */
export async function fetchStanding(installed: InstalledConnector, access: ChannelAccess, log: Log): Promise<ChannelStanding> {
  try {
    return (await installed.connector.readStanding?.(access, installed.http)) ?? {};
  } catch (error) {
    if (providerErrorOf(error) === undefined)
      log.error({ err: error }, "the quality rating of a channel could not be read: internal error");
    return {};
  }
}

/**
 * What to store of an answer to a question asked when the channel was as in `seen`. A later write to the channel may be a callback with
 * newer figures: then `current` is kept, and the next check updates it.
 */
export function standingAfter(seen: ChannelRow, current: ChannelRow, answer: ChannelStanding) {
  const standing = { qualityRating: current.quality_rating, messagingLimit: current.messaging_limit };
  const untouched =
    seen.updated_at.getTime() === current.updated_at.getTime() &&
    seen.quality_rating === standing.qualityRating &&
    seen.messaging_limit === standing.messagingLimit;
  return untouched ? { ...standing, ...answer } : standing;
}

/** Stores the figures and emits the event, exactly as callbacks do; false if nothing changed. */
export async function storeStanding(tx: Tx, now: Date, store: ChannelStore, seen: ChannelRow, answer: ChannelStanding): Promise<boolean> {
  const row = await findChannel(tx, seen.id, true);
  if (row === null) return false;
  const standing = standingAfter(seen, row, answer);
  if (standing.qualityRating === row.quality_rating && standing.messagingLimit === row.messaging_limit) return false;
  const changed = await updateChannel(tx, now, row, standing);
  await appendEvents(tx, now, [store.channelEvent(changed, null)]);
  return true;
}
