import { readViewer } from "#modules/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { countConversations } from "./conversation-counts.queries.ts";
import type { ConversationCounts, InboxCounts } from "./conversation-counts.schema.ts";
import type { ConversationFilter, ConversationSort } from "./conversation-list.queries.ts";

/** How many conversations a list or view shows to whoever asks, and how many of them have unread messages. */
export async function conversationCounts(
  ctx: TxContext,
  filter: ConversationFilter,
  sort: ConversationSort = "lastMessageAt",
): Promise<ConversationCounts> {
  const viewer = await readViewer(ctx);
  const seen = viewer === null ? filter : { ...filter, viewer };
  return {
    conversations: await countConversations(ctx.tx, seen, sort),
    // What is asked for already is unread, or is not.
    unread: filter.unread === false ? { count: 0, more: false } : await countConversations(ctx.tx, { ...seen, unread: true }, sort),
  };
}

/** Of the tabs of an inbox. An API key is nobody's assignee. */
export async function inboxCounts(ctx: TxContext, filter: ConversationFilter): Promise<InboxCounts> {
  return {
    mine: ctx.actor.kind === "member" ? await conversationCounts(ctx, { ...filter, assigneeId: ctx.actor.id }) : null,
    unassigned: await conversationCounts(ctx, { ...filter, assigned: false }),
    all: await conversationCounts(ctx, filter),
  };
}
