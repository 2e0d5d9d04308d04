import type { TxContext } from "#platform/http/context.ts";
import { createOutboundQueue } from "./dispatch/outbound.queue.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createDispatcher, type DispatchDeps } from "./dispatch/dispatch.ts";
import { createMessageHandler } from "./inbound.ts";
import { messageEvents } from "./messages.events.ts";
import { messageRoutes } from "./messages.routes.ts";
import { createMessagesService, type MessagesDeps } from "./messages.service.ts";

export { messageAllowance } from "./message-allowance.ts";
export { interactiveKindsOf } from "./checking/interactive-check.ts";
export { cancelUnsent } from "./cancel-unsent.ts";
export { type MessageRow, messagesById, recentTexts } from "./messages.queries.ts";
export { renderMessage } from "./messages.render.ts";
export { authorKinds, Message, MessageError, MessageList, messageStatuses, messageTypes } from "./messages.schema.ts";
export { storeSystemMessage } from "./notices.ts";
export { captionMaxOf } from "./checking/outbound-media.ts";
export type { MessageAuthor, MessagesService, PreparedMessage } from "./messages.service.ts";

export function createMessagesModule(
  deps: MessagesDeps & DispatchDeps & { pager: Pager; conversationExists(ctx: TxContext, id: string): Promise<boolean> },
) {
  const service = createMessagesService(deps);
  const dispatcher = createDispatcher(deps);
  return {
    service,
    inbound: createMessageHandler(deps),
    routes: messageRoutes(service, deps.pager, deps.conversationExists),
    events: messageEvents,
    loops: dispatcher.loops,
    idle: dispatcher.idle,
    releaseSends: dispatcher.release,
    queues: [createOutboundQueue(deps.database)],
  };
}
