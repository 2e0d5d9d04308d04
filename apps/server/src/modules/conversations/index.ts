import type { MessagesService } from "#modules/messages/index.ts";
import { readViewer } from "#modules/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createAssignments } from "./assignments.ts";
import { createBotControl } from "./bot-control.ts";
import { createConversationFilters } from "./conversation-filters.ts";
import { createAutoResolveLoop } from "./auto-resolve.ts";
import { conversationsById } from "./conversation-list.queries.ts";
import { conversationEvents } from "./conversations.events.ts";
import { createSnoozeLoop, type SnoozeLoopDeps } from "./conversations.jobs.ts";
import { conversationRoutes } from "./conversations.routes.ts";
import { createMissedTeller } from "./missed-targets.ts";
import { type ConversationsDeps, createConversationsService, renderConversation } from "./conversations.service.ts";

export { recordActivities, recordReopenings } from "./activity.ts";
export type { Assignments } from "./assignments.ts";
export type { BotControl } from "./bot-control.ts";
export type { Unassigned } from "./assignments.queries.ts";
export type { ConversationFiltersService } from "./conversation-filters.ts";
export { ConversationFilters, ShownFilters, Sort as ConversationSort, type StoredFilters } from "./conversation-filters.schema.ts";
export { type ConversationSort as SortWord, conversationSorts } from "./conversation-list.queries.ts";
export { conversationCounter } from "./conversation-counts.ts";
export { ConversationCounts } from "./conversation-counts.schema.ts";
export { conversationPage } from "./conversation-page.ts";
export { Conversation, ConversationList, conversationStatuses, priorities } from "./conversations.schema.ts";
export type { ConversationsService } from "./conversations.service.ts";
export type { ChannelSending } from "./send-options.ts";

export function createConversationsModule(
  deps: ConversationsDeps & SnoozeLoopDeps & { pager: Pager; messages(): Pick<MessagesService, "prepare" | "acceptWithin" | "sent"> },
) {
  const service = createConversationsService(deps);
  const filters = createConversationFilters(deps.labels);
  return {
    service,
    filters,
    /** Of these ids those that are conversations, newest message first. */
    byId: async (ctx: TxContext, ids: string[]) => (await conversationsById(ctx.tx, ids, await readViewer(ctx))).map(renderConversation),
    exists: service.exists,
    tellMissed: createMissedTeller(deps, service),
    assignments: createAssignments(deps, service),
    botControl: createBotControl(deps, service),
    routes: conversationRoutes(service, filters, deps.pager),
    events: conversationEvents,
    loops: [createSnoozeLoop(deps, service), createAutoResolveLoop(deps, service)],
  };
}
