import { Message } from "#modules/inbox/messages/index.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { readIdList } from "#platform/http/reading/id-list.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { ConversationActivityList, ListActivityQuery, renderActivity } from "./activity/activity.ts";
import { listActivities } from "./activity/activity.queries.ts";
import { updateInBulk } from "./bulk.ts";
import type { ConversationFiltersService } from "./filters/conversation-filters.ts";
import { filterLabelsMax, ListConversationsQuery } from "./filters/conversation-filters.schema.ts";
import { inboxCounts } from "./counts/conversation-counts.ts";
import { InboxCounts, InboxCountsQuery } from "./counts/conversation-counts.schema.ts";
import { conversationPage } from "./filters/conversation-page.ts";
import {
  BulkResult,
  BulkUpdate,
  Conversation,
  ConversationList,
  CreateNote,
  ReadConversation,
  Typing,
  UpdateConversation,
} from "./conversations.schema.ts";
import { SendOptions } from "./send-options/send-options.schema.ts";
import type { ConversationsService } from "./conversations.service.ts";

const tag = "Conversations";

export function conversationRoutes(service: ConversationsService, filters: ConversationFiltersService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx, params.id);
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
      async handle(ctx, { query: { limit, cursor, sort, label, labels, ids, ...wireFilters } }) {
        const named = labelNames(label, labels);
        const only = readIdList("conv", ids);
        const filter = { ...(await filters.fromWire(ctx, { ...wireFilters, ...named })), ...(only === undefined ? {} : { ids: only }) };
        return conversationPage(ctx, pager, filter, { ...{ sort, cursor, limit }, bound: { ...wireFilters, ...named, ids } });
      },
    }),
    readRoute({
      method: "GET",
      path: "/conversations/counts",
      operationId: "countConversations",
      tag,
      summary: "Count the conversations in each inbox tab",
      description:
        "Returns the counts of mine, unassigned and all, each with its unread count, for the same filters as GET /conversations; use status=open for ongoing work. The other counts are of unresolved conversations, whatever the status filter. Each count reads up to 5,000 conversations; `more` says that there may be more.",
      scope: "conversations:read",
      query: InboxCountsQuery,
      response: InboxCounts,
      async handle(ctx, { query: { label, labels, ...wireFilters } }) {
        return inboxCounts(ctx, await filters.fromWire(ctx, { ...wireFilters, ...labelNames(label, labels) }));
      },
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/bulk",
      operationId: "updateConversations",
      tag,
      summary: "Update up to 100 conversations at once",
      description:
        "Each conversation is updated entirely or not at all and has its own result; a refused one does not affect the others. The events are the same as for single updates.",
      scope: "conversations:write",
      body: BulkUpdate,
      response: BulkResult,
      example: {
        body: { ids: ["conv_01980000000070008000000000000000"], status: "resolved", addLabels: ["refund"], read: true },
      },
      handle: (ctx, { body }) => updateInBulk(ctx, service, body),
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
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/conversations/:id",
      operationId: "updateConversation",
      tag,
      summary: "Update a conversation's status, assignee, division, labels, priority or subject",
      description:
        "A future snoozedUntil makes the conversation pending until then or until the customer writes. A resolved conversation can only be reopened.",
      scope: "conversations:write",
      params: IdParams,
      body: UpdateConversation,
      response: Conversation,
      errors: ["invalid_transition", "conflict"],
      rules: "`snoozedUntil` is not in the future, or the conversation is not pending.",
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
      description:
        "A note is a message with isNote true: the team sees it among the messages, the customer never does. Mentioned members are notified.",
      scope: "conversations:write",
      params: IdParams,
      body: CreateNote,
      response: Message,
      exists,
      example: { body: { text: "Promised a call back on Monday." } },
      handle: (ctx, { params, body }) => service.addNote(ctx, params.id, body),
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/read",
      operationId: "markConversationRead",
      tag,
      summary: "Mark a conversation as read",
      description:
        "Clears the unread count and sends read receipts on channels that support them: `customerTold` says whether the platform accepted it.",
      scope: "conversations:write",
      params: IdParams,
      response: ReadConversation,
      exists,
      prepare: (ctx, { params }) => service.sendReadMark(ctx, params.id),
      handle: async (ctx, { params }, customerTold) => ({ ...(await service.markRead(ctx, params.id)), customerTold }),
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/unread",
      operationId: "markConversationUnread",
      tag,
      summary: "Mark a conversation as unread",
      description: "Sets an unread count of 0 to 1, so that `unread=true` finds the conversation. The customer is not notified.",
      scope: "conversations:write",
      params: IdParams,
      response: Conversation,
      exists,
      handle: (ctx, { params }) => service.markRead(ctx, params.id, false),
    }),
    readRoute({
      method: "GET",
      path: "/conversations/:id/activity",
      operationId: "listConversationActivity",
      tag,
      summary: "List the changes to a conversation and who made them, newest first",
      description: "Covers status, assignee, division, labels, priority and subject. Kept as long as the conversation.",
      scope: "conversations:read",
      params: IdParams,
      query: ListActivityQuery,
      response: ConversationActivityList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        const { id } = await service.find(ctx, params.id);
        const bound = { list: "conversation activity", conversation: id };
        const rows = await listActivities(ctx.tx, id, pager.read(ctx.tenantId, bound, cursor), limit + 1);
        return pager.page(ctx.tenantId, bound, rows, limit, (row) => [row.position, row.id], renderActivity);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/conversations/:id/typing",
      operationId: "showTyping",
      tag,
      summary: "Show the customer a typing indicator",
      description:
        "The platform removes the indicator after some seconds, or with the next message. On a chat-app channel this also marks the customer's messages as read.",
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
      summary: "Get what can be sent now, and until when",
      scope: "conversations:read",
      params: IdParams,
      response: SendOptions,
      handle: (ctx, { params }) => service.sendOptions(ctx, params.id),
    }),
  ];
}

/**
 * `label` is a single name, which may contain any characters, or several that must all be present. `labels` is a comma-separated list of
 * which any may match.
 */
function labelNames(label: string | string[] | undefined, labels: string | undefined): { labels?: string[]; allLabels?: string[] } {
  if (label !== undefined && labels !== undefined) throw invalidField("labels", "not_allowed", "Give either label or labels.");
  if (Array.isArray(label)) return label.some((name) => name.trim() === "") ? { labels: [] } : { allLabels: label };
  if (label !== undefined) return { labels: label.trim() === "" ? [] : [label] };
  if (labels === undefined) return {};
  const names = labels.split(",").filter((name) => name.trim() !== "");
  if (names.length > filterLabelsMax) throw invalidField("labels", "too_many");
  if (names.some((name) => [...name].length > 50)) throw invalidField("labels", "too_long");
  return { labels: names };
}
