import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type ConversationFilter, type ConversationSort, listConversations, positionIn } from "./conversation-list.queries.ts";
import { renderConversation } from "../conversations.render.ts";

/**
 * One page of conversations. `bound` is what the cursor is bound to: the request as made, not its current meaning (minutes of waiting, the
 * labels of a view).
 */
export async function conversationPage(
  ctx: TxContext,
  pager: Pager,
  filter: ConversationFilter,
  page: { sort: ConversationSort; cursor: string | undefined; limit: number; bound: Record<string, unknown> },
) {
  const { sort, limit } = page;
  const filters = { list: "conversations", sort, ...page.bound };
  const after = pager.read(ctx.tenantId, filters, page.cursor);
  const viewer = await readViewer(ctx);
  const rows = await listConversations(ctx.tx, viewer === null ? filter : { ...filter, viewer }, sort, after, limit + 1);
  return pager.page(
    ctx.tenantId,
    filters,
    rows,
    limit,
    (row) => positionIn(sort, row),
    (row) => renderConversation(ctx, row),
  );
}
