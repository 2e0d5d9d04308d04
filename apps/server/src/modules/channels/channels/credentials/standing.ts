import { type ChannelAccess, type ChannelStanding, providerErrorOf } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelStore } from "../channel-store.ts";
import { type ChannelRow, findChannel, updateChannel } from "../channels.queries.ts";
import type { InstalledConnector } from "../connectors.ts";

/**
 * What the platform says of a channel at connecting; nothing when it does not answer. No state hangs on the answer, so a refusal
 * is not kept: the channel's health asks again, and tells why. Never inside a transaction.
 */
export async function askStanding(installed: InstalledConnector, access: ChannelAccess, log: Log): Promise<ChannelStanding> {
  try {
    return (await installed.connector.readStanding?.(access, installed.http)) ?? {};
  } catch (error) {
    if (providerErrorOf(error) === undefined)
      log.error({ err: error }, "the quality rating of a channel could not be read: internal error");
    return {};
  }
}

/**
 * What to store of an answer to a question that was asked when the channel was as `seen`. Whatever was written to the channel
 * since may be a callback with newer word: then `current` stands, and the next look tells.
 */
export function standingAfter(seen: ChannelRow, current: ChannelRow, told: ChannelStanding) {
  const standing = { qualityRating: current.quality_rating, messagingLimit: current.messaging_limit };
  const untouched =
    seen.updated_at.getTime() === current.updated_at.getTime() &&
    seen.quality_rating === standing.qualityRating &&
    seen.messaging_limit === standing.messagingLimit;
  return untouched ? { ...standing, ...told } : standing;
}

/** Where callbacks store it, and told as they tell it; false when that is what is known already. */
export async function storeStanding(tx: Tx, now: Date, store: ChannelStore, seen: ChannelRow, told: ChannelStanding): Promise<boolean> {
  const row = await findChannel(tx, seen.id, true);
  if (row === null) return false;
  const standing = standingAfter(seen, row, told);
  if (standing.qualityRating === row.quality_rating && standing.messagingLimit === row.messaging_limit) return false;
  const changed = await updateChannel(tx, now, row, standing);
  await appendEvents(tx, now, [store.channelEvent(changed, null)]);
  return true;
}
