import type { Pager } from "#platform/pagination/page.ts";
import { createAssignments } from "./assignments.ts";
import { conversationEvents } from "./conversations.events.ts";
import { createSnoozeLoop, type SnoozeLoopDeps } from "./conversations.jobs.ts";
import { conversationRoutes } from "./conversations.routes.ts";
import { type ConversationsDeps, createConversationsService } from "./conversations.service.ts";

export { Conversation } from "./conversations.schema.ts";
export type { ConversationsService } from "./conversations.service.ts";
export type { ChannelSending } from "./send-options.ts";

export function createConversationsModule(deps: ConversationsDeps & SnoozeLoopDeps & { pager: Pager }) {
  const service = createConversationsService(deps);
  return {
    service,
    exists: service.exists,
    assignments: createAssignments(service),
    routes: conversationRoutes(service, deps.pager),
    events: conversationEvents,
    loops: [createSnoozeLoop(deps, service)],
  };
}
