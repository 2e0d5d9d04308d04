import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { Chatbot, ChatbotList, CreateChatbot, ListChatbotsQuery, UpdateChatbot } from "./chatbots.schema.ts";
import { type ChatbotsService, renderChatbot } from "./chatbots.service.ts";

const tag = "Chatbot";

export function chatbotRoutes(service: ChatbotsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/chatbots",
      operationId: "listChatbots",
      tag,
      summary: "List chatbots, newest first",
      scope: "chatbot:read",
      query: ListChatbotsQuery,
      response: ChatbotList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "chatbots" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderChatbot);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/chatbots",
      operationId: "createChatbot",
      tag,
      summary: "Create a chatbot",
      description:
        "Once active, it answers new conversations of its channels. 409 `already_exists` when another chatbot serves one of the channels.",
      scope: "chatbot:write",
      body: CreateChatbot,
      response: Chatbot,
      errors: ["already_exists", "entitlement_exceeded"],
      example: {
        body: {
          name: "Front desk",
          isActive: true,
          persona: { description: "You are the front desk of a small hotel.", introduction: "You are writing with our assistant." },
          handover: { keywords: ["complaint"], message: "A colleague will answer you here." },
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/chatbots/:id",
      operationId: "getChatbot",
      tag,
      summary: "Get a chatbot",
      scope: "chatbot:read",
      params: IdParams,
      response: Chatbot,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/chatbots/:id",
      operationId: "updateChatbot",
      tag,
      summary: "Update a chatbot",
      description: "The next turn uses the new settings. Conversations of channels that it no longer serves go to people.",
      scope: "chatbot:write",
      params: IdParams,
      body: UpdateChatbot,
      response: Chatbot,
      errors: ["already_exists"],
      exists,
      example: { body: { scope: { blockedTopics: ["politics"] } } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/chatbots/:id",
      operationId: "deleteChatbot",
      tag,
      summary: "Delete a chatbot",
      description: "Its current conversations go to people. Its turns stay with their conversations.",
      scope: "chatbot:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
