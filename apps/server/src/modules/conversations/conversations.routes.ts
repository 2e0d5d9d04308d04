import { Message } from "#modules/messages/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type ConversationFilter, listConversations } from "./conversations.queries.ts";
import {
  Conversation,
  ConversationList,
  CreateNote,
  ListConversationsQuery,
  ReadConversation,
  Typing,
  UpdateConversation,
} from "./conversations.schema.ts";
import { SendOptions } from "./send-options.schema.ts";
import { type ConversationsService, renderConversation } from "./conversations.service.ts";

const tag = "Conversations";

/** An id in a filter: one that cannot exist matches nothing, exactly like one of another tenant. */
const nobody = "00000000-0000-0000-0000-000000000000";

export function conversationRoutes(service: ConversationsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/conversations",
      operationId: "listConversations",
      tag,
      summary: "List conversations, newest first",
      scope: "conversations:read",
      query: ListConversationsQuery,
      response: ConversationList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, sort, ...given } }) {
        const filter: ConversationFilter = {
          ...(given.status === undefined ? {} : statusFilter(given.status)),
          ...(given.channelId === undefined ? {} : { channelId: parseWireId("chn", given.channelId) ?? nobody }),
          ...(given.contactId === undefined ? {} : { contactId: parseWireId("cnt", given.contactId) ?? nobody }),
          ...(given.assigneeId === undefined ? {} : { assigneeId: assigneeFilter(given.assigneeId) }),
          ...(given.label === undefined ? {} : { label: given.label.trim().normalize("NFC") }),
          ...(given.priority === undefined ? {} : { priority: given.priority }),
          ...(given.unread === undefined ? {} : { unread: given.unread }),
        };
        const filters = { list: "conversations", sort, ...filter };
        const rows = await listConversations(ctx.tx, filter, sort, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => (sort === "createdAt" ? [row.id] : [row.position, row.id]),
          renderConversation,
        );
      },
    }),
    readRoute({
      method: "GET",
      path: "/conversations/:id",
      operationId: "getConversation",
      tag,
      summary: "Get a conversation",
      scope: "conversations:read",
      params: IdParams,
      response: Conversation,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/conversations/:id",
      operationId: "updateConversation",
      tag,
      summary: "Change status, assignee, labels, priority or subject",
      description:
        "A snoozedUntil in the future makes the conversation pending until then or until the customer writes. A resolved conversation can only be opened.",
      scope: "conversations:write",
      params: IdParams,
      body: UpdateConversation,
      response: Conversation,
      errors: ["invalid_transition", "conflict"],
      exists,
      example: { body: { status: "pending", snoozedUntil: "2026-12-24T08:00:00.000Z", addLabels: ["refund"], priority: "high" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/notes",
      operationId: "createNote",
      tag,
      summary: "Add an internal note",
      description: "A note is a message with isNote true: the team sees it among the messages, the customer never does.",
      scope: "conversations:write",
      params: IdParams,
      body: CreateNote,
      response: Message,
      exists,
      example: { body: { text: "Promised a call back on Monday." } },
      handle: (ctx, { params, body }) => service.addNote(ctx, params.id, body.text),
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/read",
      operationId: "markConversationRead",
      tag,
      summary: "Mark all its messages as read",
      description:
        "Clears the unread count, and tells the customer on channels that have read marks: `customerTold` says whether the platform took it.",
      scope: "conversations:write",
      params: IdParams,
      response: ReadConversation,
      exists,
      prepare: (ctx, { params }) => service.tellRead(ctx, params.id),
      handle: async (ctx, { params }, customerTold) => ({ ...(await service.markRead(ctx, params.id)), customerTold }),
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/typing",
      operationId: "showTyping",
      tag,
      summary: "Show the customer that somebody is typing",
      description:
        "The platform takes it away after some seconds, or with the next message. On a chat-app channel it also marks the customer's messages as read.",
      scope: "conversations:write",
      params: IdParams,
      response: Typing,
      errors: ["unsupported_by_channel", "channel_not_connected", "conflict", "provider_error"],
      exists,
      prepare: (ctx, { params }) => service.showTyping(ctx, params.id),
      handle: async (_ctx, { params }) => ({ id: params.id, typing: true as const }),
    }),
    readRoute({
      method: "GET",
      path: "/conversations/:id/send-options",
      operationId: "getSendOptions",
      tag,
      summary: "What may be sent now, and until when",
      scope: "conversations:read",
      params: IdParams,
      response: SendOptions,
      handle: (ctx, { params }) => service.sendOptions(ctx, params.id),
    }),
  ];
}

function statusFilter(status: "open" | "pending" | "resolved" | "snoozed" | "done"): ConversationFilter {
  if (status === "snoozed") return { status: "pending", snoozed: true };
  return { status: status === "done" ? "resolved" : status };
}

function assigneeFilter(given: string): string | null {
  return given === "none" ? null : (parseWireId("agt", given) ?? parseWireId("usr", given) ?? nobody);
}
