import type { ConnectorDescription, TemplateShape } from "@parley/connector-kit";
import { findSendableTemplate, type SendableTemplate, shapeOfSendable } from "#modules/channels/channels/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { messageAllowance } from "#modules/inbox/messages/index.ts";
import { listAudience, type SegmentsService } from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { accountOf } from "#platform/phone/address-key.ts";
import { broadcastAllowance } from "./broadcast-allowance.ts";
import { type BroadcastRow, findSendingChannel, removeBroadcast, type SendingChannel, saveBroadcast } from "./broadcasts.queries.ts";
import type { PauseReason } from "./broadcasts.schema.ts";
import {
  attemptedOf,
  CountChanges,
  type CountRow,
  clearOrphanedCounts,
  readCounts,
  refusedTemplates,
  sumCounts,
} from "./recipients/counts.queries.ts";
import { createMessages } from "./content/message-creation.ts";
import { changeStatus, pause, recallWaiting } from "./pausing.ts";
import { quietUntil } from "./quiet-hours.ts";
import * as recipients from "./recipients/recipients.queries.ts";
import { compileRules, findAudience } from "./recipients/target-audience.ts";

export interface StepDeps {
  ids: IdSource;
  segments: Pick<SegmentsService, "check" | "get" | "compile">;
  entitlements: Pick<EntitlementsService, "remaining" | "take">;
  describeChannel(kind: string): ConnectorDescription | null;
}

const freezeBatch = 2_000;
/** An interrupted step is repeated as a whole, and delays readers of the event log while it runs. */
const sendBatch = 250;
const sweepBatch = 2_000;
/** How far ahead of the sending rate messages are created. */
export const leadMs = 2_000;
/** A slow channel's queue is checked less often than it empties. */
const leadMin = 20;
const queueCheckMs = 200;
const outcomeCheckMs = 1_000;

/**
 * One bounded step of a broadcast, in the transaction that holds its row and its claim. Saves the row, including what
 * is next and when. True: it made progress, so there may be more right away.
 */
export async function advanceBroadcast(tx: Tx, now: Date, row: BroadcastRow, deps: StepDeps): Promise<boolean> {
  row.tries = 0;
  const again = async (at: Date = now) => {
    row.state = "ready";
    row.run_at = at;
    await saveBroadcast(tx, now, row);
    return at <= now;
  };
  if (row.deleted_at !== null) {
    if ((await recipients.purgeRecipients(tx, row.id, sweepBatch)) > 0) return again();
    await removeBroadcast(tx, row.id);
    return true;
  }
  if (row.status === "cancelled") return sweepCancelled(tx, now, row, again);
  if (row.status === "scheduled") {
    if (!(await begins(deps, tx, now, row))) return pauseWith(tx, now, row, deps, "entitlement_exceeded");
    row.run_at = now;
    await changeStatus(tx, deps.ids, now, row, "sending");
  }
  const channel = await findSendingChannel(tx, now, row.channel_id, leadLimit);
  const description = channel === null ? null : deps.describeChannel(channel.kind);
  if (channel === null || description === null) return pauseWith(tx, now, row, deps, "channel_not_connected");
  const where = {
    kind: channel.kind,
    account: accountOf(description, channel.external_id),
    byPhone: description.addressKind === "phone" && description.startsConversations,
  };
  if (row.frozen_at === null) return freeze(tx, now, row, deps, where, again);
  const template = await templateOf(tx, row);
  const problem = pauseReasonOf(row, channel, template);
  if (problem !== null) return pauseWith(tx, now, row, deps, problem);
  const shape = template === null ? null : shapeOfSendable(template);
  return send(tx, now, row, deps, { channel, description, template: shape, where }, again);
}

/** False: the month's broadcasts are used up, and it has not started. */
async function begins(deps: StepDeps, tx: Tx, now: Date, row: BroadcastRow): Promise<boolean> {
  try {
    await begin(deps, tx, now, row);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "entitlement_exceeded") return false;
    throw error;
  }
}

/**
 * What is fixed when a broadcast starts: the instant, and with `freeze` the rules. The first start throws
 * entitlement_exceeded if none is left.
 */
export async function begin(
  deps: { entitlements: Pick<EntitlementsService, "take"> },
  tx: Tx,
  now: Date,
  row: BroadcastRow,
): Promise<void> {
  if (row.started_at === null) await deps.entitlements.take(tx, now, broadcastAllowance.name, 1);
  row.started_at ??= now;
  row.completed_at = null;
  row.error = null;
  row.state = "ready";
}

const leadLimit = 20_000;

async function pauseWith(tx: Tx, now: Date, row: BroadcastRow, deps: StepDeps, reason: PauseReason): Promise<boolean> {
  await pause(tx, deps.ids, now, row, reason);
  return true;
}

type Reschedule = (at?: Date) => Promise<boolean>;

async function sweepCancelled(tx: Tx, now: Date, row: BroadcastRow, again: Reschedule): Promise<boolean> {
  const skipped = await recipients.skipPending(tx, row.id, sweepBatch);
  const changes = new CountChanges();
  changes.add(row.id, "pending", null, -skipped);
  changes.add(row.id, "skipped", "cancelled", skipped);
  await changes.write(tx);
  if (skipped === sweepBatch) return again();
  row.state = "idle";
  await saveBroadcast(tx, now, row);
  return true;
}

/** Turns the audience's next contacts into recipients. */
async function freeze(
  tx: Tx,
  now: Date,
  row: BroadcastRow,
  deps: StepDeps,
  where: recipients.Addresses,
  again: Reschedule,
): Promise<boolean> {
  const fresh = row.recipients === 0 && row.after_at === null;
  let page: { ids: string[]; last: { position: string; id: string } | null; done: boolean };
  try {
    page = await nextContacts(tx, row, deps, fresh);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    // The segment was deleted, or a field in the rules now has another type.
    return fail(
      tx,
      now,
      row,
      deps,
      error.code === "not_found" ? "The segment no longer exists." : "The rules no longer match the contact fields.",
    );
  }
  const zone = row.quiet_hours?.timezone ?? null;
  const made = await recipients.insertRecipients(tx, row, page.ids, row.recipients, where, zone);
  const changes = new CountChanges();
  for (const { status, reason, n } of made) changes.add(row.id, status, reason, n);
  row.recipients += page.ids.length;
  if (page.last !== null) {
    row.after_at = page.last.position;
    row.after_id = page.last.id;
  }
  if (page.done && row.recipients === 0) return fail(tx, now, row, deps, "The audience was empty.");
  await changes.write(tx);
  if (page.done) row.frozen_at = now;
  return again();
}

async function nextContacts(tx: Tx, row: BroadcastRow, deps: StepDeps, fresh: boolean) {
  const found = fresh ? await findAudience(tx, deps.segments, row.audience) : { rules: row.rules };
  if ("contactIds" in found) {
    // At most a thousand, so they are one step.
    const known = await recipients.existingContacts(tx, found.contactIds);
    return { ids: found.contactIds.filter((id) => known.has(id)), last: null, done: true };
  }
  row.rules = found.rules;
  const node = await compileRules(tx, deps.segments, row.started_at ?? row.created_at, found.rules);
  const after = row.after_at === null || row.after_id === null ? null : [row.after_at, row.after_id];
  const members = await listAudience(tx, node, after, freezeBatch);
  return { ids: members.map(({ id }) => id), last: members.at(-1) ?? null, done: members.length < freezeBatch };
}

async function fail(tx: Tx, now: Date, row: BroadcastRow, deps: StepDeps, error: string): Promise<boolean> {
  row.error = error;
  row.state = "idle";
  await changeStatus(tx, deps.ids, now, row, "failed");
  return true;
}

async function templateOf(tx: Tx, { channel_id: channelId, content }: BroadcastRow): Promise<SendableTemplate | null> {
  return content.type === "template" ? findSendableTemplate(tx, channelId, content.name, content.language) : null;
}

/** Pure. */
function pauseReasonOf(row: BroadcastRow, channel: SendingChannel, template: SendableTemplate | null): PauseReason | null {
  if (!channel.app_active) return "app_inactive";
  if (!channel.connected) return "channel_not_connected";
  return row.content.type === "text" || template?.status === "approved" ? null : "template_not_approved";
}

interface SendTarget {
  channel: SendingChannel;
  description: ConnectorDescription;
  template: TemplateShape | null;
  where: recipients.Addresses;
}

async function send(tx: Tx, now: Date, row: BroadcastRow, deps: StepDeps, target: SendTarget, again: Reschedule): Promise<boolean> {
  const rows = await readCounts(tx, [row.id]);
  const counts = sumCounts(rows);
  // This comes first: recipients to be retried are not failures of this round.
  if (row.rewinding) {
    const back = await recipients.rewindFailed(tx, row.id, row.round, sweepBatch);
    const changes = new CountChanges();
    for (const { reason, n } of back) {
      changes.add(row.id, "failed", reason, -n);
      changes.add(row.id, "pending", null, n);
    }
    await changes.write(tx);
    row.rewinding = back.length > 0;
    return again();
  }
  const limit = passedLimit(row, counts);
  if (limit !== null) return pauseWith(tx, now, row, deps, limit);
  const refused = refusedNow(row, rows, target.channel);
  if (refused !== null && (counts.pending > 0 || target.channel.waiting > 0)) return pauseWith(tx, now, row, deps, refused);
  if (counts.pending === 0) {
    if (counts.sending > 0) {
      if (await clearOrphanedCounts(tx, row.id)) return again();
      await zonesNow(tx, now, row, deps, true);
      return again(new Date(now.getTime() + outcomeCheckMs));
    }
    const attempted = attemptedOf(counts);
    row.state = "idle";
    if (attempted > 0 && counts.failed === attempted) row.error = "Every message failed.";
    await changeStatus(tx, deps.ids, now, row, row.error === null ? "completed" : "failed");
    return true;
  }

  const zones = await zonesNow(tx, now, row, deps, counts.sending > 0);
  if (zones.zonesAwake.length === 0) {
    if (zones.wakesAt === null && (await clearOrphanedCounts(tx, row.id))) return again();
    const checkAt = new Date(now.getTime() + outcomeCheckMs);
    const wakesAt = zones.wakesAt ?? checkAt;
    // A call under way may return its message to the queue, to be taken back.
    return again(counts.sending > 0 && checkAt < wakesAt ? checkAt : wakesAt);
  }
  const allowed = await deps.entitlements.remaining(tx, now, messageAllowance.name);
  const left = allowed === null ? Number.POSITIVE_INFINITY : allowed.limit - allowed.usage;
  if (left <= 0) return pauseWith(tx, now, row, deps, "entitlement_exceeded");
  const lead = Math.min(leadLimit, Math.max(leadMin, Math.ceil((target.channel.rate * leadMs) / 1_000)));
  const pace = placesOf(row, now);
  const free = Math.min(sendBatch, lead - target.channel.waiting, pace.places, left);
  if (free <= 0) return again(new Date(Math.max(now.getTime() + queueCheckMs, pace.opensAtMs)));
  const taken = await createMessages(tx, now, row, {
    ...target,
    ids: deps.ids,
    zones: zones.zonesAwake,
    limit: free,
    leavesAt: pace.leavesAt,
  });
  if (pace.stepMs !== null && taken.sent > 0) row.next_at = new Date(pace.startMs + taken.sent * pace.stepMs);
  const on = taken.seen > 0 || (await clearOrphanedCounts(tx, row.id));
  const more = await again(on ? now : new Date(now.getTime() + queueCheckMs));
  // Last, because from here on the tenant's other senders wait. Throws if they have used it up meanwhile: the step is
  // repeated.
  if (allowed !== null) await deps.entitlements.take(tx, now, messageAllowance.name, taken.sent);
  return more;
}

/**
 * Whether the platform has refused messages for a reason beyond the single message since the last resume, when a person
 * looked at it. Pure.
 */
function refusedNow(row: BroadcastRow, rows: readonly CountRow[], { refused_at: refusedAt }: SendingChannel): PauseReason | null {
  const since = row.limits_from.at === undefined ? row.started_at : new Date(row.limits_from.at);
  if (refusedAt !== null && since !== null && refusedAt >= since) return "channel_refused";
  // The platform may report on a template only after it has refused messages for it.
  return refusedTemplates(rows) > (row.limits_from.template ?? 0) ? "template_not_approved" : null;
}

/**
 * Which zones with pending recipients are outside quiet hours. Takes back messages in the channel's queue for the other
 * zones.
 */
async function zonesNow(
  tx: Tx,
  now: Date,
  row: BroadcastRow,
  deps: StepDeps,
  sending: boolean,
): Promise<{ zonesAwake: string[]; wakesAt: Date | null }> {
  const hours = row.quiet_hours;
  if (hours === null) return { zonesAwake: [""], wakesAt: null };
  const zones = await recipients.pendingZones(tx, row.id);
  const ends = zones.map((zone) => ({ zone, until: quietUntil(hours, zone, now) }));
  if (sending) {
    const asleep = (await recipients.sendingZones(tx, row.id)).filter((zone) => quietUntil(hours, zone, now) !== null);
    if (asleep.length > 0) await recallWaiting(tx, deps.ids, now, row.id, asleep);
  }
  const wakes = ends.flatMap(({ until }) => until?.getTime() ?? []);
  return {
    zonesAwake: ends.flatMap(({ zone, until }) => (until === null ? zone : [])),
    wakesAt: wakes.length === 0 ? null : new Date(Math.min(...wakes)),
  };
}

/** How many messages may be created now at the broadcast's own rate, and when each may be sent. Pure. */
export function placesOf(row: Pick<BroadcastRow, "rate_per_minute" | "next_at">, now: Date) {
  const nowMs = now.getTime();
  if (row.rate_per_minute === null)
    return { places: Number.POSITIVE_INFINITY, leavesAt: () => now, stepMs: null, startMs: nowMs, opensAtMs: nowMs };
  const stepMs = 60_000 / row.rate_per_minute;
  const startMs = Math.max(row.next_at?.getTime() ?? nowMs, nowMs);
  const places = startMs > nowMs + leadMs ? 0 : Math.floor((nowMs + leadMs - startMs) / stepMs) + 1;
  return { places, leavesAt: (i: number) => new Date(startMs + i * stepMs), stepMs, startMs, opensAtMs: startMs - leadMs };
}

/** The limit exceeded since the last resume; null: none. Pure. */
export function passedLimit(
  { auto_pause: limits, limits_from: from }: Pick<BroadcastRow, "auto_pause" | "limits_from">,
  counts: Parameters<typeof attemptedOf>[0],
): "failure_rate" | "opt_out_rate" | null {
  if (limits === null) return null;
  const attempted = attemptedOf(counts) - (from.attempted ?? 0);
  if (attempted < limits.afterMessages) return null;
  if (100 * (counts.failed - (from.failed ?? 0)) > limits.failurePercent * attempted) return "failure_rate";
  return 100 * (counts.optedOut - (from.optedOut ?? 0)) > limits.optOutPercent * attempted ? "opt_out_rate" : null;
}
