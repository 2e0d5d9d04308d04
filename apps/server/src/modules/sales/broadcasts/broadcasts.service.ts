import type { ConnectorDescription } from "@parley/connector-kit";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { listAudience, type SegmentsService } from "#modules/contacts/segments/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { assignToActingGrant } from "#platform/auth/acting-grant.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { begin } from "./broadcast-step.ts";
import * as queries from "./broadcasts.queries.ts";
import { renderBroadcast, updatedEvent } from "./broadcasts.render.ts";
import { autoPauseDefault, type Broadcast, type BroadcastStatus, type CreateBroadcast, UpdateBroadcast } from "./broadcasts.schema.ts";
import { ratesOf } from "./recipients/completion.ts";
import { attemptedOf, readCounts, refusedTemplates, sumCounts } from "./recipients/counts.queries.ts";
import { checkTemplateNow, readContent, showContent, takesTemplates, templateWarnings } from "./content/message-content.ts";
import { changeStatus, pause, recallWaiting } from "./pausing.ts";
import { checkQuietHours } from "./quiet-hours.ts";
import { existingContacts } from "./recipients/recipients.queries.ts";
import { audienceEmpty, compileRules, findAudience, readAudience } from "./recipients/target-audience.ts";

export interface BroadcastsDeps {
  ids: IdSource;
  segments: Pick<SegmentsService, "check" | "get" | "compile">;
  entitlements: Pick<EntitlementsService, "take">;
  describeChannel(kind: string): ConnectorDescription | null;
}

const scheduleDaysMax = 400;

/** The statuses from which each verb is allowed. */
const from = {
  schedule: ["draft", "scheduled"],
  send: ["draft", "scheduled"],
  pause: ["sending"],
  resume: ["paused"],
  cancel: ["scheduled", "sending", "paused"],
  "retry-failed": ["completed", "failed", "paused"],
} as const satisfies Record<string, readonly BroadcastStatus[]>;

const notConnected = () => new AppError("channel_not_connected", { details: [{ field: "channelId", issue: "not_allowed" }] });

/** Whether an update changes more than the title: what is sent to whom, when, and how fast. Pure. */
function changesPlan(input: UpdateBroadcast): boolean {
  return Object.keys(UpdateBroadcast.properties).some((field) => field !== "title" && field in input);
}

function checkMaySend(ctx: TxContext, message: string): void {
  if (!ctx.scopes.has("broadcasts:send"))
    throw new AppError("insufficient_scope", { message, details: [{ field: "broadcasts:send", issue: "missing_scope" }] });
}

export function createBroadcastsService(deps: BroadcastsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.BroadcastRow> {
    const id = parseWireId("brd", wire);
    const row = id === null ? null : await queries.findBroadcast(tx, id, { lock });
    if (row === null) throw notFound(wire);
    return row;
  }

  async function show(tx: Tx, now: Date, row: queries.BroadcastRow): Promise<Broadcast> {
    const [counts, rates, warnings] = await Promise.all([readCounts(tx, [row.id]), ratesOf(tx, now, [row]), warningsOf(tx, [row])]);
    return renderBroadcast(row, sumCounts(counts), warnings.get(row.id) ?? [], rates.get(row.channel_id), now);
  }

  /** Warnings for broadcasts that have not been sent yet. */
  function warningsOf(tx: Tx, rows: queries.BroadcastRow[]): ReturnType<typeof templateWarnings> {
    return templateWarnings(
      tx,
      rows.filter(({ status }) => status === "draft" || status === "scheduled"),
    );
  }

  /** Locks a broadcast for a verb. Throws not_found, and invalid_transition if its status does not allow the verb. */
  async function findFor(ctx: TxContext, wire: string, verb: keyof typeof from): Promise<queries.BroadcastRow> {
    const row = await find(ctx.tx, wire, true);
    const allowed: readonly BroadcastStatus[] = from[verb];
    if (!allowed.includes(row.status))
      throw new AppError("invalid_transition", {
        message: `The broadcast is ${row.status}. ${verb} needs one that is ${allowed.join(" or ")}.`,
      });
    return row;
  }

  async function channelOf(tx: Tx, now: Date, wire: string) {
    const id = parseWireId("chn", wire);
    const channel = id === null ? null : await queries.findSendingChannel(tx, now, id, 0);
    const description = channel === null ? null : deps.describeChannel(channel.kind);
    if (id === null || channel === null || description === null) throw notFound(wire);
    return { id, channel, description };
  }

  /** The channel that a change concerns; null: the change does not concern it. */
  async function channelFor(ctx: TxContext, row: queries.BroadcastRow, input: UpdateBroadcast) {
    if (input.channelId !== undefined) return channelOf(ctx.tx, ctx.now, input.channelId);
    if (input.messageContent === undefined) return null;
    return channelOf(ctx.tx, ctx.now, wireId("chn", row.channel_id)).catch((error: unknown) => {
      // The broadcast exists; its channel no longer does.
      throw error instanceof AppError && error.code === "not_found" ? notConnected() : error;
    });
  }

  /** Applies the rules for sending when it is requested: 422 for each that refuses. */
  async function checkReady(ctx: TxContext, row: queries.BroadcastRow): Promise<void> {
    const channel = await queries.findSendingChannel(ctx.tx, ctx.now, row.channel_id, 0);
    if (channel?.connected !== true) throw notConnected();
    if (!channel.app_active) throw new AppError("app_inactive");
    await checkTemplateNow(ctx.tx, row.channel_id, row.content);
    const audience = await findAudience(ctx.tx, deps.segments, row.audience).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "not_found" ? audienceEmpty() : error;
    });
    const some =
      "contactIds" in audience
        ? (await existingContacts(ctx.tx, audience.contactIds)).size
        : (await listAudience(ctx.tx, await compileRules(ctx.tx, deps.segments, ctx.now, audience.rules), null, 1)).length;
    if (some === 0) throw audienceEmpty();
  }

  async function audited(ctx: TxContext, row: queries.BroadcastRow, action: string, changes: object = {}): Promise<Broadcast> {
    await recordAudit(ctx, deps.ids, `broadcast.${action}`, wireId("brd", row.id), changes);
    return show(ctx.tx, ctx.now, row);
  }

  function readSchedule(now: Date, text: string): Date {
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) throw invalidField("scheduledAt", "invalid_format");
    if (at.getTime() > now.getTime() + scheduleDaysMax * 86_400_000)
      throw brokenRule("scheduledAt", "out_of_range", `It must be at most ${scheduleDaysMax} days ahead.`);
    return at;
  }

  /** Settings common to create and update. */
  function readSettings(now: Date, input: Pick<UpdateBroadcast, "title" | "scheduledAt" | "quietHours">) {
    if (input.title?.trim() === "") throw invalidField("title", "too_short");
    if (input.quietHours != null) checkQuietHours(input.quietHours, "quietHours");
    return { scheduledAt: input.scheduledAt == null ? null : readSchedule(now, input.scheduledAt) };
  }

  return {
    find,
    channelOf,

    async get(tx: Tx, now: Date, wire: string): Promise<Broadcast> {
      return show(tx, now, await find(tx, wire));
    },

    /** Up to `limit` rows after a position, with their counts. */
    list: (tx: Tx, filter: queries.BroadcastFilter, after: string[] | null, limit: number) =>
      queries.listBroadcasts(tx, filter, after, limit),

    async render(tx: Tx, now: Date, rows: queries.BroadcastRow[]): Promise<Broadcast[]> {
      const ids = rows.map((row) => row.id);
      const [all, rates, warnings] = await Promise.all([readCounts(tx, ids), ratesOf(tx, now, rows), warningsOf(tx, rows)]);
      const counts = Map.groupBy(all, (count) => count.broadcast_id);
      return rows.map((row) =>
        renderBroadcast(row, sumCounts(counts.get(row.id) ?? []), warnings.get(row.id) ?? [], rates.get(row.channel_id), now),
      );
    },

    /**
     * Creates a draft; with an instant it is scheduled right away. 404 for an unknown channel, segment or contact; 422
     * audience_empty, template_required, and whatever `schedule` refuses.
     */
    async create(ctx: TxContext, input: CreateBroadcast): Promise<Broadcast> {
      const { id: channelId, description } = await channelOf(ctx.tx, ctx.now, input.channelId);
      const audience = await readAudience(ctx.tx, deps.segments, ctx.now, input.targetAudience);
      const { scheduledAt } = readSettings(ctx.now, input);
      const row = await queries.insertBroadcast(ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        title: input.title.trim(),
        channel_id: channelId,
        content: readContent(input.messageContent, description),
        audience,
        scheduled_at: scheduledAt,
        rate_per_minute: input.sendRatePerMinute ?? null,
        quiet_hours: input.quietHours ?? null,
        auto_pause: input.autoPause === undefined ? autoPauseDefault : input.autoPause,
        created_by: actorWireId(ctx.actor),
      });
      await appendEvents(ctx.tx, ctx.now, [updatedEvent(deps.ids, row, null)]);
      const made = await audited(ctx, row, "created", { channelId: input.channelId });
      return scheduledAt === null ? made : plan(ctx, row, scheduledAt);
    },

    /**
     * An instant schedules a draft; null makes a scheduled one a draft again. 403 insufficient_scope without
     * broadcasts:send for a change of what a schedule will send; 409 unless it is a draft or scheduled. One that stays
     * scheduled is assigned to the acting grant only by such a change, not by another title.
     */
    async update(ctx: TxContext, wire: string, input: UpdateBroadcast): Promise<Broadcast> {
      const row = await find(ctx.tx, wire, true);
      const becomesDraft = row.status === "scheduled" && input.scheduledAt === null;
      const staysScheduled = row.status === "scheduled" && !becomesDraft;
      if (staysScheduled && changesPlan(input))
        checkMaySend(ctx, "The broadcast is scheduled. Changing more than its title requires the scope broadcasts:send.");
      const channel = await channelFor(ctx, row, input);
      const audience =
        input.targetAudience === undefined ? row.audience : await readAudience(ctx.tx, deps.segments, ctx.now, input.targetAudience);
      const { scheduledAt } = readSettings(ctx.now, input);
      if (channel !== null && input.messageContent !== undefined) row.content = readContent(input.messageContent, channel.description);
      else if (channel !== null && takesTemplates(channel.description) !== (row.content.type === "template"))
        throw brokenRule("messageContent", "required", "The other channel needs a different kind of content.");
      // The text may be too long for the other channel.
      else if (channel !== null) row.content = readContent(showContent(row.content), channel.description);
      if (row.status !== "draft" && row.status !== "scheduled")
        throw new AppError("conflict", { message: `The broadcast is ${row.status}. Only drafts and scheduled broadcasts can be changed.` });
      row.title = input.title?.trim() ?? row.title;
      row.channel_id = channel?.id ?? row.channel_id;
      row.audience = audience;
      if (input.sendRatePerMinute !== undefined) row.rate_per_minute = input.sendRatePerMinute;
      if (input.quietHours !== undefined) row.quiet_hours = input.quietHours;
      if (input.autoPause !== undefined) row.auto_pause = input.autoPause;
      const schedulesDraft = row.status === "draft" && scheduledAt !== null;
      if (input.scheduledAt !== undefined) {
        if (row.status === "scheduled") {
          if (scheduledAt !== null && scheduledAt <= ctx.now) throw brokenRule("scheduledAt", "out_of_range", "It must be in the future.");
          row.run_at = scheduledAt ?? row.run_at;
        }
        row.scheduled_at = scheduledAt;
      }
      // A worker that has claimed it loses its claim and reads it again.
      if (row.state === "leased") row.state = "ready";
      // What was valid when it was scheduled must still be valid.
      if (staysScheduled) await checkReady(ctx, row);
      if (becomesDraft) {
        row.state = "idle";
        await changeStatus(ctx.tx, deps.ids, ctx.now, row, "draft");
      } else await queries.saveBroadcast(ctx.tx, ctx.now, row);
      if (!staysScheduled || changesPlan(input)) await assignToActingGrant(ctx.tx, "broadcasts", row.id);
      const changed = await audited(ctx, row, "updated", { fields: Object.keys(input) });
      return schedulesDraft ? plan(ctx, row, scheduledAt) : changed;
    },

    /** 409 while it is sending or paused. Its messages stay. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      if (row.status === "sending" || row.status === "paused")
        throw new AppError("conflict", { message: `The broadcast is ${row.status}. Cancel it first.` });
      row.deleted_at = ctx.now;
      row.state = "ready";
      row.run_at = ctx.now;
      await queries.saveBroadcast(ctx.tx, ctx.now, row);
      await recordAudit(ctx, deps.ids, "broadcast.deleted", wire);
      return { id: wire, deleted: true };
    },

    async schedule(ctx: TxContext, wire: string, given: string | undefined): Promise<Broadcast> {
      const row = await findFor(ctx, wire, "schedule");
      const at = given === undefined ? row.scheduled_at : readSchedule(ctx.now, given);
      if (at === null) throw invalidField("scheduledAt", "required", "Send the time at which it starts.");
      return plan(ctx, row, at);
    },

    async send(ctx: TxContext, wire: string): Promise<Broadcast> {
      const row = await findFor(ctx, wire, "send");
      await checkReady(ctx, row);
      await begin(deps, ctx.tx, ctx.now, row);
      row.run_at = ctx.now;
      await changeStatus(ctx.tx, deps.ids, ctx.now, row, "sending");
      await assignToActingGrant(ctx.tx, "broadcasts", row.id);
      return audited(ctx, row, "sent");
    },

    async pause(ctx: TxContext, wire: string): Promise<Broadcast> {
      const row = await findFor(ctx, wire, "pause");
      await pause(ctx.tx, deps.ids, ctx.now, row, "requested");
      return audited(ctx, row, "paused");
    },

    /** Its limits count from here on. */
    async resume(ctx: TxContext, wire: string): Promise<Broadcast> {
      const row = await findFor(ctx, wire, "resume");
      await continueSending(ctx, row);
      return audited(ctx, row, "resumed");
    },

    async cancel(ctx: TxContext, wire: string): Promise<Broadcast> {
      const row = await findFor(ctx, wire, "cancel");
      await recallWaiting(ctx.tx, deps.ids, ctx.now, row.id, null);
      // A worker skips the recipients that are still waiting.
      row.state = "ready";
      row.run_at = ctx.now;
      await changeStatus(ctx.tx, deps.ids, ctx.now, row, "cancelled");
      return audited(ctx, row, "cancelled");
    },

    /** Retries failed recipients only; 409 conflict if there are none. */
    async retryFailed(ctx: TxContext, wire: string): Promise<Broadcast> {
      const row = await findFor(ctx, wire, "retry-failed");
      const { failed } = sumCounts(await readCounts(ctx.tx, [row.id]));
      if (failed === 0) throw new AppError("conflict", { message: "No recipient failed." });
      row.round += 1;
      row.rewinding = true;
      await continueSending(ctx, row);
      return audited(ctx, row, "failed_retried", { failed });
    },
  };

  /** From here on it starts by itself at an instant, which takes more than the permission to write broadcasts. */
  async function plan(ctx: TxContext, row: queries.BroadcastRow, at: Date): Promise<Broadcast> {
    checkMaySend(ctx, "A time schedules the broadcast, which requires the scope broadcasts:send.");
    if (at <= ctx.now) throw brokenRule("scheduledAt", "out_of_range", "It must be in the future. To send now, use /send.");
    await checkReady(ctx, row);
    row.scheduled_at = at;
    row.run_at = at;
    row.state = "ready";
    await changeStatus(ctx.tx, deps.ids, ctx.now, row, "scheduled");
    await assignToActingGrant(ctx.tx, "broadcasts", row.id);
    return audited(ctx, row, "scheduled", { scheduledAt: at.toISOString() });
  }

  async function continueSending(ctx: TxContext, row: queries.BroadcastRow): Promise<void> {
    const channel = await queries.findSendingChannel(ctx.tx, ctx.now, row.channel_id, 0);
    if (channel?.connected !== true) throw notConnected();
    if (!channel.app_active) throw new AppError("app_inactive");
    await checkTemplateNow(ctx.tx, row.channel_id, row.content);
    const rows = await readCounts(ctx.tx, [row.id]);
    const counts = sumCounts(rows);
    // Failed recipients being retried are not failures of the new round.
    const failed = row.rewinding ? 0 : counts.failed;
    row.limits_from = {
      attempted: attemptedOf(counts) - counts.failed + failed,
      failed,
      optedOut: counts.optedOut,
      template: row.rewinding ? 0 : refusedTemplates(rows),
      at: ctx.now.toISOString(),
    };
    await begin(deps, ctx.tx, ctx.now, row);
    row.run_at = ctx.now;
    await changeStatus(ctx.tx, deps.ids, ctx.now, row, "sending");
    await assignToActingGrant(ctx.tx, "broadcasts", row.id);
  }
}

export type BroadcastsService = ReturnType<typeof createBroadcastsService>;
