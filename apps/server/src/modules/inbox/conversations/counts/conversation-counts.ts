import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { countConversations, countUnresolved, type UnresolvedGroup } from "./conversation-counts.queries.ts";
import { closingMinutes, type ConversationCounts, type InboxCounts, type InboxTabs } from "./conversation-counts.schema.ts";
import type { ConversationFilter, ConversationSort } from "../filters/conversation-list.queries.ts";

/**
 * Counts for the caller how many conversations a list or view shows, and how many of them are unread. Reads the caller's visibility once.
 */
export async function conversationCounter(
  ctx: TxContext,
): Promise<(filter: ConversationFilter, sort?: ConversationSort) => Promise<ConversationCounts>> {
  const viewer = await readViewer(ctx);
  return async (filter, sort = "lastMessageAt") => {
    const seen = viewer === null ? filter : { ...filter, viewer };
    return {
      conversations: await countConversations(ctx.tx, seen, sort),
      // A filter for read conversations has no unread ones.
      unread: filter.unread === false ? { count: 0, more: false } : await countConversations(ctx.tx, { ...seen, unread: true }, sort),
    };
  };
}

/**
 * Counts for the tabs and built-in views of an inbox. An API key is never an assignee and never mentioned. If a tenant has more unresolved
 * conversations than one pass reads, each view is counted through its own index.
 */
export async function inboxCounts(ctx: TxContext, filter: ConversationFilter): Promise<InboxCounts> {
  const { status, pendingReason, ...others } = filter;
  const viewer = await readViewer(ctx);
  const me = ctx.actor.kind === "member" ? ctx.actor.id : null;
  const closing = { after: ctx.now, until: new Date(ctx.now.getTime() + closingMinutes * 60_000) };
  const groups = await countUnresolved(ctx.tx, viewer === null ? others : { ...others, viewer }, me, closing);
  const counts = await conversationCounter(ctx);
  const counted = (by: ConversationFilter, of: (group: UnresolvedGroup) => boolean) =>
    groups === null ? counts({ ...others, ...by }) : tally(groups.filter(of));
  const tabs = async (of: "open" | "pending"): Promise<InboxTabs> => ({
    mine: me === null ? null : await counted({ status: of, assigneeId: me }, (g) => g.status === of && g.assignee === "me"),
    unassigned: await counted({ status: of, assigned: false }, (g) => g.status === of && g.assignee === null),
    all: await counted({ status: of }, (g) => g.status === of),
  });
  const byStatus = { open: await tabs("open"), pending: await tabs("pending") };
  const asked =
    (status === "open" || status === "pending") && pendingReason === undefined
      ? byStatus[status]
      : {
          mine: me === null ? null : await counts({ ...filter, assigneeId: me }),
          unassigned: await counts({ ...filter, assigned: false }),
          all: await counts(filter),
        };
  return {
    ...asked,
    mentions: me === null ? null : await counts({ ...others, mentionedId: me }),
    bot: await counted({ status: "pending", pendingReason: "bot" }, (g) => g.pending_reason === "bot"),
    snoozed: await counted({ status: "pending", pendingReason: "snoozed" }, (g) => g.pending_reason === "snoozed"),
    closing: await counted({ closing }, (g) => g.closing),
    byStatus,
  };
}

function tally(groups: UnresolvedGroup[]): ConversationCounts {
  const sum = (of: UnresolvedGroup[]) => ({ count: of.reduce((total, { count }) => total + count, 0), more: false });
  return { conversations: sum(groups), unread: sum(groups.filter(({ unread }) => unread)) };
}
