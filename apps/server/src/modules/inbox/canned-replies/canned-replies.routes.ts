import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  CannedReply,
  CannedReplyList,
  CreateCannedReply,
  ListCannedRepliesQuery,
  RenderedReply,
  RenderReply,
  UpdateCannedReply,
} from "./canned-replies.schema.ts";
import { type CannedRepliesService, renderCannedReply } from "./canned-replies.service.ts";

const tag = "Canned replies";

export function cannedReplyRoutes(service: CannedRepliesService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/canned-replies",
      operationId: "listCannedReplies",
      tag,
      summary: "List or search canned replies, newest first",
      scope: "conversations:read",
      query: ListCannedRepliesQuery,
      response: CannedReplyList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, q } }) {
        const filters = { list: "canned replies", q };
        const rows = await service.list(ctx.tx, q ?? null, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderCannedReply);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/canned-replies",
      operationId: "createCannedReply",
      tag,
      summary: "Create a canned reply",
      scope: "conversations:write",
      body: CreateCannedReply,
      response: CannedReply,
      errors: ["already_exists"],
      example: {
        body: { shortcut: "shipped", title: "Order has left", content: "Hello {{contact.firstName|there}}, your order is on its way." },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/canned-replies/:id",
      operationId: "getCannedReply",
      tag,
      summary: "Get a canned reply",
      scope: "conversations:read",
      params: IdParams,
      response: CannedReply,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/canned-replies/:id",
      operationId: "updateCannedReply",
      tag,
      summary: "Update a canned reply",
      scope: "conversations:write",
      params: IdParams,
      body: UpdateCannedReply,
      response: CannedReply,
      errors: ["already_exists"],
      exists,
      example: { body: { title: "Order is on its way" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/canned-replies/:id",
      operationId: "deleteCannedReply",
      tag,
      summary: "Delete a canned reply",
      scope: "conversations:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/canned-replies/:id/render",
      operationId: "renderCannedReply",
      tag,
      summary: "Render a canned reply for a conversation",
      description: "Returns the text to send; nothing is sent. Counts as a use. `agent` is the calling member, otherwise the assignee.",
      scope: "conversations:write",
      params: IdParams,
      body: RenderReply,
      response: RenderedReply,
      exists,
      example: { body: { conversationId: "conv_01980000000070008000000000000000" } },
      handle: (ctx, { params, body }) => service.render(ctx, params.id, body.conversationId),
    }),
  ];
}
