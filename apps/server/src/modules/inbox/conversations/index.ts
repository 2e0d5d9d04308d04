import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createAssignments } from "./assignments.ts";
import { createBotControl } from "./bot-control.ts";
import { createConversationFilters } from "./filters/conversation-filters.ts";
import { type AutoResolveDeps, createAutoResolveLoop } from "./idle/auto-resolve.ts";
import { conversationsById } from "./filters/conversation-list.queries.ts";
import { conversationEvents } from "./conversations.events.ts";
import { createSnoozeLoop, type SnoozeLoopDeps } from "./conversations.jobs.ts";
import { conversationRoutes } from "./conversations.routes.ts";
import { reopenings } from "./inbound.ts";
import { renderConversation } from "./conversations.render.ts";
import { createMissedTargetNotifier } from "./missed-targets.ts";
import { type ConversationsDeps, type ConversationsService, createConversationsService } from "./conversations.service.ts";

export { recordActivities } from "./activity/activity.ts";
export type { Assignments } from "./assignments.ts";
export type { BotControl } from "./bot-control.ts";
export type { Unassigned } from "./assignments.queries.ts";
export type { ConversationFiltersService } from "./filters/conversation-filters.ts";
export { ConversationFilters, ShownFilters, Sort as ConversationSort, type StoredFilters } from "./filters/conversation-filters.schema.ts";
export { type ConversationSort as SortOption, conversationSorts } from "./filters/conversation-list.queries.ts";
export { conversationCounter } from "./counts/conversation-counts.ts";
export { ConversationCounts } from "./counts/conversation-counts.schema.ts";
export { conversationPage } from "./filters/conversation-page.ts";
export { Conversation, ConversationList, conversationStatuses, priorities } from "./conversations.schema.ts";
export type { ConversationContext, ConversationsService } from "./conversations.service.ts";
export { holdForReopening } from "./reopening.ts";
export type { ChannelSending } from "./send-options/send-options.ts";

export function createConversationsModule(deps: ConversationsDeps & SnoozeLoopDeps & { pager: Pager }) {
  const service = createConversationsService(deps);
  const filters = createConversationFilters(deps.labels);
  return {
    service,
    filters,
    /** Those of the ids that are conversations, newest message first. */
    byId: async (ctx: TxContext, ids: string[]) =>
      (await conversationsById(ctx.tx, ids, await readViewer(ctx))).map((row) => renderConversation(ctx, row)),
    exists: service.exists,
    inbound: reopenings,
    notifyMissedTargets: createMissedTargetNotifier(deps, service),
    assignments: createAssignments(deps, service),
    botControl: createBotControl(deps, service),
    routes: conversationRoutes(service, filters, deps.pager),
    events: conversationEvents,
    loops: [createSnoozeLoop(deps, service)],
    times: [{ table: "conversations", column: "snoozed_until" }],
  };
}

/**
 * Resolves idle conversations. A separate module because it sends messages to customers: messages depend on conversations, not the other
 * way round.
 */
export function createAutoResolveModule(deps: AutoResolveDeps, service: ConversationsService) {
  return { loops: [createAutoResolveLoop(deps, service)] };
}
