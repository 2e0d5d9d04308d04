import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChannelStore } from "../channel-store.ts";
import { type ChannelRow, findChannel } from "../channels.queries.ts";
import type { ChannelsService } from "../channels.service.ts";
import { nextWarning } from "../credentials/credentials.ts";
import { dueWarnings, noteWarning } from "./notices.queries.ts";
import { channelsWithLosses, type RoutedChannel, takeUnnotifiedLosses } from "../ownership/shared-routes.queries.ts";
import { planUpkeep } from "../credentials/upkeep.queries.ts";

const atOnceMax = 50;

/**
 * Notifies tenants with `channel.updated` of changes to a channel that nobody requested: another tenant has proved an account, or
 * credentials expire that nothing renews. Each is reported once: the mark is stored with the event.
 */
export function createNotices(deps: {
  database: Database;
  store: ChannelStore;
  channels: Pick<ChannelsService, "applyPlatformReport">;
  clock: Clock;
  wake: Wake;
  log: Log;
}) {
  const { database, store } = deps;

  async function notifyLoss(tx: Tx, channelId: string): Promise<void> {
    const row = await findChannel(tx, channelId, true);
    const lost = await takeUnnotifiedLosses(tx, channelId);
    if (row === null || lost.length === 0) return;
    const { description } = store.installedOf(row.kind).connector;
    const own = (await store.openSecrets(tx, row))[description.signingSecretField] !== undefined;
    const whole = lost.includes("channel");
    const notice = lossNotice(whole, own ? store.callbackPathOf(row) : null);
    // Without its own app the channel no longer receives: sending would continue with nobody reading the replies.
    const unreachable = whole && !own && (row.status === "Connected" || row.status === "Pending");
    // A pending set-up would take this for its own failure and then mark the channel connected.
    if (unreachable && row.upkeep === "activate") await planUpkeep(tx, channelId, { upkeep: null, at: null, error: null });
    await deps.channels.applyPlatformReport(tx, deps.clock.now(), channelId, unreachable ? { status: "Error", notice } : { notice });
  }

  async function warn(tx: Tx, channelId: string): Promise<void> {
    const now = deps.clock.now();
    const row = await findChannel(tx, channelId, true);
    // Credentials given in the meantime have their own expiry.
    if (row === null || row.credentials_warn_at === null || row.credentials_warn_at > now) return;
    const ends = { expiresAt: row.credentials_expire_at, renewableUntil: row.credentials_renewable_until };
    const due = nextWarning(now, ends, row.credentials_warned_of);
    if (due === null) return;
    const ofRenewal = due.of === ends.renewableUntil;
    const warnedOf = ofRenewal ? due.of : row.credentials_warned_of;
    const next = nextWarning(now, ofRenewal ? ends : { ...ends, expiresAt: null }, warnedOf);
    await noteWarning(tx, channelId, warnedOf, next?.at ?? null);
    await deps.channels.applyPlatformReport(tx, now, channelId, { notice: expiryNotice(row, due.of) });
  }

  /** One failing channel must not hold up the others. */
  async function notify(found: RoutedChannel[], how: (tx: Tx, channelId: string) => Promise<void>): Promise<boolean> {
    let notified = false;
    for (const { tenant_id: tenantId, channel_id: channelId } of found) {
      try {
        await database.withTenant(tenantId, (tx) => how(tx, channelId));
        notified = true;
      } catch (error) {
        deps.log.error({ err: error }, "a channel notification could not be sent; it is retried");
      }
    }
    return notified;
  }

  const loop: Loop = createLoop({
    name: "channel notices",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 5_000,
    log: deps.log,
    async run() {
      const losses = await notify(await channelsWithLosses(database, atOnceMax), notifyLoss);
      const ends = await notify(await dueWarnings(database, deps.clock.now(), atOnceMax), warn);
      if (losses || ends) deps.wake.hint("events");
      return losses || ends;
    },
  });

  return { loop };
}

/** `ownAddress`: the callback address for the tenant's own provider app; null: there is no such app. */
export function lossNotice(whole: boolean, ownAddress: string | null): string {
  const what = whole ? "this account" : "the account that this channel names (templates, quality, restrictions)";
  const proved = `Another tenant has proved on the platform that it owns ${what}. Callbacks of the shared provider app now go there.`;
  if (ownAddress !== null) return `${proved} Callbacks from a provider app of your own still reach this channel at ${ownAddress}.`;
  return `${proved} If the account is yours, claim it again (PATCH { status: Connected }), or reconnect the channel by signing in.`;
}

/** The expiry of credentials, or of the right to refresh them. */
export function expiryNotice(row: Pick<ChannelRow, "upkeep" | "upkeep_error" | "credentials_renewable_until">, end: Date): string {
  const on = end.toISOString().slice(0, 16).replace("T", " ");
  if (row.credentials_renewable_until?.getTime() === end.getTime())
    return `The sign-in on the platform expires on ${on} UTC, and the credentials with it. Reconnect the channel before then.`;
  if (row.upkeep !== "refresh")
    return `The credentials expire on ${on} UTC, and this platform does not allow refreshing them. Reconnect the channel before then.`;
  const why = row.upkeep_error === null ? "" : ` (${row.upkeep_error})`;
  return `The credentials expire on ${on} UTC and could not be refreshed yet${why}. The server retries. If it keeps failing, reconnect the channel.`;
}
