import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { countConversations } from "./conversation-counts.queries.ts";
import type { ConversationCounts, InboxCounts } from "./conversation-counts.schema.ts";
import type { ConversationFilter, ConversationSort } from "../filters/conversation-list.queries.ts";

/**
 * A counter for the caller: how many conversations a list or view shows, and how many of them have unread messages.
 * What the caller may see is read once.
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

/** For the tabs of an inbox. An API key is never an assignee. */
export async function inboxCounts(ctx: TxContext, filter: ConversationFilter): Promise<InboxCounts> {
  const counts = await conversationCounter(ctx);
  return {
    mine: ctx.actor.kind === "member" ? await counts({ ...filter, assigneeId: ctx.actor.id }) : null,
    unassigned: await counts({ ...filter, assigned: false }),
    all: await counts(filter),
  };
}
