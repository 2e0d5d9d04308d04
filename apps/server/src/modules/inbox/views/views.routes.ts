import { ConversationList } from "#modules/inbox/conversations/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { CreateView, GetViewQuery, ListViewConversationsQuery, ListViewsQuery, UpdateView, View, ViewList } from "./views.schema.ts";
import type { ViewsService } from "./views.service.ts";

const tag = "Views";

export function viewRoutes(service: ViewsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/views",
      operationId: "listViews",
      tag,
      summary: "List shared views and your own, newest first",
      description:
        "With `include=counts` each view has the number of conversations that the caller can see in it, and how many of them are unread; each count looks at up to 5,000 conversations.",
      scope: "conversations:read",
      query: ListViewsQuery,
      response: ViewList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, visibility, include } }) {
        const filters = { list: "views", visibility };
        const rows = await service.list(ctx, visibility, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => row,
        );
        return { data: await service.shown(ctx, page.data, include === "counts"), pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/views",
      operationId: "createView",
      tag,
      summary: "Create a view",
      description: "Filters are those of GET /conversations. A private view is visible only to the member or API key that created it.",
      scope: "conversations:write",
      body: CreateView,
      response: View,
      example: {
        body: {
          name: "Urgent, nobody's",
          visibility: "shared",
          filters: { status: "open", unassigned: true, priority: "urgent" },
          sort: "waitingSince",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/views/:id",
      operationId: "getView",
      tag,
      summary: "Get a view",
      scope: "conversations:read",
      params: IdParams,
      query: GetViewQuery,
      response: View,
      handle: (ctx, { params, query: { include } }) => service.get(ctx, params.id, include === "counts"),
    }),
    writeRoute({
      method: "PATCH",
      path: "/views/:id",
      operationId: "updateView",
      tag,
      summary: "Update a view",
      scope: "conversations:write",
      params: IdParams,
      body: UpdateView,
      response: View,
      exists,
      example: { body: { name: "Urgent and waiting", filters: { status: "open", priority: "urgent", waitingMinutes: 10 } } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/views/:id",
      operationId: "deleteView",
      tag,
      summary: "Delete a view",
      scope: "conversations:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/views/:id/conversations",
      operationId: "listViewConversations",
      tag,
      summary: "List the conversations in a view",
      scope: "conversations:read",
      params: IdParams,
      query: ListViewConversationsQuery,
      response: ConversationList,
      errors: ["invalid_cursor"],
      handle: (ctx, { params, query: { limit, cursor, ids } }) => service.conversations(ctx, params.id, { limit, cursor }, ids),
    }),
  ];
}
