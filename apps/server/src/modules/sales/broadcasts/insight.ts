import { type SegmentsService, measureDeliverability } from "#modules/contacts/segments/index.ts";
import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { accountOf } from "#platform/phone/address-key.ts";
import type { BroadcastPreview, BroadcastStats, PreviewBroadcast } from "./broadcasts.schema.ts";
import type { BroadcastsService } from "./broadcasts.service.ts";
import { completionOf, ratesOf, secondsFor } from "./recipients/completion.ts";
import { attemptedOf, readCounts, sumCounts } from "./recipients/counts.queries.ts";
import { checkQuietHours, endAroundQuietHours } from "./quiet-hours.ts";
import { takesTemplates } from "./content/message-content.ts";
import { compileRules, findAudience, readAudience } from "./recipients/target-audience.ts";

export interface InsightDeps {
  contacts: Pick<ContactsService, "listByIds">;
  segments: Pick<SegmentsService, "check" | "get" | "compile">;
  /** The installation's billing currency: ISO 4217. */
  currency: string;
}

const sampleSize = 10;

/** What a broadcast would do, and what one has done. */
export function createInsight(deps: InsightDeps, broadcasts: Pick<BroadcastsService, "channelOf" | "find">) {
  return {
    /** Changes nothing. Throws what create would throw for the channel and the audience. */
    async preview(ctx: TxContext, input: PreviewBroadcast): Promise<BroadcastPreview> {
      const { tx, now } = ctx;
      const { id: channelId, channel, description } = await broadcasts.channelOf(tx, now, input.channelId);
      const audience = await findAudience(tx, deps.segments, await readAudience(tx, deps.segments, now, input.targetAudience));
      const survey = await measureDeliverability(
        tx,
        "contactIds" in audience ? audience : { node: await compileRules(tx, deps.segments, now, audience.rules) },
        {
          kind: channel.kind,
          account: accountOf(description, channel.external_id),
          byPhone: description.addressKind === "phone" && description.startsConversations,
          openAt: takesTemplates(description) ? null : { channelId, at: now },
          sample: sampleSize,
        },
      );
      const { optedOut, blocked, noIdentity, windowClosed } = survey;
      const sendable = Math.max(0, survey.count - optedOut - blocked - noIdentity - windowClosed);
      const { quietHours = null } = input;
      if (quietHours !== null) checkQuietHours(quietHours, "quietHours");
      const start = new Date(Math.max(now.getTime(), input.scheduledAt == null ? 0 : Date.parse(input.scheduledAt)));
      const estimatedSeconds = secondsFor(sendable, channel.rate, input.sendRatePerMinute ?? null);
      const sample = await deps.contacts.listByIds(tx, survey.sample);
      return {
        count: survey.count,
        exact: survey.exact,
        countRange: survey.range,
        sample,
        samples: sample,
        skips: { opted_out: optedOut, blocked, no_identity: noIdentity, window_closed: windowClosed },
        sendable,
        estimatedSeconds,
        estimatedCompletionAt: (quietHours === null
          ? new Date(start.getTime() + estimatedSeconds * 1_000)
          : endAroundQuietHours(quietHours, start, estimatedSeconds)
        ).toISOString(),
        // Messages have no price here; what the platform charges is between it and the tenant.
        cost: { amount: 0, currency: deps.currency },
      };
    },

    async stats(tx: Tx, now: Date, wire: string): Promise<BroadcastStats> {
      const row = await broadcasts.find(tx, wire);
      const [rows, rates] = await Promise.all([readCounts(tx, [row.id]), ratesOf(tx, now, [row])]);
      const counts = sumCounts(rows);
      const attempted = attemptedOf(counts);
      const read = counts.read + counts.replied;
      const delivered = counts.delivered + read;
      const sent = counts.sent + delivered;
      const share = (n: number, of: number) => (of === 0 ? null : Math.round((n / of) * 10_000) / 10_000);
      const reasons = (status: string) =>
        rows
          .filter((count) => count.status === status)
          .map(({ reason, count }) => ({ reason, count }))
          .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
      return {
        id: wireId("brd", row.id),
        status: row.status,
        counts,
        skippedBy: reasons("skipped"),
        failedBy: reasons("failed"),
        funnel: { attempted, sent, delivered, read, replied: counts.replied },
        rates: {
          delivered: share(delivered, sent),
          read: share(read, sent),
          replied: share(counts.replied, sent),
          failed: share(counts.failed, attempted),
          optedOut: share(counts.optedOut, sent),
        },
        estimatedCompletionAt: completionOf(row, counts, rates.get(row.channel_id), now)?.toISOString() ?? null,
      };
    },
  };
}
