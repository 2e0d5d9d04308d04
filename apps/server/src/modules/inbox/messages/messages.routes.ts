import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, batchedRoute, readRoute } from "#platform/http/route.ts";
import { readIdList } from "#platform/http/reading/id-list.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { notFound } from "#platform/errors/app-error.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listMessages, type MessageRow } from "./messages.queries.ts";
import { renderMessage } from "./messages.render.ts";
import { ListConversationMessagesQuery, ListMessagesQuery, Message, MessageList, SendMessage } from "./messages.schema.ts";
import type { MessagesService } from "./messages.service.ts";

const tag = "Messages";
const newest = (row: MessageRow) => [row.occurred_at.toISOString(), row.id];

/** Stands for an id in a filter that cannot exist: matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

export function messageRoutes(
  service: MessagesService,
  pager: Pager,
  conversationExists: (ctx: TxContext, id: string) => Promise<boolean>,
): AnyRoute[] {
  return [
    batchedRoute({
      method: "POST",
      path: "/messages",
      operationId: "sendMessage",
      tag,
      summary: "Send a message",
      description:
        "Accepted means stored: the message is sent within the channel's rate limit, and message.status events report its progress. Free text needs an open customer service window; templates do not. GET /conversations/{id}/send-options says what the channel supports and what can be sent now.",
      scope: "messages:send",
      body: SendMessage,
      response: Message,
      errors: [
        "app_inactive",
        "entitlement_exceeded",
        "idempotency_conflict",
        "idempotency_in_progress",
        "conflict",
        "window_closed",
        "template_not_approved",
        "template_variables_mismatch",
        "channel_not_connected",
        "recipient_opted_out",
        "recipient_invalid",
        "unsupported_by_channel",
      ],
      example: {
        body: { channelId: "chn_01980000000070008000000000000000", to: "447700900123", type: "text", text: "Your order left today." },
      },
      handle: (ctx, { body }, idempotency) => service.accept(ctx, body, idempotency),
    }),
    readRoute({
      method: "GET",
      path: "/messages",
      operationId: "listMessages",
      tag,
      summary: "List messages, newest first",
      scope: "messages:read",
      query: ListMessagesQuery,
      response: MessageList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const { limit, cursor, ...wireFilters } = query;
        const filters = { list: "messages", ...wireFilters };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const viewer = await readViewer(ctx);
        const rows = await listMessages(
          ctx.tx,
          {
            thread: false,
            ...(viewer === null ? {} : { viewer }),
            ...(wireFilters.channelId === undefined ? {} : { channelId: parseWireId("chn", wireFilters.channelId) ?? nilId }),
            ...(wireFilters.contactId === undefined ? {} : { contactId: parseWireId("cnt", wireFilters.contactId) ?? nilId }),
            ...(wireFilters.direction === undefined ? {} : { direction: wireFilters.direction }),
            ...(wireFilters.status === undefined ? {} : { status: wireFilters.status }),
            ...(wireFilters.clientReference === undefined ? {} : { clientReference: wireFilters.clientReference }),
          },
          after,
          limit + 1,
        );
        return pager.page(ctx.tenantId, filters, rows, limit, newest, renderMessage);
      },
    }),
    readRoute({
      method: "GET",
      path: "/messages/:id",
      operationId: "getMessage",
      tag,
      summary: "Get a message",
      scope: "messages:read",
      params: IdParams,
      response: Message,
      handle: async (ctx, { params }) => renderMessage(await service.get(ctx, params.id)),
    }),
    readRoute({
      method: "GET",
      path: "/conversations/:id/messages",
      operationId: "listConversationMessages",
      tag,
      summary: "List the messages and notes of a conversation, newest first",
      description: "Reactions are not listed separately: see `reactions` of the message they belong to.",
      scope: "conversations:read",
      params: IdParams,
      query: ListConversationMessagesQuery,
      response: MessageList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query }) {
        const id = parseWireId("conv", params.id);
        if (id === null || !(await conversationExists(ctx, id))) throw notFound();
        const filters = { list: "conversation messages", conversation: id, ids: query.ids };
        const only = readIdList("msg", query.ids);
        const rows = await listMessages(
          ctx.tx,
          { conversationId: id, thread: true, ...(only === undefined ? {} : { ids: only }) },
          pager.read(ctx.tenantId, filters, query.cursor),
          query.limit + 1,
        );
        return pager.page(ctx.tenantId, filters, rows, query.limit, newest, renderMessage);
      },
    }),
  ];
}
