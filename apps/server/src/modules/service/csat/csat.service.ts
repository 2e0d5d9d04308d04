import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import * as queries from "./csat.queries.ts";
import type { CsatResponse, CsatSummary } from "./csat.schema.ts";

export function createCsatService() {
  return {
    /** For conversations that the caller may see. */
    list: async (ctx: TxContext, filter: queries.CsatFilter, after: string[] | null, limit: number): Promise<queries.ResponseRow[]> =>
      queries.listResponses(ctx.tx, filter, await readViewer(ctx), after, limit),

    /** Selected by the time the survey was sent. */
    async summary(ctx: TxContext, filter: queries.CsatFilter): Promise<CsatSummary> {
      const { asked, counts } = await queries.summarise(ctx.tx, filter, await readViewer(ctx));
      const [one, two, three, four, five] = counts as [number, number, number, number, number];
      const answered = one + two + three + four + five;
      const share = (part: number, of: number) => (of === 0 ? null : Math.round((part / of) * 10_000) / 10_000);
      return {
        asked,
        answered,
        responseRate: share(answered, asked),
        averageRating: share(one + 2 * two + 3 * three + 4 * four + 5 * five, answered),
        csatScore: share(four + five, answered),
        ratings: { "1": one, "2": two, "3": three, "4": four, "5": five },
        since: filter.since?.toISOString() ?? null,
        until: filter.until?.toISOString() ?? null,
      };
    },
  };
}

export type CsatService = ReturnType<typeof createCsatService>;

export function renderResponse(row: queries.ResponseRow): CsatResponse {
  return {
    id: wireId("csr", row.id),
    conversationId: wireId("conv", row.conversation_id),
    contactId: wireId("cnt", row.contact_id),
    channelId: wireId("chn", row.channel_id),
    assigneeId: row.assignee_id === null ? null : wireId("agt", row.assignee_id),
    rating: row.rating,
    comment: row.comment,
    messageId: row.message_id === null ? null : wireId("msg", row.message_id),
    resolvedAt: row.resolved_at.toISOString(),
    askedAt: row.asked_at.toISOString(),
    answeredAt: row.answered_at.toISOString(),
  };
}
